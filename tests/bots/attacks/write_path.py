"""Writes, or adds to, what argument 2 names: a file, or a folder."""

import sys
from pathlib import Path

from attack import MARK, solo


def attack():
    path = Path(sys.argv[2])
    if path.is_dir():
        (path / f"note-{MARK}").write_bytes(b"remember")
    else:
        path.open("ab").close()
    return "wrote"


solo(attack)
