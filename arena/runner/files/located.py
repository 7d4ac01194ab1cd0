"""Naming the place of an error that is told without one."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def located(place: Path) -> Generator[None]:
    """Let an OSError that names no file, as that of a full disk doesn't, name ``place``."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.strerror = error.strerror or str(error)  # with a filename, only that is shown
            error.filename = str(place)
        raise


def resolved(path: Path) -> Path:
    """``path`` without links on the way. Raises OSError for one that leads in a circle.

    pathlib tells of it by a RuntimeError, without its place, or not at all, as the Python is.
    """
    found = Path(os.path.realpath(path))
    if found.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return found
