"""Waits for callers on the host's network: argument 2 tells which that is."""

import socket
import sys

from attack import on_network, solo


def attack():
    with socket.create_server(("127.0.0.1", 0)):
        return on_network(sys.argv[2]) and "listens"


solo(attack)
