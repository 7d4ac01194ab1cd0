"""Kills its parent and the referee."""

import os
import signal

from attack import each, solo, victims


def attack():
    parents = {os.getppid(), *victims("referee")} - {0, 1}
    return each(parents, lambda pid: os.kill(pid, signal.SIGKILL)) and "killed the referee"


solo(attack)
