"""``arena disqualify``: let none of an entrant's matches count."""

from pathlib import Path

import click

from arena.cli.decision import find_run, needed_reason, show_decided
from arena.cli.options import run_argument


@click.command(short_help="Disqualify an entrant of a run.")
@run_argument
@click.argument("entrant")
@click.option("--reason", required=True, callback=needed_reason, help="Why, in a line of text.")
@click.option("--undo", is_flag=True, help="Take it back: the entrant is in again.")
def command(*, run: Path, entrant: str, reason: str, undo: bool) -> None:
    """Let none of ENTRANT's matches in RUN count, for nobody, and show the standings without it.

    It plays no more, and is listed below the table with the reason. The decision is a further line of
    the ledger: nothing that was played is changed, and --undo enters another line. Nobody may be
    playing the run meanwhile; after its end is fine.

    \b
    Examples:
      arena disqualify tournaments/league ana --reason "asked the network for help"
      arena disqualify tournaments/league ana --undo --reason "it was rui"
    """
    from arena.runner.runs.decisions import disqualify, reinstate

    directory = find_run(run)
    decided = (reinstate if undo else disqualify)(directory, entrant, reason)
    what = f"{entrant} is in again" if undo else f"{entrant} is disqualified"
    show_decided(decided, what, directory.ledger)
