"""Mixed partnerships: every bot plays with every other as partner, equally often, and against every other.

On each day of the circle method (see ``round_robin``) the bots are paired off into partnerships, and the
partnerships of that day play a round-robin among themselves. So in each round every two bots are partners
in equally many meetings, and opponents in equally many.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from arena.tournament.formats.base import Format
from arena.tournament.formats.pairing import Pairing, Setting
from arena.tournament.formats.round_robin import days

FEWEST: Final = 4
"""Bots that it takes to fill a table."""

MOST: Final = 32
"""These make 496 partnerships, and 3,720 meetings in a round. Standings take the cube of the partnerships' number: some
seconds for these."""


class Mixed(Format):
    """Sides are all pairs of entrants.

    A pair's first member is the lower or the higher one by turns, so that each bot is the first of
    about half of its pairs.
    """

    def sides(self, entrants: int) -> Iterator[tuple[int, ...]]:
        """See Format."""
        for low, high in combinations(range(entrants), 2):
            yield (low, high) if (high - low) % 2 == 1 else (high, low)

    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """See Format."""
        day = 0
        for meeting in range(setting.rounds):
            for partners in days(setting.entrants):
                sides = [_index(setting.entrants, low, high) for low, high in partners]
                for pairs in days(len(sides)):
                    for one, other in pairs:
                        low_first = (other - one + meeting) % 2 == 1
                        first, second = (one, other) if low_first else (other, one)
                        yield Pairing(day, meeting, sides[first], sides[second])
                    day += 1

    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """See Format."""
        meetings = 0
        for partners in days(setting.entrants):
            left = sum(low not in gone and high not in gone for low, high in partners)
            meetings += left * (left - 1) // 2
        return setting.rounds * meetings

    def meetings_of(self, setting: Setting, side: int) -> int:
        """See Format. Two bots are partners on one day of a round, and meet all other tables of it."""
        del side
        return setting.rounds * (setting.entrants // 2 - 1)


def _index(entrants: int, low: int, high: int) -> int:
    """Where a pair stands among all pairs in the order of ``sides``."""
    return low * entrants - low * (low + 1) // 2 + high - low - 1
