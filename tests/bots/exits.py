"""Leaves in the middle of a deal."""

import os
import sys

from scripted import run


def leave(message):
    print("I have had enough", file=sys.stderr, flush=True)
    os._exit(3)


run(leave)
