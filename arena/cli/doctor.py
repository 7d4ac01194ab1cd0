"""``arena doctor``: what this host can isolate bots with, and how to get more."""

import click

from arena.cli.options import json_option


@click.command(short_help="Tell how well this host can isolate bots.")
@json_option("text")
def command(*, as_json: bool) -> None:
    """Look at this host, and try each level of isolation with a bot that misbehaves.

    What a level gives here is what that bot found, not what is installed: docs/security.md tells what
    each promises. The first level below that works is what --sandbox auto takes.

    \b
    Examples:
      arena doctor --json | jq .levels.strict.works
    """
    from arena.cli.show_host import show_host, show_host_json
    from arena.runner.process.isolation import probe_host

    report = probe_host()
    click.echo((show_host_json if as_json else show_host)(report), nl=False)
