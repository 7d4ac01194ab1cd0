"""Makes a device file."""

import os
import stat
from pathlib import Path

from attack import solo


def attack():
    os.mknod(Path(os.environ["HOME"], "null"), stat.S_IFCHR | 0o600, os.makedev(1, 5))
    return "made a device"


solo(attack)
