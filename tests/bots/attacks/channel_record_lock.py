"""Tells its partner by where a file is locked: argument 2 says by whose kind of locks and in whose file."""

import fcntl
import json
import os
import struct
import sys

from attack import MARK, pair

KIND, WHERE = sys.argv[2:4]
PATH = __file__ if WHERE == "folder" else json.__file__
GETLK, SETLK = (5, 6) if KIND == "posix" else (36, 37)
BASE = int(MARK[:8], 16) << 20
SPAN = 1 << 16
SHAPE = "hhqqi4x"
held = []


def send(token):
    if not held:
        held.append(os.open(PATH, os.O_RDONLY))
        lock = struct.pack(SHAPE, fcntl.F_RDLCK, os.SEEK_SET, BASE + token, 1, 0)
        fcntl.fcntl(held[0], SETLK, lock)


def receive():
    file = os.open(PATH, os.O_RDONLY)
    probe = struct.pack(SHAPE, fcntl.F_WRLCK, os.SEEK_SET, BASE, SPAN, 0)
    kind, _, start, *_ = struct.unpack(SHAPE, fcntl.fcntl(file, GETLK, probe))
    os.close(file)
    return None if kind == fcntl.F_UNLCK else start - BASE


pair(send, receive)
