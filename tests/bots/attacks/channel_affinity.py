"""Tells its partner by the cores that threads of it may use, which anybody may ask for."""

import os
import threading

from attack import TOKEN_BITS, pair, tell

threads = []


def send(token):
    if not threads:
        one = min(os.sched_getaffinity(0))
        pattern = [1, 0] * 4 + [token >> bit & 1 for bit in range(TOKEN_BITS)]
        for narrow in pattern:
            ready = threading.Event()
            threading.Thread(
                target=be, args=({one} if narrow else None, ready), daemon=True
            ).start()
            ready.wait()
            threads.append(narrow)


def be(cores, ready):
    try:
        os.sched_setaffinity(0, cores or range(os.cpu_count() or 1))
    except PermissionError as error:
        tell(f"denied: {error}")
    ready.set()
    threading.Event().wait()


def narrow(number):
    try:
        return int(len(os.sched_getaffinity(number)) == 1)
    except ProcessLookupError:
        return None


def receive():
    me = os.getpid()
    found = [narrow(it) for it in range(max(1, me - 2000), me + 2000)]
    found = [it for it in found if it is not None]
    for at in range(len(found) - 8 - TOKEN_BITS + 1):
        if found[at : at + 8] == [1, 0] * 4:
            token = found[at + 8 : at + 8 + TOKEN_BITS]
            return sum(bit << shift for shift, bit in enumerate(token))
    return None


pair(send, receive)
