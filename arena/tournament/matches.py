"""Matches as values: their boards, who sits where, and the id that is a hash of all that."""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from arena.engine import SEATS
from arena.referee.spec import (
    MAX_DEALS_IN_RUBBER,
    Entrant,
    HalfSpec,
    MatchSpec,
    Place,
    Seating,
    Terms,
    Unit,
)
from arena.tournament.boards import bot_seed, commitment

RUBBER_STRIDE: Final = MAX_DEALS_IN_RUBBER + 1
"""Board numbers that each rubber has for its own: enough for the longest, and 1 mod 4, so that the first
dealer moves on by a seat from rubber to rubber."""

MATCH_ID_DIGITS: Final = 24
"""Hexadecimal digits of a match's id: 96 bits, so no two of a hundred million matches share one."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A match but for its bots' random seeds, which only who knows the tournament's seed can tell."""

    match_id: str
    tournament: str
    terms: Terms
    entrants: tuple[Entrant, Entrant]
    units: tuple[int, ...]
    seatings: tuple[Seating, Seating]

    def spec(self, seed: bytes) -> MatchSpec:
        """The match in full, for the seed whose commitment is in the id."""
        first, second = (
            HalfSpec(seating, _seeds(seed, self.match_id, half))
            for half, seating in enumerate(self.seatings)
        )
        return MatchSpec(
            self.match_id,
            self.tournament,
            self.terms,
            self.entrants,
            self.units,
            (first, second),
        )


@dataclass(frozen=True)
class Series:
    """The matches of two entrants in a contest.

    swapped: whether partners sit in each other's places, to be fair to mixed partnerships.
    """

    tournament: str
    terms: Terms
    seed_commitment: str
    entrants: tuple[Entrant, Entrant]
    swapped: bool = False

    def match(self, numbers: range) -> Outline:
        """The match of these boards or rubbers, counted from 0 in the whole contest."""
        stride = RUBBER_STRIDE if self.terms.unit is Unit.RUBBER else 1
        units = tuple(number * stride for number in numbers)
        return Outline(
            self._match_id(units),
            self.tournament,
            self.terms,
            self.entrants,
            units,
            self._seatings,
        )

    def _match_id(self, units: tuple[int, ...]) -> str:
        """A hash of all that decides what is played, as JSON with sorted keys, of which ``units`` is the last."""
        text = f'{self._in_common[:-1]},"units":{_json(units)}}}'
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:MATCH_ID_DIGITS]

    @cached_property
    def _seatings(self) -> tuple[Seating, Seating]:
        return _seating(0, swapped=self.swapped), _seating(1, swapped=self.swapped)

    @cached_property
    def _in_common(self) -> str:
        """What decides what is played in each of the matches; the seed is in it by its commitment."""
        terms = self.terms
        return _json(
            {
                "tournament": self.tournament,
                "rules": terms.rules.to_mapping(),
                "unit": terms.unit.value,
                "clock": [terms.clock.start_ms, terms.clock.move_ms, terms.clock.bank_ms],
                "on_fault": terms.on_fault.value,
                "max_faults": terms.max_faults,
                "show_hands": terms.show_hands,
                "limits": asdict(terms.limits),
                "freeze": terms.freeze,
                "seed_commitment": self.seed_commitment,
                "entrants": [
                    [entrant.name, [[bot.name, bot.sha256] for bot in entrant.bots]]
                    for entrant in self.entrants
                ],
                "halves": [
                    [[place.entrant, place.bot] for place in seating] for seating in self._seatings
                ],
            }
        )


def _json(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def quick_match(
    entrants: tuple[Entrant, Entrant],
    terms: Terms,
    units: int,
    seed: bytes,
    *,
    name: str = "quick",
    first: int = 0,
    swapped: bool = False,
) -> MatchSpec:
    """A match outside of any tournament, of so many boards or rubbers.

    first: the number of its first board or rubber, among those of several matches. swapped: whether
    partners sit in each other's places.
    """
    series = Series(name, terms, commitment(seed), entrants, swapped)
    return series.match(range(first, first + units)).spec(seed)


def parts(number: int, units: int, matches: int) -> tuple[range, ...]:
    """The boards or rubbers of each match of meeting ``number``, which has so many ``units`` in all.

    A contest's meetings are counted from 0, and so are its boards or rubbers. Matches differ by one at most.
    """
    first = number * units
    cuts = [first + units * match // matches for match in range(matches + 1)]
    return tuple(range(start, stop) for start, stop in pairwise(cuts))


def _seating(half: int, *, swapped: bool) -> Seating:
    """In half 0 entrant 0 sits N-S, in half 1 entrant 1; bot 0 of each comes first unless swapped."""
    bots = (1, 0) if swapped else (0, 1)
    north_south, east_west = (0, 1) if half == 0 else (1, 0)
    return (
        Place(north_south, bots[0]),
        Place(east_west, bots[0]),
        Place(north_south, bots[1]),
        Place(east_west, bots[1]),
    )


def _seeds(seed: bytes, match_id: str, half: int) -> tuple[int, int, int, int]:
    north, east, south, west = (bot_seed(seed, match_id, half, seat) for seat in SEATS)
    return (north, east, south, west)
