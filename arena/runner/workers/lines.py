"""Whole lines over pipes between the organiser's process and its workers, without a thread."""

import os
from typing import Final

import trio

_READ_BYTES: Final = 64 * 1024


class LinePipes:
    """Reads lines from one file descriptor and writes lines to another; neither may block.

    Lines are trusted: both ends are the arena's own, so no length is too great.
    """

    __slots__ = ("_reader", "_received", "_writer")

    def __init__(self, reader: int, writer: int) -> None:
        self._reader = reader
        self._writer = writer
        self._received = bytearray()

    async def send(self, line: bytes) -> None:
        """Write one line, given without its end. Raises BrokenPipeError when nobody reads any more."""
        left = memoryview(line + b"\n")
        while left:
            await trio.lowlevel.wait_writable(self._writer)
            left = left[os.write(self._writer, left) :]

    async def receive(self) -> bytes | None:
        """The next line without its end, or None when there will be no more whole one."""
        while b"\n" not in self._received:
            await trio.lowlevel.wait_readable(self._reader)
            data = os.read(self._reader, _READ_BYTES)
            if not data:
                return None
            self._received += data
        line, _, self._received = self._received.partition(b"\n")
        return bytes(line)
