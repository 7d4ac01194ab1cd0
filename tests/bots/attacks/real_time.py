"""Makes itself a real-time process, which nobody else gets a core from."""

import os

from attack import solo


def attack():
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    return "runs in real time"


solo(attack)
