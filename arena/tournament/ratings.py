"""Ratings from boards in any company: least squares, with errors that don't take all boards as alike.

A board's difference is what the names of the one side bring to it less what those of the other side do:
d = sum(first) - sum(second) + luck. That is how single bots are rated who play with changing partners, and
entrants who have not all met the same opponents. Only differences between names can be known, so the ratings
of all names that are linked by boards sum to zero: 0 is their mean.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from operator import mul
from typing import Final

from arena.tournament.statistics import LEGS, NO_BOARDS, Estimate, Sample

Side = tuple[str, ...]
Lineup = tuple[Side, Side]
"""Who sat on either side of a board; a name that is there twice counts twice."""

_SINGULAR: Final = 1e-9
_Matrix = list[list[float]]


def gather(rows: Iterable[tuple[Side, Side, int]]) -> dict[Lineup, Sample]:
    """Boards as (side, other side, sum of the legs) put together by lineup: what ``Ratings`` is made of."""
    lineups: dict[Lineup, Sample] = {}
    for first, second, legs in rows:
        lineups[first, second] = lineups.get((first, second), NO_BOARDS).after(legs)
    return lineups


class Ratings:
    """Ratings of ``names``, in net games (or points) a deal that a name brings to its side.

    Ordinary least squares over all boards with HC1 errors (MacKinnon and White 1985, Journal of
    Econometrics 29:305): the covariance N/(N - k) (X'X)^-1 X' diag(e^2) X (X'X)^-1 and N - k degrees of
    freedom, with k one less than there are names. Names that no boards link are rated apart. Where boards
    can't tell apart what two names bring, because they always sat together, none of those linked to them has
    a rating. Raises KeyError for a lineup with a name that isn't in ``names``.
    """

    def __init__(self, names: Iterable[str], lineups: Mapping[Lineup, Sample]) -> None:
        played = {lineup: sample for lineup, sample in lineups.items() if sample.count}
        self._fits: dict[str, _Fit] = {}
        for group in _linked(tuple(names), played):
            members = frozenset(group)
            own = {lineup: sample for lineup, sample in played.items() if lineup[0][0] in members}
            fit = _fit(group, own)
            if fit is not None:
                self._fits |= dict.fromkeys(group, fit)

    def of(self, name: str) -> Estimate | None:
        """A name's rating; None where it can't be known."""
        fit = self._fits.get(name)
        return None if fit is None else fit.estimate({name: 1.0})

    def against_the_others(self, name: str) -> Estimate | None:
        """A name's rating less the mean rating of all others: r_i, had it met all of them equally often."""
        fit = self._fits.get(name)
        if fit is None:
            return None
        return fit.estimate({name: len(fit.at) / (len(fit.at) - 1)})

    def difference(self, one: str, other: str) -> Estimate | None:
        """How much more one brings than the other; None where no boards link them."""
        fit = self._fits.get(one)
        if fit is None or fit is not self._fits.get(other):
            return None
        return fit.estimate({one: 1.0, other: -1.0})


@dataclass(frozen=True, slots=True)
class _Fit:
    """The fit for names that boards link: ratings, and their covariance, by the places in ``at``."""

    at: Mapping[str, int]
    values: Sequence[float]
    covariance: _Matrix
    df: int

    def estimate(self, weights: Mapping[str, float]) -> Estimate:
        """The weighted sum of the ratings of some names."""
        parts = [(self.at[name], weight) for name, weight in weights.items()]
        mean = Fraction(math.fsum(weight * self.values[at] for at, weight in parts))
        variance = math.fsum(x * y * self.covariance[a][b] for a, x in parts for b, y in parts)
        if self.df <= 0 or variance <= 0:
            return Estimate(mean, None, None)
        return Estimate(mean, variance, float(self.df))


_Row = list[tuple[int, int]]
"""The nonzero part of a row of X: places and signs."""


def _fit(names: Sequence[str], lineups: Mapping[Lineup, Sample]) -> _Fit | None:
    """The fit, or None if these boards don't tell these names apart."""
    size, at = len(names), {name: place for place, name in enumerate(names)}
    rows = [(_row(at, lineup), sample) for lineup, sample in lineups.items()]
    boards = sum(sample.count for _, sample in rows)
    # Each row of X sums to zero, so X'X lacks one rank; a constant added all over pins the sum to zero.
    normal = [[boards / size] * size for _ in range(size)]
    right = [0.0] * size
    for row, sample in rows:
        for a, x in row:
            right[a] += x * sample.total / LEGS
        _add_outer(normal, row, sample.count)
    inverse = _inverse(normal) if size > 1 else None
    if inverse is None:
        return None
    values = [sum(map(mul, line, right)) for line in inverse]
    middle = [[0.0] * size for _ in range(size)]
    for row, sample in rows:
        _add_outer(middle, row, _residuals(sample, sum(x * values[a] for a, x in row)))
    df = boards - (size - 1)
    scale = boards / df if df > 0 else 0.0
    # Both matrices are symmetric: a row serves as a column.
    half = [[scale * sum(map(mul, line, column)) for column in middle] for line in inverse]
    covariance = [[sum(map(mul, line, column)) for column in inverse] for line in half]
    return _Fit(at, values, covariance, df)


def _row(at: Mapping[str, int], lineup: Lineup) -> _Row:
    signs: Counter[int] = Counter()
    for sign, side in zip((1, -1), lineup, strict=True):
        for name in side:
            signs[at[name]] += sign
    return sorted((place, sign) for place, sign in signs.items() if sign)


def _add_outer(matrix: _Matrix, row: _Row, weight: float) -> None:
    """Add weight x x' to a matrix."""
    for a, x in row:
        for b, y in row:
            matrix[a][b] += weight * x * y


def _residuals(sample: Sample, fitted: float) -> float:
    """The sum of (d - fitted)^2 over the boards of one lineup."""
    square = sample.squares / LEGS**2
    return max(0.0, square + fitted * (sample.count * fitted - 2 * sample.total / LEGS))


def _linked(names: Sequence[str], lineups: Mapping[Lineup, Sample]) -> list[list[str]]:
    """Names in groups that boards link, in the order of the names."""
    leader = {name: name for name in names}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for first, second in lineups:
        for one, other in combinations((*first, *second), 2):
            leader[find(one)] = find(other)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(find(name), []).append(name)
    return list(groups.values())


def _inverse(matrix: _Matrix) -> _Matrix | None:
    """The inverse of a symmetric, positive definite matrix by Gauss and Jordan; None if it is singular."""
    size = len(matrix)
    rows = [
        [*line, *(1.0 if at == other else 0.0 for other in range(size))]
        for at, line in enumerate(matrix)
    ]
    for at in range(size):
        pivot = rows[at][at]
        if pivot <= _SINGULAR * matrix[at][at]:
            return None
        rows[at] = lead = [value / pivot for value in rows[at]]
        for other in range(size):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], lead, strict=True)]
    return [line[size:] for line in rows]
