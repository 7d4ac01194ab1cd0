"""Writing a match log: never a half-written file under the final name."""

import contextlib
import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.engine import Seat
from arena.errors import RefereeBug
from arena.referee.events import CardPlayed, DealEnded, Event, TableClosed, UnitEnded
from arena.referee.spec import MatchSpec
from arena.transcript.chain import GENESIS, chain_value, ended, fields_as_written, numbered
from arena.transcript.convert import record_of, seat_name, written_play
from arena.transcript.escapes import escape_bytes
from arena.transcript.header import Provenance, header_of
from arena.transcript.outcome import HalfFold, MatchOutcome, outcome_of_folds
from arena.transcript.records import AnyRecord, HalfRecord, SealRecord, StderrRecord

PART_SUFFIX = ".part"

_ENDS = (DealEnded, UnitEnded, TableClosed)
"""Events with which what waits is written."""


class MatchLog:
    """One match's log while it is being written, as ``path`` plus ``.part``.

    Use it as a context manager. ``seal`` ends the log, syncs it and gives it its name; if it isn't reached,
    the part stays behind for whoever cleans up. Every method may raise OSError (disk full).
    ``started`` (with a time zone) is now, unless it is given.
    """

    def __init__(
        self,
        path: Path,
        spec: MatchSpec,
        provenance: Provenance,
        started: datetime | None = None,
    ) -> None:
        self._path = path
        self._part = path.with_name(path.name + PART_SUFFIX)
        self._spec = spec
        self._halves: list[HalfFold] = []
        self._closed = False
        self._waiting: list[Event | AnyRecord] = []
        self._lines = 0
        self._chain = GENESIS
        self._hash = hashlib.sha256()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._part.open("wb")
        self._waiting.append(header_of(spec, provenance, started or datetime.now(UTC)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._file.close()
            return
        # What still waits may not fit on the disk; the error that ended the match tells more.
        with contextlib.suppress(OSError):
            self._flush()
        with contextlib.suppress(OSError):
            self._file.close()

    def half(self, half: int) -> None:
        """Half 0 or 1 begins; events that follow belong to it."""
        if self._halves and not self._closed:
            raise RefereeBug("a half can't begin before the one before it is over")
        self._halves.append(HalfFold())
        self._closed = False
        self._waiting.append(HalfRecord(half=half))

    def event(self, event: Event) -> None:
        """Write an event. Lines wait for the end of their deal or unit, and are in the file from then on."""
        self._waiting.append(event)
        if isinstance(event, _ENDS):
            self._closed = isinstance(event, TableClosed)
            self._flush()

    def stderr(self, seat: Seat, total_bytes: int, tail: bytes) -> None:
        """Note what a process wrote to stderr: how much, and the last of it."""
        self._waiting.append(
            StderrRecord(seat=seat_name(seat), total_bytes=total_bytes, tail=escape_bytes(tail))
        )

    def seal(self) -> tuple[MatchOutcome, str]:
        """Fold the outcome, write it and the seal, sync, and give the file its name.

        Returns the outcome and the SHA-256 (hex) of the whole file.
        """
        if not self._closed:
            raise RefereeBug("a match that isn't over can't be sealed")
        outcome = outcome_of_folds(self._spec, self._halves)
        self._waiting.append(outcome.to_record())
        self._flush()
        self._waiting.append(SealRecord(lines=self._lines, sha256=self._hash.hexdigest()))
        self._flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.rename(self._path)
        sync_directory(self._path.parent)
        return outcome, self._hash.hexdigest()

    def _flush(self) -> None:
        """Put what waits into the file: all at once, for that is quickest."""
        lines: list[bytes] = []
        for item in self._waiting:
            if isinstance(item, CardPlayed):
                self._halves[-1].take(item)
                fields = written_play(item)
            elif isinstance(item, Event):
                self._halves[-1].take(item)
                fields = fields_as_written(record_of(item))
            else:
                fields = fields_as_written(item)
            self._lines += 1
            body = numbered(self._lines, fields)
            self._chain = chain_value(self._chain, body)
            lines.append(ended(body, self._chain))
        self._waiting.clear()
        raw = b"".join(lines)
        self._hash.update(raw)
        self._file.write(raw)
        self._file.flush()


def sync_directory(path: Path) -> None:
    """Make a rename or a new file in ``path`` last through a power cut."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
