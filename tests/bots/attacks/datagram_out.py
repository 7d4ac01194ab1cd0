"""Finds a way to another network for a datagram, or to a resolver of names."""

import socket
import sys

from attack import each, on_network, solo


def attack():
    def route(address):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
            it.connect((address, 53))

    return (
        each(["127.0.0.1", "127.0.0.53", "192.0.2.1"], route)
        and on_network(sys.argv[2])
        and "datagrams"
    )


solo(attack)
