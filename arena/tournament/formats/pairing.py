"""What a format decides of one match."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants, by index, that play one match; ``first`` sits N-S in half 0.

    meeting counts the matches of these two from 0. Matches of the same day have no entrant in common.
    """

    day: int
    meeting: int
    first: int
    second: int
