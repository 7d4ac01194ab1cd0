"""Tells its partner by a lock in a file of its own, which the kernel's list of locks shows to all."""

import fcntl
import os
import struct
from pathlib import Path

from attack import MARK, pair

BASE = int(MARK[:8], 16) << 20
held = []


def send(token):
    if not held:
        held.append(os.open(Path(os.environ["HOME"], "lock"), os.O_RDWR | os.O_CREAT))
        fcntl.fcntl(held[0], fcntl.F_SETLK, struct.pack("hhqqi4x", 0, 0, BASE + token, 1, 0))


def receive():
    for line in Path("/proc/locks").read_text().splitlines():
        start = line.split()[-2]
        if start.isdigit() and BASE <= int(start) < BASE + (1 << 16):
            return int(start) - BASE
    return None


pair(send, receive)
