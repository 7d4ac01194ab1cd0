"""Answers properly and leaves at once."""

import os

from scripted import card, run


def leave(message):
    card(message)
    os._exit(0)


run(leave)
