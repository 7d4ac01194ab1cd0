"""Round-robin: in each round everybody meets everybody else once.

A round is dealt into days by the circle method (Kirkman 1847): one entrant stays, the others move round
the table by a place a day, and those opposite each other meet. With an odd number one place is empty,
and who sits opposite has a bye: each entrant one in each round.
"""

from collections.abc import Iterator

from arena.tournament.formats.base import Format
from arena.tournament.formats.pairing import Pairing, Setting


class RoundRobin(Format):
    """Everybody against everybody else.

    Who is first alternates from meeting to meeting, and is spread evenly within a round: an entrant's
    meetings as first and as second differ by one at most.
    """

    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """See Format."""
        day = 0
        for meeting in range(setting.rounds):
            for pairs in days(setting.entrants):
                for low, high in pairs:
                    low_first = (high - low + meeting) % 2 == 1
                    first, second = (low, high) if low_first else (high, low)
                    yield Pairing(day, meeting, first, second)
                day += 1

    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """See Format."""
        left = setting.entrants - len(gone)
        return setting.rounds * left * (left - 1) // 2

    def meetings_of(self, setting: Setting, side: int) -> int:
        """See Format."""
        del side
        return setting.rounds * (setting.entrants - 1)


def days(entrants: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """The days of one round: pairs of indices, the lower one first; who is in none has a bye."""
    places = entrants + entrants % 2
    moving = list(range(1, places))
    for _ in range(places - 1):
        circle = [0, *moving]
        opposite = [(circle[at], circle[-1 - at]) for at in range(places // 2)]
        yield tuple((min(pair), max(pair)) for pair in opposite if max(pair) < entrants)
        moving = [moving[-1], *moving[:-1]]
