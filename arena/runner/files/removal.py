"""Taking away folders that strangers have filled: however deep, however many, whatever their modes.

``shutil.rmtree`` goes down by recursion, with a descriptor for each level: a bot that makes a thousand
folders within each other would end the process that cleans up after it.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_DEEP: Final = 32
"""What is further down is moved to the top, for its path may be longer than the system takes."""

_ROUNDS: Final = 3
_BREATH: Final = 256
"""Some milliseconds' work, after which others have their turn."""


def discard(path: Path) -> None:
    """Remove a file or a whole folder, read-only or not; nothing there is fine too. Raises OSError."""
    for _ in removing(path):
        pass


def discard_if_possible(path: Path) -> None:
    """The same, as far as it can be done: for what is left in a folder for temporary files."""
    with suppress(OSError):
        discard(path)


def removing(path: Path) -> Iterator[None]:
    """Do what ``discard`` does, bit by bit: for who has other work between the bits."""
    for _ in range(_ROUNDS):
        yield from _remove(path)
        if not os.path.lexists(path):
            return
    path.rmdir()


def _remove(path: Path) -> Iterator[None]:
    """One round: all that is found, but for a folder that a system hasn't listed whole while it was emptied."""
    if not path.is_dir() or path.is_symlink():
        path.unlink(missing_ok=True)
        return
    token = secrets.token_hex(8)
    emptied: list[Path] = []
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        folder.chmod(0o700)
        with os.scandir(folder) as entries:
            for count, entry in enumerate(entries):
                if count % _BREATH == _BREATH - 1:
                    yield
                inner = Path(entry.path)
                if not entry.is_dir(follow_symlinks=False):
                    inner.unlink()
                    continue
                inner.chmod(0o700)
                if len(inner.parts) > len(path.parts) + _DEEP:
                    inner = inner.rename(path / f"{token}-{len(emptied)}-{len(waiting)}")
                waiting.append(inner)
        emptied.append(folder)
        yield
    for folder in reversed(emptied):
        with suppress(OSError):
            folder.rmdir()
