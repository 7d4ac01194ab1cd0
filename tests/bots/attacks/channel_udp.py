"""Tells its partner over the loopback network, by UDP."""

import socket

from attack import MARK, pair

ADDRESS = "127.0.0.1", 30_000 + int(MARK[:8], 16) % 10_000
own = []


def send(token):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
        it.sendto(str(token).encode(), ADDRESS)


def receive():
    if not own:
        it = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        it.bind(ADDRESS)
        it.settimeout(0)
        own.append(it)
    try:
        return int(own[0].recv(100))
    except BlockingIOError:
        return None


pair(send, receive)
