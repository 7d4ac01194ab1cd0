"""Writes, or adds to, what argument 2 names: a file, or a folder. The test looks for it there."""

import sys
from pathlib import Path

from attack import MARK, solo


def attack():
    path = Path(sys.argv[2])
    if path.is_dir():
        (path / f"note-{MARK}").write_bytes(b"remember")
    else:
        with path.open("ab") as file:
            file.write(MARK.encode())
    return "wrote"


solo(attack)
