"""Makes its rivals wait: gives them the lowest priority."""

import os

from attack import each, solo, victims


def attack():
    return each(victims("rival"), lambda pid: os.setpriority(os.PRIO_PROCESS, pid, 1))


solo(attack)
