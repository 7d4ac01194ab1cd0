"""Forks as often as it may, into sessions of their own; stops by itself, for a test must survive it."""

import os
import signal

from attack import solo

ENOUGH = 300


def attack():
    _ready, tick = os.pipe()
    for count in range(ENOUGH):
        try:
            child = os.fork()
        except OSError as error:
            raise OSError(error.errno, f"{error.strerror} after {count} processes") from None
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.setsid()
            os.close(tick)
            signal.pause()
    return f"{ENOUGH} processes"


solo(attack)
