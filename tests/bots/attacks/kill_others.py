"""Kills its rivals, or its partner, as argument 2 says."""

import os
import signal
import sys

from attack import each, solo, victims


def attack():
    return each(victims(sys.argv[2]), lambda pid: os.kill(pid, signal.SIGKILL))


solo(attack)
