"""Writes blank lines as fast as it can, for ever."""

from scripted import run, write


def flood(message):
    while True:
        write(b"\n" * 65536)


run(flood)
