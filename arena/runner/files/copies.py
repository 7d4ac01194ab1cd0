"""A copy of a folder whose files share nothing with the first's: no inode, and so no page cache, lock or waiting thread."""

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_AT_ONCE: Final = 1 << 30
"""How much one call is asked to copy; the kernel may do less."""


def copy_apart(source: Path, target: Path) -> None:
    """Copy all that is in ``source`` into the empty folder ``target``: contents, modes and times; links stay links.

    Where the file system can, blocks are shared until they are written (reflink): then a large file costs nothing.
    What is neither file, folder nor link is left out. Raises OSError.
    """
    with os.scandir(source) as entries:
        for entry in entries:
            place = target / entry.name
            if entry.is_symlink():
                place.symlink_to(Path(entry.path).readlink())
            elif entry.is_dir():
                place.mkdir(mode=0o700)
                copy_apart(Path(entry.path), place)
            elif entry.is_file():
                _copy(entry.path, place)
    shutil.copystat(source, target)


def _copy(source: str, target: Path) -> None:
    # A bot may have put anything in the place of what was just looked at: no link is followed, no pipe waited for.
    # The first's time of access stays as it is, where its owner or root asks.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        reader = os.open(source, flags | os.O_NOATIME)
    except PermissionError:
        reader = os.open(source, flags)
    try:
        status = os.fstat(reader)
        if not stat.S_ISREG(status.st_mode):
            return
        writer = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            _pour(reader, writer)
            os.fchmod(writer, stat.S_IMODE(status.st_mode) & 0o777)
            os.utime(writer, ns=(status.st_atime_ns, status.st_mtime_ns))
        finally:
            os.close(writer)
    finally:
        os.close(reader)


def _pour(reader: int, writer: int) -> None:
    # Between two file systems, or on one without that call, what is missing is copied plainly.
    with suppress(OSError):
        while os.copy_file_range(reader, writer, _AT_ONCE):
            pass
    while os.sendfile(writer, reader, None, _AT_ONCE):
        pass
