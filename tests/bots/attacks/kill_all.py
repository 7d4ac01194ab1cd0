"""Kills everybody whom it may. Asks first, for a test must survive it: signal 0 is checked as any other."""

import os
import signal

from attack import solo


def attack():
    try:
        os.kill(-1, 0)
    except OSError:
        os.kill(-1, signal.SIGKILL)
    return "could kill others"


solo(attack)
