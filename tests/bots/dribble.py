"""Lets a byte drip out now and then, for ever, and never a newline."""

import time

from scripted import run, write


def drip(message):
    while True:
        write("x")
        time.sleep(0.01)


run(drip)
