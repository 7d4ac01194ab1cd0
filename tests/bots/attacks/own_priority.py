"""Gives itself a higher priority."""

import os

from attack import solo


def attack():
    os.setpriority(os.PRIO_PROCESS, 0, -5)
    return "raised its priority"


solo(attack)
