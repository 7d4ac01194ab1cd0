"""Boards by chance: how often the legs of a board sum to so many net games, for bots of known strength.

Few values, most of them zero, and rare large ones, as in real matches of Sueca: what intervals must stand.
"""

import math
from dataclasses import dataclass
from itertools import accumulate

VALUES = tuple(range(-8, 9))
WEIGHTS = (0.1, 0.05, 0.2, 0.3, 1.2, 2.5, 6, 9, 38, 9, 6, 2.5, 1.2, 0.3, 0.2, 0.05, 0.1)
"""Of two equal bots; about what the example bots do."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The legs' sum of a board: its distribution, cumulated, and the true mean difference d of a board."""

    cumulated: tuple[float, ...]
    mean: float

    @classmethod
    def of(cls, edge: float) -> "Luck":
        """Luck of a pairing in which the first has an edge: 0 for none, 0.3 for a large one."""
        weights = [
            weight * math.exp(edge * value) for value, weight in zip(VALUES, WEIGHTS, strict=True)
        ]
        total = sum(value * weight for value, weight in zip(VALUES, weights, strict=True))
        return cls(tuple(accumulate(weights)), total / sum(weights) / 2)
