"""What giving a tournament's command would find, and come to: for ``--dry-run``."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.errors import RunError, TranscriptError
from arena.runner.play.tournament import Plan, RunOptions, requested_level, settle_seed
from arena.runner.runs.record import RunRecord, read_entries, read_record
from arena.tournament.schedule import count_matches
from arena.transcript.ledger import Entry


@dataclass(frozen=True, slots=True)
class Outlook:
    """A run that was begun, or not, and how far it came.

    refused: why the command would be refused; None if it would play. entries: what the ledger has of a run
    that would be gone on with; to be gone over once.
    """

    begun: bool
    done: int
    planned: int
    refused: str | None = None
    entries: Iterable[Entry] = ()


def look_ahead(plan: Plan, options: RunOptions) -> Outlook:
    """What there is already of a tournament that was planned; writes nothing."""
    directory = plan.directory
    nothing = Outlook(begun=False, done=0, planned=count_matches(plan.config))
    try:
        directory.check_place()
        if not directory.record.exists():
            return nothing
        requested_level(plan, options)
        level = read_record(directory.record).level
        record = RunRecord.of(plan.config, plan.entrants, settle_seed(plan), level)
        directory.check_same(record.to_document())
        course = record.course(read_entries(directory))
    except (RunError, TranscriptError) as error:
        return Outlook(nothing.begun, nothing.done, nothing.planned, refused=str(error))
    return Outlook(
        begun=True,
        done=course.scored,
        planned=course.planned,
        refused=f"{directory.path} is being played just now" if directory.is_busy() else None,
        entries=read_entries(directory),
    )
