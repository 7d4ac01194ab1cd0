"""Reads a file of /proc about others: argument 2 says whom, argument 4 which."""

import sys
from pathlib import Path

from attack import each, solo, victims


def attack():
    what = sys.argv[4]

    def read(pid):
        path = Path(f"/proc/{pid}/{what}")
        if what == "fd":
            next(path.iterdir()).readlink()
        elif what == "mem":
            path.open("rb").close()
        elif what == "root":
            next((path / "etc").iterdir())
        else:
            path.read_bytes()

    return each(victims(sys.argv[2]), read)


solo(attack)
