"""``arena bots``: list bots."""

from pathlib import Path

import click

from arena.cli.exits import ExitStatus
from arena.cli.options import json_option


@click.command(short_help="List example and submitted bots.")
@click.argument(
    "places", metavar="[PLACE]...", nargs=-1, type=click.Path(exists=True, path_type=Path)
)
@json_option("a table")
@click.pass_context
def command(ctx: click.Context, places: tuple[Path, ...], as_json: bool) -> None:
    """List the bots at each PLACE: a bot, or a folder of bots.

    Without a PLACE: those in example_bots/, and those submitted to the tournaments in tournaments/.
    Each is shown with the runs beside it that play this very version, or wait for the next one.
    A bot that can't be taken is named on stderr, and the exit status is 3.

    \b
    Examples:
      arena bots
      arena bots example_bots my_bot.py
      arena bots --json | jq -r '.[].name'
    """
    from arena.cli.show_bots import show_bots
    from arena.runner.bots.prepare import list_bots
    from arena.runner.submission.versions import played_in

    submitted = sorted(Path("tournaments").glob("*.bots"))
    listed = list_bots(places or (Path("example_bots"), *submitted))
    folders = {folder.resolve().parent: None for folder in (*submitted, *places)}
    runs = [run for folder in folders for run in played_in(folder)]
    click.echo(show_bots(listed.bots, runs, as_json=as_json), nl=False)
    if not listed.bots and not listed.problems:
        click.echo("there are no bots", err=True)
    for problem in listed.problems:
        click.echo(f"Error: {problem}", err=True)
    if listed.problems:
        ctx.exit(ExitStatus.REFUSED)
