"""The entry point of the ``arena`` command."""

import io
import os
import signal
import sys

import click

from arena.cli.group import ArenaGroup, colour_of
from arena.cli.plain import PLAIN, is_ascii


@click.group(
    cls=ArenaGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="sueca-arena", prog_name="arena")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Run honest contests between Sueca-playing programs.

    \b
    Examples:
      arena tournament tournaments/quickstart.toml
      arena play example_bots/counter example_bots/random_bot.py --boards 50
      arena COMMAND --help

    Results go to stdout, everything else to stderr. NO_COLOR and FORCE_COLOR are honoured.
    """
    colour = colour_of(os.environ)
    if colour is not None:
        ctx.color = colour
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a path may hold what the terminal can't show
            stream.reconfigure(errors="backslashreplace")
            if is_ascii(stream.encoding):
                stream.reconfigure(encoding=PLAIN)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    ctx.call_on_close(lambda: signal.signal(signal.SIGTERM, before))
