"""The ledger: one durable line for each finished match, chained, written by one process alone."""

import contextlib
import fcntl
import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import Annotated, Final, Literal, Self

from pydantic import Field, TypeAdapter, ValidationError

from arena.errors import RefereeBug, RunError, TranscriptError
from arena.transcript.outcome import MatchOutcome
from arena.transcript.records import Number, OutcomeRecord, Record, Sha256, Words, complaint
from arena.transcript.writer import sync_directory

LEDGER_FORMAT: Final = 1
GENESIS: Final = "0" * 64
"""``prev`` of the first line."""

LOCKS: Final = Path("/proc/locks")
"""Linux's list of file locks and their holders."""

_MARK: Final = b',"prev":"'


class RunEntry(Record):
    """The first line: which run this is, and the commitment to its seed (see docs/boards.md)."""

    type: Literal["run"] = "run"
    format: Literal[1] = LEDGER_FORMAT
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
    reason: Words


class SessionEntry(Record):
    """Playing begins, or goes on: with so many matches at a time on so many cores, at an isolation level.

    oversubscribed: more matches at a time than cores, which slows bots down in ways that no clock can
    take off.
    """

    type: Literal["session"] = "session"
    jobs: Number
    cores: Number
    sandbox: str
    oversubscribed: bool


class DisqualifyEntry(Record):
    """The organiser disqualified an entrant: none of its matches counts, for nobody."""

    type: Literal["disqualify"] = "disqualify"
    entrant: str
    reason: Words


class WithdrawEntry(Record):
    """An entrant plays no more; what it has played stands."""

    type: Literal["withdraw"] = "withdraw"
    entrant: str
    reason: Words


class AnnulEntry(Record):
    """The organiser declared a match void: it counts for nothing, and is played again if the run goes on."""

    type: Literal["annul"] = "annul"
    match_id: str
    reason: Words


class EndEntry(Record):
    """The last match is over; the seed is revealed."""

    type: Literal["end"] = "end"
    seed: str


Entry = (
    RunEntry
    | SessionEntry
    | MatchEntry
    | VoidEntry
    | DisqualifyEntry
    | WithdrawEntry
    | AnnulEntry
    | EndEntry
)
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
        body, mark, _ = raw.rpartition(_MARK)
        try:
            entry = _ENTRY.validate_json(body + b"}")
        except ValidationError as error:
            message = f"isn't a ledger entry: {complaint(error)}"
            raise TranscriptError(message, path=str(path), line=number) from None
        if isinstance(entry, RunEntry) != (number == 1):
            message = "is out of place: a ledger begins with its run, and has no other"
            raise TranscriptError(message, path=str(path), line=number)
        if raw != _line(entry, self.last):
            message = (
                "doesn't follow the line before it: one of the two was changed, dropped or moved"
                if mark and raw.startswith(_body(entry))
                else "isn't written as the arena writes it"
            )
            raise TranscriptError(message, path=str(path), line=number)
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
            _lock(self._file.fileno(), path)
            reading = _Reading(path)
            self._file.truncate(reading.end)
            if fresh:
                sync_directory(path.parent)
        except BaseException:
            self._file.close()
            raise
        self.entries: list[Entry] = reading.entries
        self._last = reading.last
        self._end = reading.end

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
        if isinstance(entry, RunEntry) != (not self.entries):
            raise RefereeBug(f"{entry.type} can't be entry {len(self.entries) + 1} of a ledger")
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


def _body(entry: Entry) -> bytes:
    """An entry as it stands in its line, without the closing brace."""
    return entry.model_dump_json(ensure_ascii=True)[:-1].encode("ascii")


def _line(entry: Entry, previous: str) -> bytes:
    return _body(entry) + _MARK + previous.encode("ascii") + b'"}\n'


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = f"{path} is being written by {_holder(descriptor)}"
        raise RunError(message) from None


def _holder(descriptor: int) -> str:
    """Who holds the lock, as far as the kernel's list of locks tells."""
    status = os.fstat(descriptor)
    file = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    with contextlib.suppress(OSError):
        for line in LOCKS.read_text(encoding="ascii").splitlines():
            fields = line.split()
            if "FLOCK" in fields and file in fields:
                return f"process {fields[fields.index(file) - 1]}"
    return "another process"
