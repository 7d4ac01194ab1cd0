"""The ledger: one durable line for each finished match, chained, written by one process alone."""

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Annotated, Final, Literal, Self

from pydantic import Field, TypeAdapter, ValidationError

from arena.errors import RefereeBug, RunError, TranscriptError
from arena.transcript.chain import CONVERTED
from arena.transcript.outcome import MatchOutcome
from arena.transcript.records import (
    MatchId,
    Moment,
    Name,
    Number,
    OutcomeRecord,
    Record,
    Sha256,
    Words,
    complaint,
)
from arena.transcript.writer import sync_directory

LEDGER_FORMAT: Final = 2
"""The version of the ledger's format that a new run has. All versions from 1 on are read, and written on."""

GENESIS: Final = "0" * 64
"""``prev`` of the first line."""

LOCKS: Final = Path("/proc/locks")
"""Linux's list of file locks and their holders."""

_MARK: Final = b',"prev":"'


class RunEntry(Record):
    """The first line: which run this is, and the commitment to its seed (see docs/boards.md)."""

    type: Literal["run"] = "run"
    format: Literal[1, 2] = LEDGER_FORMAT
    tournament: Name
    config_sha256: Sha256
    seed_commitment: Sha256
    arena: Name


class MatchEntry(Record):
    """A match was played: what it counts as, and the hash and size of its log.

    entrants are the two names in the match's order; attempt counts from 1 (a void match is replayed).
    """

    type: Literal["match"] = "match"
    match_id: MatchId
    entrants: tuple[Name, Name]
    attempt: Number
    log_sha256: Sha256
    log_bytes: Number
    outcome: OutcomeRecord


class VoidEntry(Record):
    """A match could not be played for faults of the host, however often it was tried. Never scored."""

    type: Literal["void"] = "void"
    match_id: MatchId
    entrants: tuple[Name, Name]
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
    sandbox: Name
    oversubscribed: bool


class DisqualifyEntry(Record):
    """The organiser disqualified an entrant: none of its matches counts, for nobody."""

    type: Literal["disqualify"] = "disqualify"
    entrant: Name
    reason: Words


class WithdrawEntry(Record):
    """An entrant plays no more; what it has played stands."""

    type: Literal["withdraw"] = "withdraw"
    entrant: Name
    reason: Words


class AnnulEntry(Record):
    """The organiser declared a match void: it counts for nothing, and is played again if the run goes on."""

    type: Literal["annul"] = "annul"
    match_id: MatchId
    reason: Words


class ReinstateEntry(Record):
    """The organiser took back that an entrant was disqualified or withdrew: as if it had never been said."""

    type: Literal["reinstate"] = "reinstate"
    entrant: Name
    reason: Words


class BeaconEntry(Record):
    """The public value that is mixed into the seed, entered before anything is played (see docs/boards.md)."""

    type: Literal["beacon"] = "beacon"
    value: Annotated[str, Field(pattern=r"^[!-~]{8,256}$")]
    at: Moment


class LossEntry(Record):
    """The organiser goes on with a ledger that has lost lines: noted is the hash that it once had, or zeros.

    The hash is that of ``ledger.sha256``, of the ledger with the lines that are gone; zeros where the note was gone too.
    """

    type: Literal["loss"] = "loss"
    noted: Sha256


class ReopenEntry(Record):
    """The organiser decides something after the end: when. What is decided are the lines up to the next of these."""

    type: Literal["reopen"] = "reopen"
    at: Moment


class EndEntry(Record):
    """The last match is over; the seed is revealed. After it only the organiser's decisions may come."""

    type: Literal["end"] = "end"
    seed: str


Entry = (
    RunEntry
    | BeaconEntry
    | SessionEntry
    | MatchEntry
    | VoidEntry
    | DisqualifyEntry
    | WithdrawEntry
    | AnnulEntry
    | ReinstateEntry
    | LossEntry
    | ReopenEntry
    | EndEntry
)
Decision = DisqualifyEntry | WithdrawEntry | AnnulEntry | ReinstateEntry
"""What the organiser decides."""
AfterEnd = DisqualifyEntry | AnnulEntry | ReinstateEntry | ReopenEntry | LossEntry
"""What may still be entered after the end: it changes no match, only what counts."""

_ENTRY: Final[TypeAdapter[Entry]] = TypeAdapter(Annotated[Entry, Field(discriminator="type")])


def outcome_of(entry: MatchEntry) -> MatchOutcome:
    """A match entry's outcome as a value."""
    return MatchOutcome.from_record(entry.outcome)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of the file: its number from 1, what it says, and the SHA-256 (hex) of all lines up to it."""

    number: int
    entry: Entry
    sha256: str


def read_ledger(path: Path) -> list[Entry]:
    """All entries; a last line without its newline (a write cut off) isn't one.

    Raises TranscriptError at the first line that can't be read or doesn't follow the one before.
    """
    return list(iter_ledger(path))


def iter_ledger(path: Path) -> Iterator[Entry]:
    """As ``read_ledger``, one entry at a time: for ledgers of any length."""
    yield from _Reading(path)


def ledger_lines(path: Path) -> Iterator[LedgerLine]:
    """As ``iter_ledger``, each entry with its place; a line that isn't written as the arena does is wrong too."""
    reading = _Reading(path, exact=True)
    for entry in reading:
        yield LedgerLine(reading.lines, entry, reading.whole.hexdigest())


class _Reading:
    """One pass over a ledger: the hash of the last line and of all, and where the whole lines end.

    exact: each entry is written anew and compared, which takes twice as long.
    """

    def __init__(self, path: Path, *, exact: bool = False) -> None:
        self._path = path
        self._exact = exact
        self.last = GENESIS
        self.whole = hashlib.sha256()
        self.lines = 0
        self.end = 0
        self.ended = False

    def __iter__(self) -> Iterator[Entry]:
        for raw in _whole_lines(self._path):
            yield self._take(raw)

    def _take(self, raw: bytes) -> Entry:
        body, _, chain = raw.rpartition(_MARK)
        try:
            entry = _ENTRY.validate_json(body + b"}")
        except ValidationError as error:
            raise self._wrong(f"isn't a ledger entry: {complaint(error)}") from None
        if isinstance(entry, RunEntry) != (self.lines == 0):
            raise self._wrong("is out of place: a ledger begins with its run, and has no other")
        if self.ended and not isinstance(entry, AfterEnd):
            raise self._wrong(f"is out of place: no {entry.type!r} comes after the end")
        if chain != _chain(self.last):
            message = (
                CONVERTED
                if raw.endswith(b"\r\n")
                else "doesn't follow the line before it: one of the two was changed, dropped or moved"
            )
            raise self._wrong(message)
        if self._exact and body != _body(entry):
            raise self._wrong("isn't written as the arena writes it")
        self.add(entry, raw)
        return entry

    def add(self, entry: Entry, raw: bytes) -> None:
        """Count in a line that follows what was read."""
        self.lines += 1
        self.last = hashlib.sha256(raw).hexdigest()
        self.whole.update(raw)
        self.end += len(raw)
        self.ended |= isinstance(entry, EndEntry)

    def _wrong(self, message: str) -> TranscriptError:
        return TranscriptError(message, path=str(self._path), line=self.lines + 1)


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file as they stand there, but for a last one without its newline."""
    try:
        with path.open("rb") as file:
            for raw in file:
                if raw.endswith(b"\n"):
                    yield raw
    except OSError as error:
        raise TranscriptError(f"can't be read: {error.strerror}", path=str(path)) from None


Seen = Callable[[Entry], None]
"""Is shown each entry of a ledger as it is opened."""


def _look_away(_entry: Entry) -> None:
    pass


class Ledger:
    """The ledger open for appending, by one process at a time.

    Opening cuts a torn last line off, and shows every entry to ``seen``; none is kept in memory. first is
    the run's entry, None where there is none yet; ended, whether the last match is over. Raises TranscriptError
    for a damaged ledger, RunError while another process holds it, OSError for the file system's own troubles.
    """

    def __init__(self, path: Path, seen: Seen = _look_away) -> None:
        fresh = not path.exists()
        self._path = path
        self.first: RunEntry | None = None
        self._file = path.open("ab", buffering=0)
        try:
            _lock(self._file.fileno(), path)
            self._reading = _Reading(path)
            for entry in self._reading:
                if isinstance(entry, RunEntry):
                    self.first = entry
                seen(entry)
            self._file.truncate(self._reading.end)
            if fresh:
                sync_directory(path.parent)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    @property
    def ended(self) -> bool:
        """Whether the last match is over."""
        return self._reading.ended

    @property
    def sha256(self) -> str:
        """The SHA-256 (hex) of the whole file."""
        return self._reading.whole.hexdigest()

    def is_at(self, path: Path) -> bool:
        """Whether this very file is still the one at ``path``."""
        try:
            return os.path.samestat(path.stat(), os.fstat(self._file.fileno()))
        except OSError:
            return False

    def entries(self) -> Iterator[Entry]:
        """All entries, read again from the file, which was proved when it was opened."""
        for raw in _whole_lines(self._path):
            yield _ENTRY.validate_json(raw.rpartition(_MARK)[0] + b"}")

    def append(self, entry: Entry) -> None:
        """Write one entry and sync it. If that fails, the ledger is as it was, and OSError is raised."""
        reading = self._reading
        if isinstance(entry, RunEntry) != (self.first is None):
            raise RefereeBug(f"{entry.type} can't be entry {reading.lines + 1} of a ledger")
        if self.ended and not isinstance(entry, AfterEnd):
            raise RefereeBug(f"{entry.type} can't come after the end of a ledger")
        line = _line(entry, reading.last)
        try:
            left = memoryview(line)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(reading.end)
            raise
        reading.add(entry, line)
        if isinstance(entry, RunEntry):
            self.first = entry


def _body(entry: Entry) -> bytes:
    """An entry as it stands in its line, without the closing brace."""
    return entry.model_dump_json(ensure_ascii=True)[:-1].encode("ascii")


def _line(entry: Entry, previous: str) -> bytes:
    return _body(entry) + _MARK + _chain(previous)


def _chain(previous: str) -> bytes:
    """The end of a line, which ties it to the line before it."""
    return previous.encode("ascii") + b'"}\n'


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
