"""Takes every core for itself."""

import os

from attack import solo


def attack():
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    return "chose its cores"


solo(attack)
