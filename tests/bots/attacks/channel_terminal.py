"""Tells its partner by a terminal that it opens: each has a name in /dev/pts."""

import os
import pty
from pathlib import Path

from attack import pair

own = []


def send(token):
    if not own:
        own.append(pty.openpty())
    os.write(own[0][0], f"{token}\n".encode())


def receive():
    for path in Path("/dev/pts").glob("[0-9]*"):
        terminal = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            word = os.read(terminal, 100).split()
        except BlockingIOError:
            continue
        finally:
            os.close(terminal)
        if word and word[0].isdigit():
            return int(word[0])
    return None


pair(send, receive)
