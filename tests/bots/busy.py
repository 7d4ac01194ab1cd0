"""Thinks for ever: burns CPU time instead of answering."""

from scripted import run


def think(message):
    while True:
        pass


run(think)
