"""Opens sockets of other kinds: to the kernel, to virtual machines, raw ones."""

import socket
import sys

from attack import each, on_network, solo

KINDS = [(16, 3, 0), (16, 3, 15), (17, 3, 0), (38, 5, 0), (40, 1, 0), (2, 3, 1), (31, 3, 1)]


def attack():
    def open_one(kind):
        socket.socket(*kind).close()

    return each(KINDS, open_one) and on_network(sys.argv[2]) and "sockets"


solo(attack)
