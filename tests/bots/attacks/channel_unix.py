"""Tells its partner by a socket: argument 2 says whether it has a path or an abstract name."""

import socket
import sys

from attack import MARK, pair

NAME = "\0" + MARK if sys.argv[2] == "abstract" else f"/tmp/{MARK}.sock"
own = []


def send(token):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as it:
        it.sendto(str(token).encode(), NAME)


def receive():
    if not own:
        it = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        it.bind(NAME)
        it.settimeout(0)
        own.append(it)
    try:
        return int(own[0].recv(100))
    except BlockingIOError:
        return None


pair(send, receive)
