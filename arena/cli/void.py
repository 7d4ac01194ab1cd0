"""``arena void``: let a match that was played count for nothing."""

from pathlib import Path

import click

from arena.cli.decision import find_run, needed_reason, show_decided
from arena.cli.options import run_argument


@click.command(short_help="Let a match of a run count for nothing.")
@run_argument
@click.argument("match")
@click.option("--reason", required=True, callback=needed_reason, help="Why, in a line of text.")
def command(*, run: Path, match: str, reason: str) -> None:
    """Let MATCH of RUN count for nothing, and show the standings without it.

    MATCH is the match's id, or as much of it as no other begins with; "arena replay RUN" lists them.
    If the run isn't over, the same boards are played again when it goes on. The decision is a further
    line of the ledger; the log that counts no more moves to annulled/.

    \b
    Examples:
      arena void tournaments/league 98db18 --reason "the host ran out of memory"
    """
    from arena.runner.runs.decisions import annul
    from arena.transcript.ledger import AnnulEntry

    directory = find_run(run)
    decided = annul(directory, match, reason)
    assert isinstance(decided.entry, AnnulEntry)
    again = "" if decided.ended else "; it is played again when the run goes on"
    show_decided(decided, f"match {decided.entry.match_id} is void{again}", directory.ledger)
