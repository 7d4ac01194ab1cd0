"""Tells its partner by the priorities of six of its threads, which anybody may ask for."""

import os
import threading

from attack import pair, tell

FIRST, LAST = 17, 18
threads = []


def send(token):
    if not threads:
        values = [FIRST, *(token >> shift & 15 for shift in (12, 8, 4, 0)), LAST]
        for value in values:
            ready = threading.Event()
            threading.Thread(target=be, args=(value, ready), daemon=True).start()
            ready.wait()
            threads.append(value)


def be(value, ready):
    try:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), value)
    except PermissionError as error:
        tell(f"denied: {error}")
    ready.set()
    threading.Event().wait()


def priority(number):
    try:
        return os.getpriority(os.PRIO_PROCESS, number)
    except ProcessLookupError:
        return None


def receive():
    me = os.getpid()
    found = [priority(it) for it in range(max(1, me - 2000), me + 2000)]
    found = [it for it in found if it is not None]
    for at in range(len(found) - 5):
        first, *nibbles, last = found[at : at + 6]
        if (first, last) == (FIRST, LAST):
            return sum(it << shift for it, shift in zip(nibbles, (12, 8, 4, 0), strict=True))
    return None


pair(send, receive)
