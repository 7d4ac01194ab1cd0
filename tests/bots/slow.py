"""Answers every request properly, but one of them long after its time (0.4 s) is up."""

import time

from scripted import card, run


def late(message):
    if message["trick"] == 2:
        time.sleep(5)
    card(message)


run(late)
