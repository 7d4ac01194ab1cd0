"""Connects to a server of the host, as to any other: argument 2 is its port."""

import socket
import sys

from attack import each, solo


def attack():
    def connect(address):
        socket.create_connection((address, int(sys.argv[2])), 5).close()

    return each(["127.0.0.1", "localhost"], connect)


solo(attack)
