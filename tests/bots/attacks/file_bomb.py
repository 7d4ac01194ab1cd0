"""Writes one file that is far larger than allowed."""

import os
import signal
from pathlib import Path

from attack import solo

MIB = 1 << 20
ENOUGH_MIB = 64

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def attack():
    with Path(os.environ["TMPDIR"], "big").open("wb") as file:
        for size in range(ENOUGH_MIB):
            try:
                file.write(bytes(MIB))
                file.flush()
            except OSError as error:
                raise OSError(error.errno, f"{error.strerror} after {size} MiB") from None
    return f"{ENOUGH_MIB} MiB in a file"


solo(attack)
