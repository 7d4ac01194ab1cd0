"""The schedule: every match of a tournament as a value, made lazily from its settings and seed alone."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
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
from arena.tournament.config import TournamentConfig
from arena.tournament.formats import round_robin

RUBBER_STRIDE: Final = MAX_DEALS_IN_RUBBER + 1
"""Board numbers that each rubber has for its own: enough for the longest, and 1 mod 4, so that the first
dealer moves on by a seat from rubber to rubber."""

MATCH_ID_DIGITS: Final = 24
"""Hexadecimal digits of a match's id: 96 bits, so no two of a hundred million matches share one."""

_DEALS_IN_RUBBER_X_10: Final = 43
_USUAL_GAMES_TO_WIN: Final = 4
"""A rubber to four games takes about 4.3 deals (measured; RULES.md)."""

_PLAYS_IN_DEAL: Final = 40
_USUAL_DEAL_MS: Final = 12
_USUAL_HALF_MS: Final = 200
"""Measured with Python bots that think for less than a millisecond: forty plays, and four starts with
their shutdown."""


def schedule(
    config: TournamentConfig, entrants: Sequence[Entrant], seed: bytes
) -> Iterator[MatchSpec]:
    """All matches in the order in which they should be played.

    entrants: those of the config, in its order, with the hashes of their bots. The same arguments give
    the same matches with the same ids, and more rounds only add matches at the end.
    """
    pairings = round_robin.pairings(len(entrants), config.rounds)
    for number, pairing in enumerate(pairings):
        yield _match(
            tournament=config.name,
            terms=config.terms,
            entrants=(entrants[pairing.first], entrants[pairing.second]),
            units=_units(config.terms.unit, config.units, number),
            swapped=pairing.meeting % 2 == 1,
            seed=seed,
        )


def quick_match(
    entrants: tuple[Entrant, Entrant], terms: Terms, units: int, seed: bytes, name: str = "quick"
) -> MatchSpec:
    """One match outside of any tournament, of so many boards or rubbers, from board 0 on."""
    return _match(name, terms, entrants, _units(terms.unit, units, 0), seed, swapped=False)


def count_matches(config: TournamentConfig) -> int:
    """How many matches ``schedule`` gives."""
    return round_robin.count(len(config.entrants), config.rounds)


@dataclass(frozen=True, slots=True)
class Workload:
    """How much a tournament is to play. Counts are of the whole tournament, both halves included.

    deals is exact for boards; rubbers end when they end, so there it is what they take on average.
    usual_s is the time for bots that answer at once, limit_s for bots that use up every limit.
    """

    matches: int
    units: int
    deals: int
    usual_s: int
    limit_s: int


def describe(config: TournamentConfig, jobs: int) -> Workload:
    """The workload of a tournament, with ``jobs`` matches at a time."""
    matches = count_matches(config)
    units = 2 * config.units
    deals = units
    if config.terms.unit is Unit.RUBBER:
        games = config.terms.rules.games_to_win
        deals = units * games * _DEALS_IN_RUBBER_X_10 // (10 * _USUAL_GAMES_TO_WIN)
    clock = config.terms.clock
    usual_ms = deals * _USUAL_DEAL_MS + 2 * _USUAL_HALF_MS
    limit_ms = deals * _PLAYS_IN_DEAL * clock.move_ms + 2 * (clock.start_ms + 4 * clock.bank_ms)
    turns = -(-matches // jobs)
    return Workload(
        matches=matches,
        units=matches * units,
        deals=matches * deals,
        usual_s=-(-turns * usual_ms // 1000),
        limit_s=-(-turns * limit_ms // 1000),
    )


def _units(unit: Unit, count: int, match: int) -> tuple[int, ...]:
    """The first boards of a match's units; no other match has any of its boards."""
    stride = RUBBER_STRIDE if unit is Unit.RUBBER else 1
    return tuple(number * stride for number in range(match * count, (match + 1) * count))


def _match(
    tournament: str,
    terms: Terms,
    entrants: tuple[Entrant, Entrant],
    units: tuple[int, ...],
    seed: bytes,
    *,
    swapped: bool,
) -> MatchSpec:
    """swapped: whether partners sit in each other's places, to be fair to mixed partnerships."""
    seatings = (_seating(0, swapped=swapped), _seating(1, swapped=swapped))
    match_id = _match_id(
        tournament=tournament,
        terms=terms,
        entrants=entrants,
        units=units,
        seatings=seatings,
        seed=seed,
    )
    first, second = (
        HalfSpec(seating, _seeds(seed, match_id, half)) for half, seating in enumerate(seatings)
    )
    return MatchSpec(match_id, tournament, terms, entrants, units, (first, second))


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


def _match_id(
    *,
    tournament: str,
    terms: Terms,
    entrants: tuple[Entrant, Entrant],
    units: tuple[int, ...],
    seatings: tuple[Seating, Seating],
    seed: bytes,
) -> str:
    """A hash of all that decides what is played; the seed is in it by its commitment, which is public."""
    content = {
        "tournament": tournament,
        "rules": terms.rules.to_mapping(),
        "unit": terms.unit.value,
        "clock": [terms.clock.start_ms, terms.clock.move_ms, terms.clock.bank_ms],
        "on_fault": terms.on_fault.value,
        "max_faults": terms.max_faults,
        "show_hands": terms.show_hands,
        "limits": asdict(terms.limits),
        "freeze": terms.freeze,
        "entrants": [
            [entrant.name, [[bot.name, bot.sha256] for bot in entrant.bots]] for entrant in entrants
        ],
        "units": units,
        "halves": [[[place.entrant, place.bot] for place in seating] for seating in seatings],
        "seed_commitment": commitment(seed),
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:MATCH_ID_DIGITS]
