"""Reads what it has no business with: a file or a folder that argument 2 names."""

import sys
from pathlib import Path

from attack import solo


def attack():
    path = Path(sys.argv[2])
    return len(list(path.iterdir())) if path.is_dir() else len(path.read_bytes())


solo(attack)
