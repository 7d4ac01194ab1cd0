"""Talks to a service of the host by its abstract socket, which argument 2 names."""

import socket
import sys

from attack import solo


def attack():
    with socket.socket(socket.AF_UNIX) as it:
        it.connect("\0" + sys.argv[2])
    return "connected"


solo(attack)
