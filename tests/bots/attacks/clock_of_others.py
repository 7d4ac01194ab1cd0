"""Reads how much CPU time processes started before it have used: their clocks can be asked for by number."""

import os
import time

from attack import solo


def attack():
    found, last = [], OSError("no process was there to ask")
    for pid in range(max(3, os.getpid() - 100), os.getpid()):
        if pid != os.getppid():
            try:
                found.append(time.clock_gettime(~pid << 3 | 2))
            except OSError as error:
                last = error
    if not found:
        raise last
    return len(found)


solo(attack)
