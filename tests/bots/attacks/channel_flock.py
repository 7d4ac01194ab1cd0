"""Tells its partner by flock: which of sixteen files that both may read are locked."""

import fcntl
import os
from pathlib import Path

from attack import TOKEN_BITS, bits, pair, shared_files, token_of

held = {}


def send(token):
    files = [*shared_files(), __file__]
    for bit in [*bits(token), TOKEN_BITS]:
        if bit not in held:
            held[bit] = os.open(files[bit], os.O_RDONLY)
            fcntl.flock(held[bit], fcntl.LOCK_EX)


def is_locked(path):
    with Path(path).open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def receive():
    if is_locked(__file__):
        return token_of(bit for bit, path in enumerate(shared_files()) if is_locked(path))
    return None


pair(send, receive)
