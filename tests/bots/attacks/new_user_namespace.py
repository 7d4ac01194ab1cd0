"""Makes a user namespace, in which it would be root."""

import os

from attack import libc, solo

CLONE_NEWUSER = 0x10000000


def attack():
    # In a child: a process with threads can't.
    child = os.fork()
    if child == 0:
        os._exit(0 if libc.unshare(CLONE_NEWUSER) == 0 else 1)
    _, status = os.waitpid(child, 0)
    return status == 0 and "root of a user namespace"


solo(attack)
