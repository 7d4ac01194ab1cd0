"""Sends blank lines for ever: each is allowed, none is an answer."""

import time

from scripted import run, write


def drip(message):
    while True:
        write("\n")
        time.sleep(0.005)


run(drip)
