"""Answers properly, and works hard until it is asked again: in a child of its own, of which it waits for nothing."""

import os

from scripted import card, hello, run


def burn():
    """Use all of a core for as long as the parent lives."""
    parent = os.getppid()
    while os.getppid() == parent:
        sum(range(10_000))


def start(message):
    """Say hello, and leave somebody at work."""
    hello(message)
    if os.fork() == 0:
        burn()
        os._exit(0)


run(card, start)
