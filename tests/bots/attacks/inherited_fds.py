"""Looks for files that were left open for it."""

import os

from attack import solo


def attack():
    return [number for number in range(3, 4096) if is_open(number)]


def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


solo(attack)
