"""What children write to stderr: taken in without end, kept with a cap."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import trio

from arena.engine import Seat

HEAD_BYTES: Final = 2 * 1024
"""Kept of a process's first words: what it says of itself, and the first of many same complaints."""

TAIL_BYTES: Final = 6 * 1024
"""Kept of its last words, where a traceback stands."""

READ_BYTES: Final = 64 * 1024
"""One read: a full pipe."""

PAUSE_S: Final = 0.001
"""After a full pipe: a flood goes on at 64 MB/s at most, and leaves the core to others."""


@dataclass(frozen=True, slots=True)
class StderrTail:
    """What one process at a seat wrote to stderr: how much, and its first and last bytes, raw."""

    seat: Seat
    total_bytes: int
    kept: bytes


StderrSink = Callable[[StderrTail], None]
"""Is given what each process wrote, once that process has ended."""


class StderrBuffer:
    """The first and last bytes of a stream of any length."""

    __slots__ = ("_head", "_tail", "total_bytes")

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.total_bytes = 0

    def feed(self, data: bytes) -> None:
        """Take in what came."""
        self.total_bytes += len(data)
        room = HEAD_BYTES - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[:-TAIL_BYTES]

    @property
    def kept(self) -> bytes:
        """What was kept, with a line in its middle that says how much wasn't."""
        dropped = self.total_bytes - len(self._head) - len(self._tail)
        cut = b"\n[... %d bytes ...]\n" % dropped if dropped else b""
        return bytes(self._head + cut + self._tail)

    def read_now(self, pipe: int) -> int | None:
        """Take in what one read finds: how many bytes, 0 at the end, None where nothing is there yet."""
        try:
            data = os.read(pipe, READ_BYTES)
        except BlockingIOError:
            return None
        self.feed(data)
        return len(data)

    async def drain(self, pipe: int) -> None:
        """Take in what comes, until the pipe's end or until cancelled."""
        while True:
            await trio.lowlevel.wait_readable(pipe)
            read = self.read_now(pipe)
            if read == 0:
                return
            if read == READ_BYTES:
                await trio.sleep(PAUSE_S)
