"""Kills its rivals by way of file descriptors."""

import os
import signal

from attack import each, solo, victims


def attack():
    return each(
        victims("rival"), lambda pid: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL)
    )


solo(attack)
