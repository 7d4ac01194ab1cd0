"""Tells its partner by System V's means: argument 2 says shm, sem or msg."""

import atexit
import ctypes
import errno
import sys

from attack import MARK, check, libc, pair

KEY = int(MARK[:7], 16) | 1
CREATE, REMOVE, SETVAL, GETVAL = 0o1000 | 0o666, 0, 16, 12
libc.shmat.restype = ctypes.c_void_p


def remove(control, *arguments):
    atexit.register(lambda: control(*arguments))


def send(token):
    match sys.argv[2]:
        case "shm":
            number = check(libc.shmget(KEY, 4096, CREATE))
            ctypes.c_int.from_address(libc.shmat(number, None, 0)).value = token
            remove(libc.shmctl, number, REMOVE, None)
        case "sem":
            number = check(libc.semget(KEY, 1, CREATE))
            check(libc.semctl(number, 0, SETVAL, token))
            remove(libc.semctl, number, 0, REMOVE)
        case _:
            number = check(libc.msgget(KEY, CREATE))
            check(libc.msgsnd(number, (ctypes.c_long * 2)(1, token), 8, 0o4000))
            remove(libc.msgctl, number, REMOVE, None)


def receive():
    try:
        return look()
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOMSG}:
            return None
        raise


def look():
    match sys.argv[2]:
        case "shm":
            number = check(libc.shmget(KEY, 4096, 0))
            return ctypes.c_int.from_address(libc.shmat(number, None, 0)).value
        case "sem":
            number = check(libc.semget(KEY, 1, 0))
            return check(libc.semctl(number, 0, GETVAL, 0))
        case _:
            buffer = (ctypes.c_long * 2)()
            check(libc.msgrcv(check(libc.msgget(KEY, 0)), buffer, 8, 0, 0o4000))
            return buffer[1]


pair(send, receive, 1 << 15)
