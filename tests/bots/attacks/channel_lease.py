"""Tells its partner by which of sixteen files it holds open: a lease for writing is refused on those."""

import fcntl
import os

from attack import TOKEN_BITS, bits, pair, shared_files, token_of

held = {}


def send(token):
    files = [*shared_files(), __file__]
    for bit in [*bits(token), TOKEN_BITS]:
        if bit not in held:
            held[bit] = os.open(files[bit], os.O_RDONLY)


def is_open(path):
    file = os.open(path, os.O_RDONLY)
    try:
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def receive():
    if is_open(__file__):
        return token_of(bit for bit, path in enumerate(shared_files()) if is_open(path))
    return None


pair(send, receive)
