"""Kills everybody whom it may. Asks first, for a test must survive it: signal 0 is checked as any other.

That kill(-1) itself succeeds tells nothing: it does so too where it was denied for each process.
"""

import os
import signal

from attack import solo

MAX_PID = 1 << 16


def may_kill(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return pid != os.getpid()


def attack():
    # Not the first process: of a system, root may signal it in vain, and of a namespace it heeds no kill.
    reached = [pid for pid in range(2, MAX_PID) if may_kill(pid)]
    if not reached:
        os.kill(-1, signal.SIGKILL)
    return reached and f"could kill {len(reached)}"


solo(attack)
