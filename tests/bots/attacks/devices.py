"""Opens devices of the host."""

import os
from pathlib import Path

from attack import each, solo

NAMES = "kmsg mem port kvm fuse loop-control loop0 vda sda nvme0n1 net/tun ptmx mapper/control input rtc0"


def attack():
    paths = [path for name in NAMES.split() if (path := Path("/dev", name)).exists()]
    harmless = Path("/dev/pts/ptmx").exists() and Path("/dev/pts").stat().st_dev
    paths = [path for path in paths if not (path.name == "ptmx" and harmless)]
    return each(paths, lambda path: os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK)))


solo(attack)
