"""Stops its parent and the referee, and would win by their silence."""

import os
import signal

from attack import each, solo, victims


def attack():
    parents = {os.getppid(), *victims("referee")} - {0, 1}
    return each(parents, lambda pid: os.kill(pid, signal.SIGSTOP)) and "stopped the referee"


solo(attack)
