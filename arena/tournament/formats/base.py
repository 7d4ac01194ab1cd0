"""What every format must be able to do."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from arena.tournament.formats.pairing import Pairing, Past, Setting


class Format(ABC):
    """Who meets whom, and in which order. In how many matches they play a meeting is no format's concern.

    A tournament has an *opening*, known from the start and never held in memory, and then *rounds*: each
    follows from what was settled before it. Boards are numbered in the order of the meetings.
    """

    looks_back: ClassVar[bool] = False
    """Whether rounds depend on results, which are then kept."""

    def sides(self, entrants: int) -> Iterator[tuple[int, ...]]:
        """The sides that play matches, by their members: each entrant by itself, if nothing else is said."""
        return ((entrant,) for entrant in range(entrants))

    @abstractmethod
    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """The meetings that are known from the start, day by day.

        More rounds don't change their order but only add to its end: a finished match keeps its boards.
        """

    @abstractmethod
    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """How many meetings of the opening are between entrants of whom none is ``gone``."""

    @abstractmethod
    def meetings_of(self, setting: Setting, side: int) -> int:
        """How many meetings one side will have, byes left out, if nobody leaves and results add none."""

    def further(self, setting: Setting, past: Past) -> Sequence[Pairing]:
        """The next round, once all before is settled; empty when there is none any more."""
        del setting, past
        return ()

    def to_come(self, setting: Setting, playing: int, rounds: int) -> int:
        """How many meetings later rounds will have, as far as is known after ``rounds`` of them."""
        del setting, playing, rounds
        return 0
