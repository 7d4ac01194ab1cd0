"""Thinks for twelve seconds over one card, while the other three have nothing to do."""

import time

from scripted import card, run


def think(message):
    if message["trick"] == 2:
        time.sleep(12)
    card(message)


run(think)
