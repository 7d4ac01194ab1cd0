"""What bots write to stderr: captured with a cap, and kept beside the match log.

The file is JSON Lines, one object per process that wrote anything, in the order in which they ended:
``{"half": 0, "seat": "N", "process": 1, "text": "...", "dropped": 0}``.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from arena.engine import Seat

HEAD_BYTES: Final = 4 * 1024
"""Kept of a process's first words: what it says of itself, and the first of many same complaints."""

TAIL_BYTES: Final = 12 * 1024
"""Kept of its last words, where a traceback stands."""

SUFFIX: Final = ".stderr"


@dataclass(frozen=True, slots=True)
class StderrTail:
    """What one process wrote to stderr.

    process counts the seat's processes in the half from 1; text is raw but for what isn't UTF-8 (may hold
    control characters: strip them before a terminal), with ``dropped`` bytes left out of its middle.
    """

    seat: Seat
    process: int
    text: str
    dropped: int


StderrSink = Callable[[StderrTail], None]
"""Is given what each process wrote, once that process has ended."""


@dataclass(frozen=True, slots=True)
class StderrRecord:
    """One line of the file: ``half`` is 0 or 1, ``seat`` a letter of NESW, the rest as in StderrTail."""

    half: int
    seat: str
    process: int
    text: str
    dropped: int


class StderrBuffer:
    """The first and last bytes of a stream of any length."""

    __slots__ = ("_head", "_tail", "_total")

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._total = 0

    def feed(self, data: bytes) -> None:
        """Take in what came."""
        self._total += len(data)
        room = HEAD_BYTES - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[:-TAIL_BYTES]

    @property
    def dropped(self) -> int:
        """How many bytes weren't kept."""
        return self._total - len(self._head) - len(self._tail)

    @property
    def text(self) -> str:
        """What was kept, with a line in its middle that says how much wasn't."""
        cut = b"\n[... %d bytes ...]\n" % self.dropped if self.dropped else b""
        return (self._head + cut + self._tail).decode("utf-8", "backslashreplace")


def stderr_path(log_path: Path) -> Path:
    """Where the stderr of a match's bots is kept: beside its log. There only if a bot wrote any."""
    return log_path.with_suffix(SUFFIX)


def write_stderr(log_path: Path, records: Iterable[StderrRecord]) -> None:
    """Keep what the bots of a match wrote; replaces what an earlier attempt at the match left."""
    lines = [json.dumps(asdict(record)) + "\n" for record in records if record.text]
    path = stderr_path(log_path)
    path.unlink(missing_ok=True)
    if lines:
        path.write_text("".join(lines), encoding="ascii")


def read_stderr(log_path: Path) -> list[StderrRecord]:
    """What the bots of a match wrote to stderr; empty if nothing."""
    path = stderr_path(log_path)
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines()
    return [_RECORD.validate_json(line) for line in lines]


_RECORD: Final = TypeAdapter(StderrRecord)
