"""Chooses the core that its rivals, or the referee, must use."""

import os
import sys

from attack import each, solo, victims


def attack():
    def pin(pid):
        os.sched_setaffinity(pid, os.sched_getaffinity(pid))

    return each(victims(sys.argv[2]), pin)


solo(attack)
