"""Tells its partner by the partner's own pipe, taken over by way of a process's descriptor."""

import os
from pathlib import Path

from attack import pair, processes_of_table, syscall

PIDFD_GETFD = 438
pipe = os.pipe()
os.set_blocking(pipe[0], False)


def send(token):
    for pid in processes_of_table(Path(__file__).name):
        end = syscall(PIDFD_GETFD, os.pidfd_open(pid), pipe[1], 0)
        os.write(end, f"{token}\n".encode())
        os.close(end)


def receive():
    try:
        return int(os.read(pipe[0], 100).split()[0])
    except BlockingIOError:
        return None


pair(send, receive)
