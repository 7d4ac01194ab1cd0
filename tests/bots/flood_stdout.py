"""Writes as fast as it can, for ever, and never a newline."""

from scripted import run, write


def flood(message):
    while True:
        write(b"x" * 65536)


run(flood)
