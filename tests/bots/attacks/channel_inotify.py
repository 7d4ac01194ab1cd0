"""Tells its partner by opening files in a folder that both may read; the partner has it watched."""

import os

from attack import TOKEN_BITS, bits, check, libc, pair, shared_files, token_of

IN_OPEN = 0x20
watch = []
seen = set()


def send(token):
    for bit in bits(token):
        shared_files()[bit].read_bytes()
    (shared_files()[0].parent / "end").read_bytes()


def receive():
    if not watch:
        watch.append(check(libc.inotify_init1(os.O_NONBLOCK)))
        check(libc.inotify_add_watch(watch[0], os.fsencode(shared_files()[0].parent), IN_OPEN))
    try:
        data = os.read(watch[0], 65536)
    except BlockingIOError:
        return None
    token = {bit for bit in range(TOKEN_BITS) if b"bit%d\0" % bit in data}
    return token_of(token) if b"end\0" in data else None


pair(send, receive)
