"""Opening files that a stranger has made: nothing is followed, nothing is waited for, nothing is endless."""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Final

_FLAGS: Final = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
# A FIFO without a writer would hold up an open for ever, and a terminal become our own.
_FILE: Final = _FLAGS | os.O_NONBLOCK | os.O_NOCTTY
_FOLDER: Final = _FLAGS | os.O_DIRECTORY


class NotPlainError(OSError):
    """What is no plain file any more, or has more bytes than it may; ``strerror`` says so."""


@contextmanager
def open_plain(root: Path, name: str) -> Generator[BufferedReader]:
    """The plain file at ``name`` below ``root``, open for reading.

    No symbolic link is followed on the way from ``root``. Raises OSError, of which NotPlainError is one.
    """
    *folders, last = name.split("/")
    place = os.open(root, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
    try:
        for folder in folders:
            below = os.open(folder, _FOLDER, dir_fd=place)
            os.close(place)
            place = below
        descriptor = os.open(last, _FILE, dir_fd=place)
    finally:
        os.close(place)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotPlainError(0, "it isn't a plain file", name)
        yield file


def read_plain(path: Path, most_bytes: int) -> bytes:
    """Up to ``most_bytes`` and one more of a plain file; a link to one, named by the organiser, is fine.

    Raises OSError, of which NotPlainError is one.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotPlainError(0, "it isn't a plain file", str(path))
        return file.read(most_bytes + 1)


def read_at_most(file: BufferedReader, most_bytes: int) -> Generator[bytes]:
    """What is in a file, in pieces. Raises NotPlainError once it is more: it grows while it is read."""
    left = most_bytes
    while piece := file.read(min(left + 1, 1 << 20)):
        left -= len(piece)
        if left < 0:
            raise NotPlainError(0, "it grows while it is being read")
        yield piece
