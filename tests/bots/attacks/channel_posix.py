"""Tells its partner by POSIX' means: argument 2 says mq or shm."""

import ctypes
import errno
import os
import sys

from attack import MARK, check, libc, pair

NAME = b"/" + MARK.encode()
CREATE = os.O_CREAT | os.O_RDWR | os.O_NONBLOCK


def open_shared(flags):
    return check(libc.shm_open(NAME, flags & ~os.O_NONBLOCK, 0o600))


def open_queue(flags):
    return check(libc.mq_open(NAME, flags, 0o600, None))


def send(token):
    text = str(token).encode()
    if sys.argv[2] == "mq":
        libc.mq_send(open_queue(CREATE), text, len(text), 0)
    else:
        os.write(open_shared(CREATE), text)


def receive():
    try:
        return look()
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.EAGAIN}:
            return None
        raise


def look():
    if sys.argv[2] == "mq":
        queue = open_queue(os.O_RDWR | os.O_NONBLOCK)
        libc.mq_unlink(NAME)
        buffer = ctypes.create_string_buffer(65536)
        check(libc.mq_receive(queue, buffer, len(buffer), None))
        return int(buffer.value)
    shared = open_shared(os.O_RDWR)
    libc.shm_unlink(NAME)
    return int(os.read(shared, 100) or 0)


pair(send, receive)
