"""Opens what belongs to the first process of its system: its memory, its files."""

from pathlib import Path

from attack import solo


def attack():
    Path("/proc/1/mem").open("r+b").close()
    return "the memory of process 1"


solo(attack)
