"""Fills its TMPDIR with files that are each of an allowed size."""

import os
from pathlib import Path

from attack import solo

MIB = 1 << 20
FILES, EACH_MIB = 100, 4


def attack():
    for count in range(FILES):
        with Path(os.environ["TMPDIR"], f"file{count}").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, EACH_MIB * MIB)
    return f"{FILES * EACH_MIB} MiB in files"


solo(attack)
