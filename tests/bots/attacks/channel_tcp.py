"""Tells its partner over the loopback network, by TCP; argument 2 is the address."""

import socket
import sys

from attack import MARK, pair

ADDRESS = sys.argv[2], 20_000 + int(MARK[:8], 16) % 10_000
FAMILY = socket.AF_INET6 if ":" in sys.argv[2] else socket.AF_INET
own = []


def send(token):
    with socket.create_connection(ADDRESS, 2) as it:
        it.sendall(str(token).encode())


def receive():
    if not own:
        own.append(socket.create_server(ADDRESS, family=FAMILY))
        own[0].settimeout(0)
    try:
        caller, _ = own[0].accept()
    except BlockingIOError:
        return None
    caller.settimeout(2)
    with caller:
        return int(caller.recv(100) or 0)


pair(send, receive)
