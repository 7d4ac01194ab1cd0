"""Sees in /proc/meminfo what it, or its partner, keeps in memory as files."""

import os
from pathlib import Path

from attack import solo

MIB = 1 << 20


def shared():
    text = Path("/proc/meminfo").read_text(encoding="ascii")
    lines = [line for line in text.splitlines() if line.startswith("Shmem:")]
    return int(lines[0].split()[1]) if lines else 0


def attack():
    before = shared()
    for place in ("/dev/shm", os.environ["HOME"]):
        try:
            Path(place, f"sueca-{os.getpid()}").write_bytes(b"x" * 32 * MIB)
        except OSError:
            continue
        grown = shared() - before
        Path(place, f"sueca-{os.getpid()}").unlink()
        if grown > 16 * 1024:
            return grown
    return None


solo(attack)
