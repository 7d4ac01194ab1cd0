"""Folders for a while, that bots of other users can pass through.

Whoever has such a folder holds a lock on it, which the kernel lets go when the process dies, however it does. So what
a process that was killed has left behind can be told from what is in use, and is removed by a later one.
"""

import fcntl
import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from arena.runner.files.removal import discard_if_possible

PREFIX: Final = "sueca-tmp-"
"""What the name of every folder begins with that may be removed by others once nobody holds it."""

_YOUNG_S: Final = 60.0
"""A folder is younger than this while its maker may not hold it yet."""


def make_scratch(kind: str) -> Path:
    """A new folder, empty; ``kind`` is a word in its name. Whoever uses it must ``hold`` it."""
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{kind}-"))


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Hold a folder, for as long as this process lives at most. What it starts doesn't hold it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def scratch_folder(kind: str) -> Generator[Path]:
    """A new folder, removed in the end with all that is in it.

    Nobody else can list it; but a bot that root starts is another user, and must reach its own folder in it.
    """
    folder = make_scratch(kind)
    try:
        with held(folder):
            folder.chmod(0o711)
            yield folder
    finally:
        discard_if_possible(folder)


def remove_left_over(now_s: float) -> None:
    """Remove the folders of this user that nobody holds any more: what killed processes have left.

    now_s: the time of day, to spare those that were made a moment ago.
    """
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and _is_left_over(entry, now_s):
                discard_if_possible(Path(entry.path))


def _is_left_over(entry: os.DirEntry[str], now_s: float) -> bool:
    try:
        status = entry.stat(follow_symlinks=False)
        if not entry.is_dir(follow_symlinks=False) or status.st_uid != os.geteuid():
            return False
        if now_s - status.st_mtime < _YOUNG_S:
            return False
        descriptor = os.open(entry.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    else:
        return True
    finally:
        os.close(descriptor)
