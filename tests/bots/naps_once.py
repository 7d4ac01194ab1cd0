"""Answers every request properly, but falls asleep over one of the first deal, until others have run out of time too.

It sleeps by what its pipe holds, not by the clock: on a busy host a trick takes long.
"""

import fcntl
import struct
import termios
import time

from scripted import card, run

STDIN = 0
TIMES = 3
"""So often more has come in: word that its time is over, the next request, and word of that one."""

naps = [True]


def waiting() -> int:
    """How many bytes wait to be read."""
    return struct.unpack("i", fcntl.ioctl(STDIN, termios.FIONREAD, bytes(4)))[0]


def late(message):
    if naps:
        naps.pop()
        known = waiting()
        for _ in range(TIMES):
            while waiting() <= known:
                time.sleep(0.02)
            known = waiting()
    card(message)


run(late)
