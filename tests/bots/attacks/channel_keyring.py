"""Tells its partner by a key in the keyring of their common user."""

import ctypes
import errno

from attack import MARK, pair, syscall

ADD_KEY, KEYCTL = 248, 250
SEARCH, READ = 10, 11
USER_KEYRING = ctypes.c_int(-4)
NAME = MARK.encode()


def send(token):
    text = str(token).encode()
    syscall(ADD_KEY, b"user", NAME, text, ctypes.c_size_t(len(text)), USER_KEYRING)


def receive():
    buffer = ctypes.create_string_buffer(100)
    try:
        key = syscall(KEYCTL, SEARCH, USER_KEYRING, b"user", NAME, 0)
        syscall(KEYCTL, READ, key, buffer, ctypes.c_size_t(100))
    except OSError as error:
        if error.errno in {errno.ENOKEY, errno.EACCES}:
            return None
        raise
    return int(buffer.value)


pair(send, receive)
