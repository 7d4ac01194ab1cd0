"""Who is ahead of whom, and which of those differences mean something."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from arena.tournament.ratings import Lineup, Ratings
from arena.tournament.statistics import LEVEL, Estimate, Sample, Strengths
from arena.tournament.tally import Meeting, Tally

Between = Mapping[tuple[str, str], Meeting]
"""Who did what against whom, in both directions; those who haven't met aren't in it."""

Samples = Mapping[tuple[str, str], Sample]
"""One figure of all meetings, in both directions."""

RATING_DECIMALS: Final = 9
"""Ratings are floats: what is equal up to here is equal."""


class Figures(Protocol):
    """A figure of strength for each of a field, with how sure it is."""

    def of(self, name: str) -> Estimate | None:
        """The figure of one; None for who has played nobody."""
        ...

    def difference(self, one: str, other: str) -> Estimate | None:
        """The figure of one less that of another; None where nothing can be said."""
        ...


class Adjusted:
    """Strengths where opponents differ in strength: fitted to all matches at once by least squares.

    An entrant's figure is against the mean of all others, whomever of them it has met; in a whole
    round-robin with equally many boards it is the same as the mean over the opponents.
    """

    def __init__(self, names: Iterable[str], samples: Samples) -> None:
        lineups: dict[Lineup, Sample] = {
            ((one,), (other,)): sample for (one, other), sample in samples.items() if one < other
        }
        self._ratings = Ratings(names, lineups)

    def of(self, name: str) -> Estimate | None:
        """Net games (or points) a deal against the mean of the others."""
        return self._ratings.against_the_others(name)

    def difference(self, one: str, other: str) -> Estimate | None:
        """How much stronger one is than another."""
        return self._ratings.difference(one, other)


def figures_of(names: Sequence[str], samples: Samples, *, adjusted: bool) -> Figures:
    """Strengths as means over the opponents met, or adjusted for how strong these were."""
    return Adjusted(names, samples) if adjusted else Strengths(names, samples)


def rank_by_rubbers(totals: Mapping[str, Tally]) -> list[list[str]]:
    """By rubbers won, then net games, then net points; those level on all three together."""
    return levels({name: (t.won, t.net_games, t.net_points) for name, t in totals.items()})


def rank_by_boards(
    names: Sequence[str], games: Figures, points: Figures, between: Between
) -> list[list[str]]:
    """By net games per deal, then the same among those level on it, then net points per deal.

    Who hasn't played comes last.
    """
    ranked: list[list[str]] = []
    for level in levels({name: _ordered(_mean(games, name)) for name in names}):
        keys = {
            name: (_among(name, level, between), _mean(points, name) or Fraction(0))
            for name in level
        }
        ranked += levels(keys)
    return ranked


def rank_by_figure(names: Sequence[str], figures: Figures) -> list[list[str]]:
    """By one figure alone; who has none comes last."""
    return levels({name: _ordered(_mean(figures, name)) for name in names})


def _mean(figures: Figures, name: str) -> Fraction | None:
    estimate = figures.of(name)
    return None if estimate is None else round(estimate.mean, RATING_DECIMALS)


def _among(name: str, level: Sequence[str], between: Between) -> Fraction:
    """The mean, over the opponents of one level that it has met, of its net games per deal."""
    means = [
        between[name, other].games.mean or Fraction(0)
        for other in level
        if (name, other) in between
    ]
    return sum(means, Fraction(0)) / max(1, len(means))


_Ordered = tuple[bool, Fraction]


def _ordered(value: Fraction | None) -> _Ordered:
    """A value that sorts; None is below all."""
    return (value is not None, value or Fraction(0))


_KeyT = TypeVar("_KeyT", tuple[int, int, int], _Ordered, tuple[Fraction, Fraction])


def levels(keys: Mapping[str, _KeyT]) -> list[list[str]]:
    """Names by falling key, those with equal keys together and in the order that they came in."""
    by_key: dict[_KeyT, list[str]] = {}
    for name, key in keys.items():
        by_key.setdefault(key, []).append(name)
    return [by_key[key] for key in sorted(by_key, reverse=True)]


def not_separated(names: Sequence[str], figures: Figures) -> dict[str, tuple[str, ...]]:
    """For each name those others from whom it isn't separated, in the order of ``names``.

    All pairs of a field are compared, so each comparison is held to a share of the 5 %: with a chance of
    95 % none of those shown as separated is level in truth (Bonferroni).
    """
    figured = [name for name in names if figures.of(name) is not None]
    alpha = (1 - LEVEL) / max(1, math.comb(len(figured), 2))
    found: dict[str, list[str]] = {name: [] for name in names}
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            difference = figures.difference(one, other)
            if difference is None or not difference.separated(alpha):
                found[one].append(other)
                found[other].append(one)
    order = {name: at for at, name in enumerate(names)}
    return {name: tuple(sorted(others, key=order.__getitem__)) for name, others in found.items()}
