"""Traces the referee, its rivals or its partner, as argument 2 says. A seized process isn't even stopped."""

import os
import sys

from attack import each, solo, syscall, victims

PTRACE, PTRACE_SEIZE = 101, 0x4206


def seize(pid):
    syscall(PTRACE, PTRACE_SEIZE, pid, 0, 0)


def seize_and_let_go(pid):
    """In a child, whose end frees the traced: else a signal would stop it, and end the test."""
    child = os.fork()
    if child == 0:
        try:
            seize(pid)
        except OSError as error:
            os._exit(error.errno)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        raise OSError(os.waitstatus_to_exitcode(status), "PTRACE_SEIZE")


solo(lambda: each(victims(sys.argv[2]), seize if sys.argv[2] == "partner" else seize_and_let_go))
