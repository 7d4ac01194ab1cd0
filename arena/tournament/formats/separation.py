"""Until separated: after the schedule, further boards go where they settle most.

As long as the table doesn't tell two neighbours of the ranking apart, nor shows that they are level within the margin, each
of them goes on, and meets those of the field against whom least is known of it: strengths are against all others, and so
boards are best spread over all of them. It is the table's own estimator that judges, with a bound that
holds however often one looks (see ``Strengths.bound``), so that the verdicts and the table never contradict each
other. The rounds end when all neighbours are decided, or when no further meeting fits below the cap.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Final

from arena.tournament.formats.base import Format
from arena.tournament.formats.pairing import Pairing, Past, Result, Setting
from arena.tournament.model import Design, single
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.ranking import DECIMALS, is_separated, pair_alpha
from arena.tournament.strengths import Strengths

MARGIN: Final = 0.1
"""Net games a deal: who is surely no further apart than that counts as equal."""


@dataclass(frozen=True, slots=True)
class UntilSeparated(Format):
    """A format with rounds added to it; max_boards caps the boards of all matches together."""

    base: Format
    max_boards: int
    looks_back = True

    def sides(self, entrants: int) -> Iterator[tuple[int, ...]]:
        """See Format."""
        return self.base.sides(entrants)

    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """See Format."""
        return self.base.opening(setting)

    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """See Format."""
        return self.base.count(setting, gone)

    def meetings_of(self, setting: Setting, side: int) -> int:
        """See Format."""
        return self.base.meetings_of(setting, side)

    def further(self, setting: Setting, past: Past) -> Sequence[Pairing]:
        """See Format. A round is a single day: nobody has two meetings in it."""
        meetings = self.count(setting, frozenset()) + sum(len(it.pairings) for it in past.rounds)
        room = max(0, self.max_boards // setting.units - meetings)
        strengths = strengths_of(past.playing, past.results)
        wanted = undecided(ranking(past.playing, strengths), strengths)
        met = Counter(
            frozenset({it.first, it.second}) for each in past.rounds for it in each.pairings
        )
        day = setting.rounds * setting.entrants + len(past.rounds)  # after the opening's
        return tuple(
            Pairing(day, setting.rounds + met[frozenset(pair)], *pair)
            for pair in least_known(past.playing, wanted, strengths)[:room]
        )


def strengths_of(playing: Sequence[int], results: Sequence[Result]) -> Strengths:
    """The table's own strengths of those who still play, named by their numbers."""
    seen: dict[tuple[str, str], Observed] = {}
    known = frozenset(playing)
    for result in results:
        if {result.first, result.second} <= known:
            low, high = sorted((result.first, result.second))
            observed = Observed.match(result.boards)
            if low != result.first:
                observed = observed.reverse
            pair = (str(low), str(high))
            seen[pair] = seen.get(pair, NOTHING) + observed
    return Strengths.of(map(str, playing), seen, sequential=True)


def ranking(playing: Sequence[int], strengths: Strengths) -> list[int]:
    """Entrants by falling strength; who has played nobody comes last."""

    def key(one: int) -> tuple[float, int]:
        estimate = strengths.figure(str(one))
        return (inf if estimate is None else -round(estimate.mean, DECIMALS), one)

    return sorted(playing, key=key)


def undecided(order: Sequence[int], strengths: Strengths) -> list[int]:
    """Those who are neither told apart from a neighbour nor level with it within the margin."""
    alpha = pair_alpha(len(order))
    found: dict[int, None] = {}
    for one, other in pairwise(order):
        names = (str(one), str(other))
        if is_separated(strengths, *names, alpha):
            continue
        difference = strengths.difference(*names)
        if difference is not None:
            reach = abs(difference.mean) + strengths.bound(difference, alpha)
            if reach <= MARGIN:
                continue
        found |= dict.fromkeys((one, other))
    return list(found)


def least_known(
    playing: Sequence[int], wanted: Sequence[int], strengths: Strengths
) -> list[tuple[int, int]]:
    """Pairs with one of the ``wanted`` in each and nobody in two, those of whom least is known first."""
    errors: Mapping[Design, float] = {} if strengths.model is None else strengths.model.errors
    at = {one: place for place, one in enumerate(playing)}
    pairs = {tuple(sorted((one, other))) for one in wanted for other in playing if one != other}
    ordered = sorted(pairs, key=lambda it: (-errors.get(single(at[it[0]], at[it[1]]), inf), it))
    taken: set[int] = set()
    found: list[tuple[int, int]] = []
    for one, other in ordered:
        if taken.isdisjoint((one, other)):
            taken |= {one, other}
            found.append((one, other))
    return found
