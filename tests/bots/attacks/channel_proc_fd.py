"""Tells its partner by the partner's own pipe, reached by way of /proc."""

import os
from pathlib import Path

from attack import pair, processes_of_table

pipe = os.pipe()
os.set_blocking(pipe[0], False)


def send(token):
    for pid in processes_of_table(Path(__file__).name):
        Path(f"/proc/{pid}/fd/{pipe[1]}").write_text(f"{token}\n")


def receive():
    try:
        return int(os.read(pipe[0], 100).split()[0])
    except BlockingIOError:
        return None


pair(send, receive)
