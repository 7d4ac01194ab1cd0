"""Answers every request properly, but falls asleep over one of the first deal, far beyond its time (0.4 s)."""

import time

from scripted import card, run

NAPS = [3.0]


def late(message):
    if NAPS:
        time.sleep(NAPS.pop())
    card(message)


run(late)
