"""Gauntlet: one entrant, the challenger, meets all others; they don't meet each other.

For the author who has one new bot and many to measure it against: n - 1 meetings a round.
"""

from collections.abc import Iterator

from arena.tournament.formats.base import Format
from arena.tournament.formats.pairing import Pairing, Setting


class Gauntlet(Format):
    """One against all.

    The challenger is first in every other meeting, and in the other ones a round later.
    """

    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """See Format."""
        others = [each for each in range(setting.entrants) if each != setting.challenger]
        day = 0
        for meeting in range(setting.rounds):
            for place, other in enumerate(others):
                pair = (setting.challenger, other)
                first, second = pair if (place + meeting) % 2 == 0 else pair[::-1]
                yield Pairing(day, meeting, first, second)
                day += 1

    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """See Format."""
        if setting.challenger in gone:
            return 0
        return setting.rounds * (setting.entrants - 1 - len(gone))

    def meetings_of(self, setting: Setting, side: int) -> int:
        """See Format."""
        return setting.rounds * (setting.entrants - 1 if side == setting.challenger else 1)
