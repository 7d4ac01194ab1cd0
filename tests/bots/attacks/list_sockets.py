"""Looks for a service of the host, which argument 2 names, in the kernel's list of sockets."""

import sys
from pathlib import Path

from attack import each, solo

LISTS = ["/proc/net/unix", "/proc/self/net/unix", "/proc/thread-self/net/unix"]


def attack():
    found = []

    def look(path):
        found.extend(line for line in Path(path).read_text().splitlines() if sys.argv[2] in line)

    each(LISTS, look)
    return found and "sees the host's sockets"


solo(attack)
