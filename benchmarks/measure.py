"""Measuring on a noisy machine: cases take turns, medians are compared, and only ratios are believed."""

import statistics
from collections.abc import Callable, Mapping
from typing import TypeVar

CaseT = TypeVar("CaseT")
Sample = Mapping[str, float]
"""What one repeat of one case measured: figures by their names."""


def interleaved(
    cases: Mapping[str, Callable[[], Sample]], repeats: int
) -> dict[str, dict[str, float]]:
    """The median of each figure of each case. All cases are run once before any is run again.

    So a slow minute of the machine falls on all of them.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in cases}
    for _ in range(repeats):
        for name, run in cases.items():
            samples[name].append(run())
    return {
        name: {key: statistics.median(sample[key] for sample in of_case) for key in of_case[0]}
        for name, of_case in samples.items()
    }


def ratio(value: float, floor: float) -> str:
    """``value`` as a multiple of ``floor``, to be read."""
    return f"{value / floor:.2f}"
