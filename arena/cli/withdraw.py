"""``arena withdraw``: let an entrant play no more."""

from pathlib import Path

import click

from arena.cli.decision import checked_reason, find_run, show_decided
from arena.cli.options import run_argument


@click.command(short_help="Let an entrant of a run play no more.")
@run_argument
@click.argument("entrant")
@click.option("--reason", callback=checked_reason, help="Why, in a line of text.")
@click.option("--undo", is_flag=True, help="Take it back: the entrant plays on.")
def command(*, run: Path, entrant: str, reason: str, undo: bool) -> None:
    """Let ENTRANT play no more in RUN. What it has played stands, for it and for those it met.

    The decision is a further line of the ledger, and --undo enters another one. Stop the run first
    (Ctrl-C), then decide, then go on with the same command as before.

    \b
    Examples:
      arena withdraw tournaments/league ana
      arena withdraw tournaments/league ana --reason "crashes since the update"
    """
    from arena.runner.runs.decisions import reinstate, withdraw

    directory = find_run(run)
    decided = (reinstate if undo else withdraw)(directory, entrant, reason)
    what = f"{entrant} is in again" if undo else f"{entrant} has withdrawn"
    show_decided(decided, what, directory.ledger)
