"""Standings: a pure fold over the ledger, the same whatever the order of its lines.

All figures are whole numbers or exact fractions, so no sum depends on its order; ``docs/standings.md``
says what each of them means.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from arena.errors import TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import Unit
from arena.tournament.format_keys import DEFAULT_FORMAT
from arena.transcript.ledger import Entry, MatchEntry, VoidEntry, outcome_of
from arena.transcript.outcome import MatchOutcome
from protocol.messages import FaultCode


@dataclass(frozen=True, slots=True)
class Contest:
    """What standings must know of their tournament; planned is the number of its matches.

    format: as the tournament's file calls it.
    """

    name: str
    unit: Unit
    entrants: tuple[str, ...]
    planned: int
    format: str = DEFAULT_FORMAT


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of one entrant, over all its matches or over those with one other; they add up.

    won, drawn and lost count boards (both legs together) or rubbers, by the contest's unit. net_games
    and net_points are summed over ``deals``: games won less games lost, and card points less 60.
    """

    matches: int = 0
    deals: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    net_games: int = 0
    net_points: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.matches + other.matches,
            self.deals + other.deals,
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            self.net_games + other.net_games,
            self.net_points + other.net_points,
        )

    @property
    def reverse(self) -> "Tally":
        """The same from the other side."""
        return Tally(
            self.matches,
            self.deals,
            self.lost,
            self.drawn,
            self.won,
            -self.net_games,
            -self.net_points,
        )

    @property
    def games_per_deal(self) -> Fraction | None:
        """Net games per deal; None before the first."""
        return Fraction(self.net_games, self.deals) if self.deals else None

    @property
    def points_per_deal(self) -> Fraction | None:
        """Net points per deal; None before the first."""
        return Fraction(self.net_points, self.deals) if self.deals else None


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place. shared: others have the same rank, for nothing that counts tells them apart.

    faults counts them by code.
    """

    rank: int
    shared: bool
    name: str
    tally: Tally
    faults: Mapping[FaultCode, int]


@dataclass(frozen=True, slots=True)
class Standings:
    """The state of a tournament: places from the first to the last, and who did what against whom.

    between: by two names, the figures of the first against the second. void: ids of matches that the host
    could not play; they count for nothing.
    """

    contest: Contest
    places: tuple[Standing, ...]
    between: Mapping[tuple[str, str], Tally]
    void: tuple[str, ...]

    @property
    def scored(self) -> int:
        """How many matches count so far."""
        return sum(place.tally.matches for place in self.places) // 2


def fold_standings(entries: Iterable[Entry], contest: Contest) -> Standings:
    """The standings after the matches of a ledger; entries of other kinds say nothing here.

    Raises TranscriptError for a match that comes twice, or one of strangers to the contest.
    """
    sums = _Sums(contest)
    for entry in entries:
        match entry:
            case MatchEntry() if (outcome := outcome_of(entry)).ending is not Ending.VOID:
                sums.take(entry.match_id, entry.entrants, outcome)
            case MatchEntry() | VoidEntry():
                sums.void.add(entry.match_id)
            case _:
                pass
    return Standings(contest, sums.places(), sums.between, tuple(sorted(sums.void - sums.seen)))


@dataclass(slots=True)
class _Sums:
    """What has been added up so far."""

    contest: Contest
    between: dict[tuple[str, str], Tally] = field(default_factory=dict[tuple[str, str], Tally])
    faults: dict[str, Counter[FaultCode]] = field(default_factory=dict[str, "Counter[FaultCode]"])
    seen: set[str] = field(default_factory=set[str])
    void: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        names = self.contest.entrants
        self.between = {(one, two): Tally() for one in names for two in names if one != two}
        self.faults = {name: Counter() for name in names}

    def take(self, match_id: str, names: tuple[str, str], outcome: MatchOutcome) -> None:
        if match_id in self.seen:
            raise TranscriptError(f"match {match_id} is in the ledger twice")
        if names not in self.between:
            message = f"match {match_id} is between {names[0]} and {names[1]}, not of this contest"
            raise TranscriptError(message)
        self.seen.add(match_id)
        tally = _tally(self.contest.unit, outcome)
        self.between[names] += tally
        self.between[names[1], names[0]] += tally.reverse
        for name, faults in zip(names, outcome.faults, strict=True):
            self.faults[name].update(dict(faults))

    def places(self) -> tuple[Standing, ...]:
        totals = {name: self._total(name) for name in self.contest.entrants}
        rank = _rank_by_boards if self.contest.unit is Unit.BOARD else _rank_by_rubbers
        places: list[Standing] = []
        for level in rank(totals, self.between):
            place = len(places) + 1
            for name in level:
                faults = dict(sorted(self.faults[name].items()))
                places.append(Standing(place, len(level) > 1, name, totals[name], faults))
        return tuple(places)

    def _total(self, name: str) -> Tally:
        others = (other for other in self.contest.entrants if other != name)
        return sum((self.between[name, other] for other in others), Tally())


def _tally(unit: Unit, outcome: MatchOutcome) -> Tally:
    """A match from entrant 0's side. A board is won by the sum of its two legs' net games."""
    if unit is Unit.BOARD:
        results = [sum(board.games) for board in outcome.boards]
    else:
        sign = {0: 1, 1: -1, None: 0}
        results = [sign[rubber.winner] for rubber in outcome.rubbers]
    return Tally(
        matches=1,
        deals=outcome.deals,
        won=sum(result > 0 for result in results),
        drawn=sum(result == 0 for result in results),
        lost=sum(result < 0 for result in results),
        net_games=outcome.net_games,
        net_points=outcome.net_points,
    )


_Totals = Mapping[str, Tally]
_Between = Mapping[tuple[str, str], Tally]


def _rank_by_rubbers(totals: _Totals, between: _Between) -> list[list[str]]:  # noqa: ARG001 - as below
    """By rubbers won, then net games, then net points."""
    return _levels({name: (t.won, t.net_games, t.net_points) for name, t in totals.items()})


def _rank_by_boards(totals: _Totals, between: _Between) -> list[list[str]]:
    """By net games per deal, then the same among those level on it, then net points per deal.

    Who hasn't played comes last.
    """
    ranked: list[list[str]] = []
    for level in _levels({name: _ordered(t.games_per_deal) for name, t in totals.items()}):
        keys: dict[str, tuple[Fraction, Fraction]] = {}
        for name in level:
            met = sum((between[name, other] for other in level if other != name), Tally())
            games, points = met.games_per_deal, totals[name].points_per_deal
            keys[name] = (games or Fraction(0), points or Fraction(0))
        ranked += _levels(keys)
    return ranked


_Ordered = tuple[bool, Fraction]


def _ordered(value: Fraction | None) -> _Ordered:
    """A value that sorts; None is below all."""
    return (value is not None, value or Fraction(0))


_KeyT = TypeVar("_KeyT", tuple[int, int, int], _Ordered, tuple[Fraction, Fraction])


def _levels(keys: Mapping[str, _KeyT]) -> list[list[str]]:
    """Names by falling key, those with equal keys together and in the order that they came in."""
    return [
        [name for name in keys if keys[name] == key]
        for key in sorted(set(keys.values()), reverse=True)
    ]
