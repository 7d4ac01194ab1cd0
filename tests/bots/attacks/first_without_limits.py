"""Finds the first process of its system without the limit on data that bots have."""

from pathlib import Path

from attack import solo


def attack():
    text = Path("/proc/1/limits").read_text(encoding="ascii")
    data = next(line for line in text.splitlines() if line.startswith("Max data size"))
    return "unlimited" in data and data


solo(attack)
