"""Reads what it has no business with: a file or a folder that argument 2 names."""

import sys
from pathlib import Path

from attack import solo


def attack():
    path = Path(sys.argv[2])
    if path.is_dir():
        return len([it for it in path.iterdir() if it != Path(__file__).parent])
    return len(path.read_bytes())


solo(attack)
