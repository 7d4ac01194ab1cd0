"""What more boards would settle: of each pair of a ranking, how many are needed, and who would win a match."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from arena.tournament.contest import Figure, Standings
from arena.tournament.schedule import DEAL_MS, HALF_MS

_US_IN_MS: Final = 1_000
_MS_IN_MINUTE: Final = 60_000

MOST_BOARDS: Final = 1_000_000_000
"""Two who would need more seem level."""

BOARDS_OF_A_MATCH: Final = 20
"""If nothing was played yet; else as many as the run's matches have on average."""


@dataclass(frozen=True, slots=True)
class PairOutlook:
    """Two entrants of a ranking, the higher one first.

    separated: whether they are told apart already. boards: how many boards (or rubbers) each entrant must play
    more, in as many matches as go with them, until the two are separated with a chance of 80 %, if their
    difference is what it seems; 0 if they are, None where they seem level. chance: that the first does better than the other
    in a match of the usual length. met: whether they have met; else it is a prediction.
    """

    first: str
    second: str
    separated: bool
    boards: int | None
    chance: float
    met: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """What more boards would settle. boards: of a match, on average; played: by each entrant, on average.

    board_ms: what a board takes, both plays of it and their share of starting bots. best: the chance of each
    entrant to be the strongest, and its strength as normalised Elo, in the order of the places.
    """

    boards: int
    played: int
    board_ms: float
    pairs: tuple[PairOutlook, ...]
    best: tuple[tuple[str, float, float], ...]

    @property
    def neighbours(self) -> tuple[PairOutlook, ...]:
        """Those that stand next to each other."""
        order = [name for name, _, _ in self.best]
        next_to = set(pairwise(order))
        return tuple(pair for pair in self.pairs if (pair.first, pair.second) in next_to)

    def minutes(self, boards: int) -> float:
        """How long it takes if each entrant plays so many more boards, one match at a time."""
        return boards * len(self.best) / 2 * self.board_ms / _MS_IN_MINUTE


def outlook_of(standings: Standings) -> Outlook:
    """The outlook of a ranking: all pairs of it that have played, in the order of the places."""
    places = [place for place in standings.ranking if place.tally.matches]
    units = sum(it.tally.won + it.tally.drawn + it.tally.lost for it in places)
    deals = sum(it.tally.deals for it in places)
    if standings.contest.ranked_by is Figure.RUBBERS:
        units //= 2  # each is played in both halves
    matches = sum(it.tally.matches for it in places)
    boards = max(1, units // matches) if matches else BOARDS_OF_A_MATCH
    played = units // len(places) if places else 0
    used_ms = standings.cpu_us / _US_IN_MS + deals / 2 * DEAL_MS + matches / 2 * 2 * HALF_MS
    return Outlook(
        boards,
        played,
        used_ms / max(1, units / 2),
        tuple(_pairs(standings, [place.name for place in places], boards, played)),
        tuple((place.name, place.best or 0.0, place.elo or 0.0) for place in places),
    )


def _pairs(
    standings: Standings, names: list[str], boards: int, played: int
) -> Iterator[PairOutlook]:
    strengths = standings.figures[standings.contest.ranked_by]
    alike = {place.name: place.not_separated for place in standings.ranking}
    pairs = math.comb(len(names), 2)
    for first, second in combinations(names, 2):
        chance = strengths.chance(first, second, boards)
        if chance is None:
            continue
        factor = strengths.more_boards(first, second, pairs)
        separated = second not in alike[first]
        more = None if factor is None else math.ceil(played * max(0.0, factor - 1))
        if more is not None and more > MOST_BOARDS:
            more = None
        yield PairOutlook(
            first,
            second,
            separated=separated,
            boards=0 if separated else more,
            chance=chance,
            met=(first, second) in standings.between,
        )
