"""``arena examples``: the example bots and the first tournament, as files to play with."""

from pathlib import Path

import click


@click.command(short_help="Copy the example bots and the first tournament.")
@click.argument("place", type=click.Path(file_okay=False, path_type=Path), default=".")
def command(place: Path) -> None:
    """Copy the example bots and the quickstart tournament into the folder PLACE, which is here unless it is named.

    For those who installed the arena without a clone of it.

    \b
    Examples:
      arena examples && arena tournament tournaments/quickstart.toml
      arena examples contest
    """
    from arena.runner.bots.examples import copy_examples

    bots, tournament = copy_examples(place)
    click.echo(f"{bots} and {tournament}")
    click.echo(f"to play it: arena tournament {tournament}", err=True)
