"""Checking a run's standings: they must be what the ledger comes to, to the byte."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from pydantic import BaseModel, TypeAdapter, ValidationError

from arena.errors import TranscriptError
from arena.runner.audit.ledger import LedgerFacts
from arena.runner.audit.match import Found
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import RunRecord, arena_version, first_entries, fold_run
from arena.tournament.contest import Standings
from arena.tournament.report import show_json, show_markdown
from arena.tournament.report_data import STANDINGS_FORMAT
from arena.transcript.ledger import LEDGER_FORMAT

_TRIES: Final = 64
"""So many ends of the ledger are tried for standings that were left behind by a kill. They are written
every two seconds, or after twenty times the time that writing takes."""


class _Older(BaseModel):
    """What all formats of ``standings.json`` have in common."""

    format: int


_OLDER: Final = TypeAdapter(_Older)

Show = Callable[[Standings], str]


def check_standings(
    directory: RunDirectory, record: RunRecord | None, ledger: LedgerFacts
) -> Found:
    """Compare both files with the ledger, or with as much of it as there was when they were written."""
    if record is None or ledger.damaged or not ledger.lines:
        return Found(0)
    files: dict[Path, Show] = {
        directory.standings_json: show_json,
        directory.standings_markdown: show_markdown,
    }
    if (other := _in_another_form(directory, ledger)) is not None:
        return Found(0, (), (other,))
    problems: list[str] = []
    notes: list[str] = []
    written: dict[Path, bytes] = {}
    for path in files:
        try:
            written[path] = path.read_bytes()
        except OSError as error:
            where = problems if ledger.ended else notes
            where.append(f"{path}: can't be read: {error.strerror}")
    try:
        for lines in _ends(ledger):
            standings = _fold(directory, record, lines)
            for path in [
                path for path in written if files[path](standings).encode() == written[path]
            ]:
                del written[path]
                if lines < ledger.lines:
                    notes.append(
                        f"{path}: is that of line {lines} of the ledger, which has gone on"
                    )
            if not written:
                break
    except TranscriptError as error:
        problems.append(f"{directory.ledger}: {error}")
        return Found(0, tuple(problems), tuple(notes))
    problems += (f"{path}: isn't what the ledger comes to" for path in written)
    return Found(0, tuple(problems), tuple(notes))


def _in_another_form(directory: RunDirectory, ledger: LedgerFacts) -> str | None:
    """Why the standings may show the same as ours in another form; None if they may not."""
    first = ledger.first
    if first is not None and first.arena != arena_version():
        return (
            f"the run is of arena {first.arena}, this is {arena_version()}: standings.json and "
            "standings.md may show the same in another form, and aren't compared"
        )
    path = directory.standings_json
    if first is not None and first.format < LEDGER_FORMAT and (older := _format_of(path)):
        return (
            f"{path}: is of format {older}, this arena writes format {STANDINGS_FORMAT}: "
            "it and standings.md aren't compared"
        )
    return None


def _format_of(path: Path) -> int | None:
    """Which older format standings are written in; None if they aren't."""
    try:
        document = _OLDER.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
    return document.format if document.format < STANDINGS_FORMAT else None


def _ends(ledger: LedgerFacts) -> Iterator[int]:
    """How many lines of the ledger the standings may be of, the likeliest first."""
    yield ledger.lines
    if ledger.ended:  # all was written before the end, or with the decision after it
        return
    if ledger.hashed is not None and ledger.hashed < ledger.lines:
        yield ledger.hashed
        yield from islice(range(ledger.lines - 1, ledger.hashed, -1), _TRIES)


def _fold(directory: RunDirectory, record: RunRecord, lines: int) -> Standings:
    """The standings after so many lines of the ledger."""
    return fold_run(record, first_entries(directory, lines))
