"""Strengths of a field by the model: against all others, each difference, what is expected of a match.

A *strength* is what a side would do on average against all others of the field, had it met each of them
equally often. Whom it really met is allowed for; how it did against those it met counts with as much as is
known of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt
from operator import sub
from statistics import NormalDist
from typing import Final

from arena.tournament.linear import Matrix, square, total
from arena.tournament.model import Design, Fit, fit, single
from arena.tournament.observed import NOTHING, Observed, Seen
from arena.tournament.sequential import ConfidenceSequence
from arena.tournament.statistics import LEAST_VARIANCE, LEVEL, Estimate, student_quantile

LEAST_VARIANCES: Final = {"games": float(LEAST_VARIANCE), "points": 225 / 4, "rubbers": 1 / 16}
"""By figure, the variance of a board's difference (of a mirrored rubber's) that is guessed beforehand, with the
weight of one board: games go by fours where points go by sixties."""

FEWEST_FOR_JACKKNIFE: Final = 4
"""With fewer entrants nobody is left if a third is left out."""

POWER: Final = 0.8
"""With such a chance the boards that a plan asks for separate two whose difference is as it seems."""

_GRID: Final = 400
_REACH: Final = 6.0
_NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class Strengths:
    """The strengths of ``names`` in one figure, in its unit a deal, by what was ``seen`` of their meetings.

    sequential: whether they are looked at again and again, and play goes on until all are separated.
    """

    names: tuple[str, ...]
    sequential: bool
    _observed: Mapping[Design, Observed]
    _fit: Fit | None

    @classmethod
    def of(
        cls, names: Iterable[str], seen: Seen, figure: str = "games", *, sequential: bool = False
    ) -> "Strengths":
        """Of meetings by two names; a pair may stand there both ways round, and counts once.

        Raises KeyError for a name that isn't one of ``names``.
        """
        listed = tuple(names)
        at = {name: place for place, name in enumerate(listed)}
        observed = {
            single(at[one], at[other]): each if at[one] < at[other] else each.reverse
            for (one, other), each in seen.items()
            if each.groups
        }
        found = fit(len(listed), observed, LEAST_VARIANCES[figure])
        return cls(listed, sequential, observed, found)

    @property
    def model(self) -> Fit | None:
        """The fitted model; None where no board was played."""
        return self._fit

    @cached_property
    def _at(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def _met(self) -> frozenset[int]:
        return frozenset(at for design in self._observed for at, _ in design)

    @cached_property
    def _values(self) -> list[float]:
        """r: [n theta_i + sum over those met of trust (mean - expected by strengths)] / (n - 1)."""
        model = self._model
        share = 1 / (model.size - 1)
        values = [model.size * share * theta for theta in model.strengths]
        for design, trust in model.trust.items():
            surplus = share * trust * (model.means[design] - model.fitted(design))
            for at, sign in design:
                values[at] += sign * surplus
        return values

    @cached_property
    def _covariance(self) -> Matrix:
        """T K T' + G: what isn't known of strengths, and of style.

        T = [n I - sum of trust x x'] / (n - 1). Since trust is the variance of style over that of a pair, its
        sum is that variance times the information less the prior's, and T K T' needs no product of matrices.
        """
        model, n = self._model, self._model.size
        style = model.met_style
        factor = n if model.spread is None else n + style / model.spread
        unmet = model.style / (n - 1) ** 2
        rows: Matrix = []
        for k_row, a_row in zip(model.covariance, model.information, strict=True):
            of_centre = 2 * factor * style / n
            row = [
                (factor * factor * k + of_centre + style * style * a) / (n - 1) ** 2 - unmet
                for k, a in zip(k_row, a_row, strict=True)
            ]
            at = len(rows)
            row[at] += n * unmet - 2 * factor * style / (n - 1) ** 2
            rows.append(row)
        for ((a, _), (b, _)), trust in model.trust.items():
            known = unmet - style * (1 - trust) / (n - 1) ** 2
            rows[a][a] -= known
            rows[b][b] -= known
            rows[a][b] += known
            rows[b][a] += known
        return rows

    @property
    def _model(self) -> Fit:
        assert self._fit is not None, "asked only for names that have met somebody"
        return self._fit

    def figure(self, name: str) -> Estimate | None:
        """A strength against the mean of all others; None for who has played no board."""
        at = self._at[name]
        if at not in self._met:
            return None
        return Estimate(self._values[at], self._covariance[at][at], self._model.df)

    def difference(self, one: str, other: str) -> Estimate | None:
        """The strength of one less that of another; None unless both have played."""
        a, b = self._at[one], self._at[other]
        if a not in self._met or b not in self._met:
            return None
        rows = self._covariance
        variance = rows[a][a] + rows[b][b] - 2 * rows[a][b]
        return Estimate(self._values[a] - self._values[b], variance, self._model.df)

    def bound(self, difference: Estimate, alpha: float) -> float:
        """How large a difference is that luck makes in a share ``alpha`` of all cases.

        Sequential strengths are looked at while they are measured. For them it is the bound of a confidence
        sequence, with as many boards as would give a mean of the same error by luck alone.
        """
        radius = difference.radius(1 - alpha)
        if not self.sequential:
            return radius
        noise = self._model.noise
        width = ConfidenceSequence(alpha).width(noise / difference.variance)
        return max(radius, width * sqrt(noise))

    def stands(self, one: str, other: str, difference: Estimate, alpha: float) -> bool:
        """Whether a difference stays as sure whichever third entrant is left out as an opponent.

        So nobody's gift, nor anybody's spite, separates two. With fewer than four entrants nobody is left
        if a third is left out, and it says yes.
        """
        if len(self.names) < FEWEST_FOR_JACKKNIFE:
            return True
        a, b = self._at[one], self._at[other]
        if difference.mean < 0:
            a, b = b, a
        return self._jackknife.least(a, b) > self.bound(difference, alpha)

    @cached_property
    def _jackknife(self) -> "_Jackknife":
        return _Jackknife(self._model)

    def head_to_head(self, one: str, other: str) -> Estimate | None:
        """What one did against another, by their own matches; None if they have not met.

        The error is the larger of what the model says and of what their own matches show.
        """
        a, b = self._at[one], self._at[other]
        design = single(a, b)
        observed = self._observed.get(design, NOTHING)
        if not observed.groups:
            return None
        sign = 1 if a < b else -1
        variance = max(self._model.errors[design], _own_variance(observed))
        return Estimate(sign * self._model.means[design], variance, self._model.df)

    def prediction(self, one: str, other: str) -> Estimate | None:
        """What is expected of one against another on average over many matches, met or not."""
        a, b = self._at[one], self._at[other]
        if a not in self._met or b not in self._met:
            return None
        value, variance = self._model.expected(single(a, b))
        return Estimate(value if a < b else -value, variance, self._model.df)

    def chance(self, one: str, other: str, boards: int) -> float | None:
        """The chance that one does better than another in a match of so many boards."""
        expected = self.prediction(one, other)
        if expected is None:
            return None
        variance = expected.variance + self._model.match_variance + self._model.noise / boards
        return _NORMAL.cdf(expected.mean / sqrt(variance))

    def more_boards(self, one: str, other: str, pairs: int) -> float | None:
        """By how much the boards must grow until two are separated, with a chance of POWER.

        The factor ((t_needed + z) / t)^2 if the difference is what it seems, of the boards, in as many
        matches as go with them; 1 or less if that is so already. None where nothing is known.
        """
        difference = self.difference(one, other)
        if difference is None or not difference.mean:
            return None
        now = abs(difference.mean) / sqrt(difference.variance)
        needed = student_quantile(1 - (1 - LEVEL) / pairs / 2, difference.df)
        root = (needed + _NORMAL.inv_cdf(POWER)) / now
        return root * root

    def best(self, names: Sequence[str]) -> dict[str, float]:
        """The chance of each to be the strongest of ``names``, taking errors as independent.

        One integral over normal distributions; cautious, for errors of strengths go against each other.
        """
        known = [name for name in names if self._at[name] in self._met]
        if len(known) < 2:  # noqa: PLR2004 - nobody to be better than
            return dict.fromkeys(known, 1.0)
        means, errors = [self._values[self._at[name]] for name in known], self._marginals(known)
        low = max(mean - _REACH * error for mean, error in zip(means, errors, strict=True))
        high = max(mean + _REACH * error for mean, error in zip(means, errors, strict=True))
        curves = [NormalDist(mean, error) for mean, error in zip(means, errors, strict=True)]
        chances = [0.0] * len(known)
        for step in range(_GRID):
            x = low + (high - low) * (step + 0.5) / _GRID
            below = [max(curve.cdf(x), 1e-300) for curve in curves]
            all_below = 1.0
            for share in below:
                all_below *= share
            for at, curve in enumerate(curves):
                chances[at] += curve.pdf(x) * (all_below / below[at])
        whole = total(chances)
        return {name: chance / whole for name, chance in zip(known, chances, strict=True)}

    def _marginals(self, names: Sequence[str]) -> list[float]:
        """A standard error for each such that differences to the others have about the right one."""
        rows, places = self._covariance, [self._at[name] for name in names]
        return [
            sqrt(
                total(rows[a][a] + rows[b][b] - 2 * rows[a][b] for b in places if b != a)
                / (len(places) - 1)
                / 2
            )
            for a in places
        ]

    def elo(self, estimate: Estimate) -> float:
        """A figure as normalised Elo: 800 / ln 10 times its mean in standard deviations of a deal.

        The two deals of a board share their luck, so a deal's deviation is sqrt(2) times a board's.
        (Van den Bergh 2021, "Normalized Elo", for pairs of games.)
        """
        return ELO * estimate.mean / sqrt(2 * self._model.noise)


ELO: Final = 347.43558552260146
"""800 / ln 10: a difference of one standard deviation of a game, in normalised Elo."""


def _own_variance(observed: Observed) -> float:
    """The variance of a pair's mean as its own matches show it, weighted by boards; 0 for a single match."""
    matches, boards = observed.matches, observed.boards
    if matches < 2:  # noqa: PLR2004 - one match doesn't vary
        return 0.0
    mean = boards.total / boards.count
    apart = total(
        group.squared_totals / count - 2 * mean * group.total + group.matches * count * mean * mean
        for count, group in observed.groups
    )
    return max(0.0, apart) / (4 * boards.count * (matches - 1))


class _Jackknife:
    """Differences between strengths with a third entrant left out as an opponent."""

    def __init__(self, model: Fit) -> None:
        self._table = square(model.size)
        for low in range(model.size):
            for high in range(low + 1, model.size):
                value = _expected_mean(model, ((low, 1), (high, -1)))
                self._table[low][high], self._table[high][low] = value, -value
        self._sums = [total(row) for row in self._table]

    def least(self, a: int, b: int) -> float:
        """The least that the strength of ``a`` is above that of ``b``, whoever is left out."""
        gaps = [*map(sub, self._table[a], self._table[b])]
        gaps[a] = gaps[b] = -inf
        most: float = max(gaps)
        return (self._sums[a] - self._sums[b] - most) / (len(self._table) - 2)


def _expected_mean(model: Fit, design: Design) -> float:
    """What a pair is expected to have, without the cost of its variance."""
    (low, _), (high, _) = design
    value = model.strengths[low] - model.strengths[high]
    trust = model.trust.get(design)
    return value if trust is None else value + trust * (model.means[design] - value)
