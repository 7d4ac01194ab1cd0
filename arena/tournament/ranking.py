"""Who is ahead of whom, and which of those differences mean something."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, Protocol

from arena.tournament.statistics import LEVEL, Estimate

DECIMALS: Final = 9
"""Figures are floats: what is equal up to here is equal."""


class Figures(Protocol):
    """A figure of strength for each of a field, with how sure it is."""

    def figure(self, name: str) -> Estimate | None:
        """The figure of one; None for who has played nobody."""
        ...

    def difference(self, one: str, other: str) -> Estimate | None:
        """The figure of one less that of another; None where nothing can be said."""
        ...

    def bound(self, difference: Estimate, alpha: float) -> float:
        """A difference that is larger is sure at 1 - alpha."""
        ...

    def stands(self, one: str, other: str, difference: Estimate, alpha: float) -> bool:
        """Whether a difference that is sure at 1 - alpha doesn't hang on any single opponent."""
        ...


HeadToHead = Callable[[str, str], float | None]
"""The mean of one against another in the figure that ranks; None if they haven't met."""


def ranked(
    names: Sequence[str], figures: Sequence[Figures], against: HeadToHead
) -> list[list[str]]:
    """Levels of equals, from the first: by the first figure, by the same among those level, by the others.

    Who has played nobody comes last.
    """
    first, *others = figures
    levels: list[list[str]] = []
    for level in _levels({name: (_value(first, name),) for name in names}):
        keys = {
            name: (_among(name, level, against), *(_value(each, name) for each in others))
            for name in level
        }
        levels += _levels(keys)
    return levels


def _value(figures: Figures, name: str) -> float:
    estimate = figures.figure(name)
    return -math.inf if estimate is None else round(estimate.mean, DECIMALS) + 0.0


def _among(name: str, level: Sequence[str], against: HeadToHead) -> float:
    """The mean, over the opponents of one level that it has met, of what it did against them."""
    means = [mean for other in level if (mean := against(name, other)) is not None]
    return round(math.fsum(means) / max(1, len(means)), DECIMALS) + 0.0


def _levels(keys: Mapping[str, tuple[float, ...]]) -> list[list[str]]:
    """Names by falling key, those with equal keys together and in the order that they came in."""
    by_key: dict[tuple[float, ...], list[str]] = {}
    for name, key in keys.items():
        by_key.setdefault(key, []).append(name)
    return [by_key[key] for key in sorted(by_key, reverse=True)]


def pair_alpha(entrants: int) -> float:
    """The share of the 5 % that each of all comparisons between so many entrants has (Bonferroni)."""
    return (1 - LEVEL) / max(1, math.comb(entrants, 2))


def not_separated(names: Sequence[str], figures: Figures) -> dict[str, tuple[str, ...]]:
    """For each name those others from whom it isn't separated, in the order of ``names``.

    All pairs of a field are compared, so each comparison is held to a share of the 5 %: with a chance of
    95 % none of those shown as separated is level in truth. Nor may a difference hang on a single opponent.
    """
    alpha = pair_alpha(sum(figures.figure(name) is not None for name in names))
    found: dict[str, list[str]] = {name: [] for name in names}
    for one, other in combinations(names, 2):
        if not is_separated(figures, one, other, alpha):
            found[one].append(other)
            found[other].append(one)
    return in_order(names, found)


def is_separated(figures: Figures, one: str, other: str, alpha: float) -> bool:
    """Whether two are told apart, at the level 1 - alpha."""
    difference = figures.difference(one, other)
    return (
        difference is not None
        and abs(difference.mean) > figures.bound(difference, alpha)
        and figures.stands(one, other, difference, alpha)
    )


def in_order(
    names: Iterable[str], found: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Lists of names, each in the order of ``names``."""
    order = {name: at for at, name in enumerate(names)}
    return {name: tuple(sorted(others, key=order.__getitem__)) for name, others in found.items()}
