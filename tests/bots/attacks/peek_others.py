"""Reads the memory of others with a call of the kernel made for that."""

import ctypes
import sys

from attack import each, solo, syscall, victims

PROCESS_VM_READV = 310


class Span(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def attack():
    buffer = ctypes.create_string_buffer(8)
    # Programs of one kind lie at other addresses, but the error for a wrong one is EFAULT, not EPERM.
    mine = Span(ctypes.addressof(buffer), 8)
    theirs = Span(ctypes.addressof(buffer), 8)

    def peek(pid):
        try:
            syscall(PROCESS_VM_READV, pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)
        except OSError as error:
            if error.errno != 14:
                raise

    return each(victims(sys.argv[2]), peek)


solo(attack)
