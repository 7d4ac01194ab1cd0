"""Makes a user namespace with clone, and with clone3, of which a filter can't see the flags."""

import ctypes
import os
import signal

from attack import each, solo, syscall

CLONE, CLONE3, CLONE_NEWUSER = 56, 435, 0x10000000


def attack():
    def new(call):
        pid = call()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)

    arguments = (ctypes.c_uint64 * 11)()
    arguments[0], arguments[4] = CLONE_NEWUSER, signal.SIGCHLD
    calls = [
        lambda: syscall(CLONE, CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0),
        lambda: syscall(CLONE3, arguments, ctypes.sizeof(arguments)),
    ]
    return each(calls, new)


solo(attack)
