"""The ledger: one durable line for each finished match, chained, written by one process alone."""

import fcntl
import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Annotated, Final, Literal, Self

from pydantic import Field, TypeAdapter, ValidationError

from arena.errors import RunError, TranscriptError
from arena.transcript.outcome import MatchOutcome
from arena.transcript.records import Number, OutcomeRecord, Record, Sha256
from arena.transcript.writer import sync_directory

LEDGER_FORMAT: Final = 1
GENESIS: Final = "0" * 64
"""``prev`` of the first line."""


class RunEntry(Record):
    """The first line: which run this is, and the commitment to its seed (see docs/boards.md)."""

    type: Literal["run"] = "run"
    format: int = LEDGER_FORMAT
    tournament: str
    config_sha256: Sha256
    seed_commitment: Sha256
    arena: str


class MatchEntry(Record):
    """A match was played: what it counts as, and the hash and size of its log.

    entrants are the two names in the match's order; attempt counts from 1 (a void match is replayed).
    """

    type: Literal["match"] = "match"
    match_id: str
    entrants: tuple[str, str]
    attempt: Number
    log_sha256: Sha256
    log_bytes: Number
    outcome: OutcomeRecord


class VoidEntry(Record):
    """A match could not be played for faults of the host, however often it was tried. Never scored."""

    type: Literal["void"] = "void"
    match_id: str
    entrants: tuple[str, str]
    attempts: Number
    reason: str


class EndEntry(Record):
    """The last match is over; the seed is revealed."""

    type: Literal["end"] = "end"
    seed: str


Entry = RunEntry | MatchEntry | VoidEntry | EndEntry
_ENTRY: Final[TypeAdapter[Entry]] = TypeAdapter(Annotated[Entry, Field(discriminator="type")])


def outcome_of(entry: MatchEntry) -> MatchOutcome:
    """A match entry's outcome as a value."""
    return MatchOutcome.from_record(entry.outcome)


def read_ledger(path: Path) -> list[Entry]:
    """All entries; a last line without its newline (a write cut off) isn't one.

    Raises TranscriptError at the first line that can't be read or doesn't follow the one before.
    """
    return _Reading(path).entries


class _Reading:
    """One pass over a ledger: entries, the hash of the last line, and where the whole lines end."""

    def __init__(self, path: Path) -> None:
        self.entries: list[Entry] = []
        self.last = GENESIS
        self.end = 0
        try:
            with path.open("rb") as file:
                for number, raw in enumerate(file, 1):
                    if not raw.endswith(b"\n"):
                        break
                    self._take(path, number, raw)
        except OSError as error:
            raise TranscriptError(f"can't be read: {error.strerror}", path=str(path)) from None

    def _take(self, path: Path, number: int, raw: bytes) -> None:
        try:
            fields = json.loads(raw)
            previous = fields.pop("prev")
            entry = _ENTRY.validate_json(json.dumps(fields))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise TranscriptError(
                f"isn't a ledger entry: {where}: {first['msg']}", path=str(path), line=number
            ) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise TranscriptError("isn't a ledger entry", path=str(path), line=number) from None
        if previous != self.last:
            raise TranscriptError(
                "doesn't follow the line before it: one of the two was changed, dropped or moved",
                path=str(path),
                line=number,
            )
        if raw != _line(entry, previous):
            raise TranscriptError("isn't written as the arena writes", path=str(path), line=number)
        self.entries.append(entry)
        self.last = hashlib.sha256(raw).hexdigest()
        self.end += len(raw)


class Ledger:
    """The ledger open for appending, by one process at a time.

    Opening cuts a torn last line off. Raises TranscriptError for a damaged ledger, RunError while
    another process holds it, OSError for the file system's own troubles.
    """

    def __init__(self, path: Path) -> None:
        fresh = not path.exists()
        self._file = path.open("ab", buffering=0)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise RunError(f"{path} is being written by another process") from None
        try:
            reading = _Reading(path)
        except TranscriptError:
            self._file.close()
            raise
        self.entries: list[Entry] = reading.entries
        self._last = reading.last
        self._end = reading.end
        self._file.truncate(self._end)
        if fresh:
            sync_directory(path.parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def append(self, entry: Entry) -> None:
        """Write one entry and sync it. If that fails, the ledger is as it was, and OSError is raised."""
        line = _line(entry, self._last)
        try:
            left = memoryview(line)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self._end)
            raise
        self.entries.append(entry)
        self._last = hashlib.sha256(line).hexdigest()
        self._end += len(line)


def _line(entry: Entry, previous: str) -> bytes:
    fields = entry.model_dump(mode="json") | {"prev": previous}
    return json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"
