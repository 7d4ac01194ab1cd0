"""The one estimator of strength: strengths, style between two sides, and accidents of a match.

A match's mean difference of a board is taken as

    strength of the one - strength of the other + style of this pair + accident of this match + luck.

*Style* is how much better or worse a side does against one opponent than strengths tell; it stays the same
from match to match. An *accident* is whatever happened to the processes of one match: a mood, a start that
failed. *Luck* is that of the boards. All four variances are estimated from what was seen, so that a figure is
as sure as the schedule makes it: the same formulas serve a round-robin and a Swiss, whole or half played. Style
and accident can be told apart only where pairs have met in several matches.

The variances are modes of a posterior with a weak prior, never zero; strengths are shrunk towards their mean
by as much as their spread asks for (empirical Bayes: Efron and Morris 1973, Journal of the American
Statistical Association 68:117). ``docs/standings.md`` has the formulas, ``benchmarks/interval_coverage.py`` what they
are worth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from arena.tournament.linear import Matrix, dot, inverse, total
from arena.tournament.observed import Observed
from arena.tournament.statistics import LEGS

Design = tuple[tuple[int, int], ...]
"""Whose strengths make up the mean of a row: their places, in rising order, with +1 or -1; at the places of
one side +1. Two entrants that meet are ((low, 1), (high, -1))."""

_PRIOR_SHARE: Final = 1 / 25
"""The prior guess of the variances of style and accident, as a share of that of a board's luck."""

_PRIOR_DF: Final = 2
"""What that guess weighs, in degrees of freedom."""

_NOISE_DF: Final = 10
"""What the luck of all boards weighs against that of one pair's own, in degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The model fitted to all matches of ``size`` names.

    noise: the variance of a board's luck. accident: that of a match, or None where no pair met twice, and then
    style holds both. style: that of a pair. spread: that of the strengths; None for two. df: degrees of freedom
    of all errors. means, errors and trust have, by design, the mean of a pair, the variance of that mean
    beside strengths and style, and the share of a pair's own surplus that is taken for style. strengths: by
    place, summing to zero, with their covariance K; information: the inverse of K but for the constant.
    unweighted: the fit by least squares that the variance of style was found by.
    """

    size: int
    noise: float
    accident: float | None
    style: float
    spread: float | None
    df: float
    means: Mapping[Design, float]
    errors: Mapping[Design, float]
    trust: Mapping[Design, float]
    strengths: Sequence[float]
    covariance: Matrix
    information: Matrix
    unweighted: "Unweighted"

    @property
    def match_variance(self) -> float:
        """What one match adds to the variance of its mean, besides the luck of its boards."""
        return self.style if self.accident is None else self.accident

    @property
    def met_style(self) -> float:
        """The variance of style that ``errors`` don't hold already."""
        return 0.0 if self.accident is None else self.style

    def fitted(self, design: Design) -> float:
        """What strengths alone tell of a pair."""
        return total(sign * self.strengths[at] for at, sign in design)

    def expected(self, design: Design) -> tuple[float, float]:
        """The mean difference of a board that a pair is expected to have, style included; and its variance.

        Of a pair that hasn't met it is a prediction.
        """
        value = self.fitted(design)
        variance = total(x * y * self.covariance[a][b] for a, x in design for b, y in design)
        if design not in self.trust:
            return value, variance + self.style
        trust = self.trust[design]
        value += trust * (self.means[design] - value)
        return value, (1 - trust) ** 2 * variance + self.met_style * (1 - trust)


def fit(size: int, seen: Mapping[Design, Observed], least: float) -> Fit | None:
    """Fit the model to what was seen of ``size`` names; None where no board was played.

    least: the variance of a board's luck that is guessed beforehand, with the weight of a single board, in
    the unit of the figure squared. The same ``seen`` gives the same bits, in whatever order it stands.
    """
    pairs = _Pairs.of(
        {design: seen[design] for design in sorted(seen) if seen[design].groups}, least
    )
    if not pairs.designs:
        return None
    first = _unweighted(size, pairs)
    style = _mode(
        first.squares,
        first.df,
        first.mean_error if first.df else _mean(pairs.errors),
        _PRIOR_SHARE * pairs.noise,
        _PRIOR_DF,
    )
    errors, met = pairs.errors, style
    if pairs.accident is None:
        errors, met = [error + style for error in errors], 0.0
    trust = [met / (met + error) for error in errors]
    variances = [error + met for error in errors]
    spread = None
    if size > 2:  # noqa: PLR2004 - of two the difference is all there is
        of_strengths = total(x * x for x in first.strengths)
        error = _mean(variances) * first.trace / max(1, first.rank)
        spread = _mode(of_strengths, max(2, first.rank), error, 0.0, 0)
    strengths, covariance, information = _weighted(size, pairs, variances, spread)
    common = style if pairs.accident is None else pairs.accident
    df = first.df if pairs.accident is None else pairs.repeats
    designs = pairs.designs
    return Fit(
        size=size,
        noise=pairs.noise,
        accident=pairs.accident,
        style=style,
        spread=spread,
        df=(df + _PRIOR_DF) / (common / (common + pairs.match_error)) ** 2,
        means=dict(zip(designs, pairs.means, strict=True)),
        errors=dict(zip(designs, errors, strict=True)),
        trust=dict(zip(designs, trust, strict=True)),
        strengths=strengths,
        covariance=covariance,
        information=information,
        unweighted=first,
    )


def _mode(squares: float, df: float, error: float, guess: float, guess_df: float) -> float:
    """The mode of a variance's posterior, which is never zero.

    squares: a sum of squares with ``df`` degrees of freedom, of which each holds the variance sought and
    ``error`` besides. guess: what the variance is beforehand, with the weight of ``guess_df`` more.
    """
    squares += guess_df * (guess + error)
    df += guess_df
    middle = squares - (df - 2) * error
    return (middle + sqrt(middle * middle + 4 * (df - 1) * error * error)) / (2 * (df - 1))


def _mean(values: Sequence[float]) -> float:
    return total(values) / len(values)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Step one: the pairs, each by itself, and what happens between the matches of a pair.

    means: of each pair's matches, weighted; errors: their variances beside strengths and style. repeats: how
    many matches there are beyond the first of each pair. match_error: the mean variance of a match by luck.
    """

    designs: Sequence[Design]
    noise: float
    accident: float | None
    repeats: int
    match_error: float
    means: Sequence[float]
    errors: Sequence[float]

    @classmethod
    def of(cls, seen: Mapping[Design, Observed], least: float) -> "_Pairs":
        """From what was seen of pairs that have a board at least."""
        if not seen:
            return cls((), 0.0, None, 0, 0.0, (), ())
        within = [observed.within for observed in seen.values()]
        noise = (total(squares for squares, _ in within) + least) / (
            sum(df for _, df in within) + 1
        )
        lucks = [(squares + _NOISE_DF * noise) / (df + _NOISE_DF) for squares, df in within]
        matches = [observed.matches for observed in seen.values()]
        repeats = sum(matches) - len(matches)
        accident = None
        if repeats:
            about = [
                _between(observed, luck)
                for observed, luck in zip(seen.values(), lucks, strict=True)
                if observed.matches > 1
            ]
            squares, weight = total(it for it, _ in about), total(it for _, it in about)
            accident = _mode(
                squares * repeats / weight,
                repeats,
                repeats / weight,
                _PRIOR_SHARE * noise,
                _PRIOR_DF,
            )
        joined = [
            _joined(observed, luck, accident or 0.0)
            for observed, luck in zip(seen.values(), lucks, strict=True)
        ]
        of_matches = total(
            group.matches * luck / boards
            for observed, luck in zip(seen.values(), lucks, strict=True)
            for boards, group in observed.groups
        )
        return cls(
            tuple(seen), noise, accident, repeats, of_matches / sum(matches),
            [mean for mean, _ in joined], [error for _, error in joined],
        )  # fmt: skip


def _joined(observed: Observed, luck: float, accident: float) -> tuple[float, float]:
    """The mean of a pair's matches, each weighted by how sure it is, and the variance of that mean."""
    weight = sum_ = 0.0
    for boards, group in observed.groups:
        of_match = 1 / (luck / boards + accident)
        weight += group.matches * of_match
        sum_ += of_match * (group.total / (LEGS * boards))
    return sum_ / weight, 1 / weight


def _between(observed: Observed, luck: float) -> tuple[float, float]:
    """How far a pair's matches are apart: their weighted sum of squares, and what it weighs."""
    mean, _ = _joined(observed, luck, 0.0)
    squares = weight = of_weights = 0.0
    for boards, group in observed.groups:
        of_match, number = boards / luck, group.matches
        apart = number * group.squared_totals - group.total * group.total
        squares += of_match * (apart / (LEGS * LEGS * boards * boards * number))
        squares += of_match * number * (group.total / (LEGS * boards * number) - mean) ** 2
        weight += number * of_match
        of_weights += number * of_match * of_match
    return squares, weight - of_weights / weight


@dataclass(frozen=True, slots=True)
class Unweighted:
    """Step two: strengths by ordinary least squares, each pair once; how far pairs are off tells of style.

    rank and trace: of the strengths, and of their covariance for pairs of variance 1. leverages: of each pair,
    how much of its residual its own mean takes away. squares, df: of the residuals; mean_error: what of each
    residual's square is due to the pairs' errors.
    """

    strengths: Sequence[float]
    leverages: Sequence[float]
    rank: int
    trace: float
    squares: float
    df: int
    mean_error: float


def _unweighted(size: int, pairs: _Pairs) -> Unweighted:
    leverages: list[float]
    if _is_complete(size, pairs.designs):
        right = _right(size, pairs, [1.0] * len(pairs.designs))
        strengths = [value / size for value in right]
        rank, trace = size - 1, (size - 1) / size
        leverages = [2 / size] * len(pairs.designs)
    else:
        group_of = _linked(size, pairs.designs)
        sizes = {group: group_of.count(group) for group in set(group_of)}
        # A constant within each linked group pins its sum to zero.
        normal = [
            [1 / size if group_of[a] == group_of[b] else 0.0 for b in range(size)]
            for a in range(size)
        ]
        ones = [1.0] * len(pairs.designs)
        _add_outer(normal, pairs.designs, ones)
        solved, full_rank = inverse(normal)
        right = _right(size, pairs, ones)
        strengths = [dot(row, right) for row in solved]
        rank = full_rank - len(sizes)
        pinned = total(size / sizes[group] for group in sorted(sizes))
        trace = max(0.0, total(solved[at][at] for at in range(size)) - pinned)
        leverages = [
            total(x * y * solved[a][b] for a, x in design for b, y in design)
            for design in pairs.designs
        ]
    squares = error = 0.0
    for design, mean, of_mean, leverage in zip(
        pairs.designs, pairs.means, pairs.errors, leverages, strict=True
    ):
        squares += (mean - total(sign * strengths[at] for at, sign in design)) ** 2
        error += of_mean * (1 - leverage)
    df = len(pairs.designs) - rank
    return Unweighted(
        strengths, leverages, rank, trace, squares if df else 0.0, df, error / max(1, df)
    )


def _is_complete(size: int, designs: Sequence[Design]) -> bool:
    """Whether everybody met everybody, one against one."""
    return 2 * len(designs) == size * (size - 1) and all(len(it) == 2 for it in designs)  # noqa: PLR2004


def _weighted(
    size: int, pairs: _Pairs, variances: Sequence[float], spread: float | None
) -> tuple[list[float], Matrix, Matrix]:
    """Step three: strengths with each pair weighted by how sure it is, shrunk by their spread."""
    shrink = 0.0 if spread is None else 1 / spread
    information = [[-shrink / size] * size for _ in range(size)]
    for at in range(size):
        information[at][at] += shrink
    weights = [1 / variance for variance in variances]
    _add_outer(information, pairs.designs, weights)
    solved, _ = inverse([[value + 1 / size for value in row] for row in information])
    right = _right(size, pairs, weights)
    strengths = [dot(row, right) for row in solved]
    covariance = [[value - 1 / size for value in row] for row in solved]
    return strengths, covariance, information


def _right(size: int, pairs: _Pairs, weights: Sequence[float]) -> list[float]:
    right = [0.0] * size
    for design, mean, weight in zip(pairs.designs, pairs.means, weights, strict=True):
        for at, sign in design:
            right[at] += sign * weight * mean
    return right


def _add_outer(matrix: Matrix, designs: Sequence[Design], weights: Sequence[float]) -> None:
    """Add weight x x' for each row."""
    for design, weight in zip(designs, weights, strict=True):
        for a, x in design:
            row = matrix[a]
            for b, y in design:
                row[b] += weight * x * y


def _linked(size: int, designs: Sequence[Design]) -> list[int]:
    """For each name the lowest that matches link it to."""
    leader = list(range(size))

    def find(at: int) -> int:
        while leader[at] != at:
            leader[at] = leader[leader[at]]
            at = leader[at]
        return at

    for (first, _), *others in designs:
        for other, _ in others:
            low, high = sorted((find(first), find(other)))
            leader[high] = low
    return [find(at) for at in range(size)]


def single(one: int, other: int) -> Design:
    """The design of two names that meet, the lower first: its mean is the lower one's."""
    return ((one, 1), (other, -1)) if one < other else ((other, 1), (one, -1))
