"""How sure a figure is: means of boards with 95 % intervals, and Student's distribution that they need.

Everything rests on boards, not on deals: a board is played twice with the seats exchanged, and what
counts is its difference d = (leg 1 + leg 2) / 2. Two entrants that meet are a *pairing*; a pairing's
boards are independent of each other and of all other boards. ``docs/standings.md`` has the formulas.

Sums are whole numbers, so they don't depend on the order in which matches finish. Only variances are
floats, and those are summed in an order that the caller settles.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import mul
from statistics import NormalDist
from typing import Final

from arena.engine.values import value

LEVEL: Final = 0.95
"""Of all such intervals, so many hold the true value."""

LEGS: Final = 2
"""A board is played so often, and its difference is the mean of that."""

Interval = tuple[float, float]

_NORMAL: Final = NormalDist()
_LARGE_DF: Final = 1_000.0
"""From here on Fisher's expansion is exact to 1e-12, and the continued fraction becomes slow."""

_STIRLING_FROM: Final = 20.0
_CLOSE: Final = 1e-15
_TINY: Final = 1e-300
_MAX_TERMS: Final = 20_000
"""It takes some sqrt(df) terms: enough for 1e8 degrees of freedom."""

_ROUNDING: Final = 1e-13
_MAX_STEPS: Final = 100
"""Newton's method takes five to ten; this only stops one that rounding keeps busy."""


@value
class Sample:
    """The boards of one pairing from the first entrant's side: enough to know mean and variance exactly.

    count: how many boards. total and squares: sum, and sum of squares, of leg 1 + leg 2. That is twice
    the board's difference d, and a whole number. Everything that is read is in units of d.
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, legs: Iterable[int]) -> "Sample":
        """The sample of boards that are given by the sums of their two legs."""
        values = tuple(legs)
        return cls(len(values), sum(values), sum(map(mul, values, values)))

    def after(self, legs: int) -> "Sample":
        """With one board more; legs is the sum of its two legs."""
        return Sample(self.count + 1, self.total + legs, self.squares + legs * legs)

    def __add__(self, other: "Sample") -> "Sample":
        return Sample(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @property
    def reverse(self) -> "Sample":
        """The same boards from the other side."""
        return Sample(self.count, -self.total, self.squares)

    @property
    def mean(self) -> Fraction | None:
        """The mean difference of a board; None without boards."""
        return Fraction(self.total, LEGS * self.count) if self.count else None

    @property
    def spread(self) -> Fraction | None:
        """s^2, the variance of a board's difference with n - 1 below; None for fewer than two boards."""
        if self.count < 2:  # noqa: PLR2004 - one value doesn't vary
            return None
        above = self.count * self.squares - self.total * self.total
        return Fraction(above, LEGS * LEGS * self.count * (self.count - 1))

    @property
    def estimate(self) -> "Estimate | None":
        """The pairing's mean and how sure it is; None without boards."""
        return combine([(Fraction(1), self)])


NO_BOARDS: Final = Sample()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure measured on boards: its mean, and the variance and degrees of freedom of that mean.

    variance and df are None where nothing can be said: a pairing of a single board is in it, or no board
    differed from any other (V = 0). Such a figure has no interval and reads "not separated".
    """

    mean: Fraction
    variance: float | None
    df: float | None

    def radius(self, level: float = LEVEL) -> float | None:
        """Half the width of the interval; None where there is none."""
        if self.variance is None or self.df is None:
            return None
        return student_quantile((1 + level) / 2, self.df) * math.sqrt(self.variance)

    def interval(self, level: float = LEVEL) -> Interval | None:
        """The bounds mean -+ t(df) sqrt(V): they enclose the true value in ``level`` of all cases."""
        radius = self.radius(level)
        return None if radius is None else (float(self.mean) - radius, float(self.mean) + radius)

    def separated(self, alpha: float = 1 - LEVEL) -> bool:
        """Whether the interval at level 1 - alpha lies on one side of zero."""
        if self.variance is None or self.df is None:
            return False
        t = abs(float(self.mean)) / math.sqrt(self.variance)
        # Student's tails are heavier than the normal ones: what isn't beyond these isn't beyond those.
        return t > _normal_bound(alpha) and student_tails(t, self.df) < alpha


@lru_cache
def _normal_bound(alpha: float) -> float:
    return _NORMAL.inv_cdf(1 - alpha / 2)


def combine(parts: Iterable[tuple[Fraction, Sample]]) -> Estimate | None:
    """The weighted sum of the means of pairings, sum w m; None if one of them has no boards.

    V = sum w^2 v with v = s^2 / B, and the degrees of freedom of Welch and Satterthwaite:
    V^2 / sum((w^2 v)^2 / (B - 1)) (Welch 1947, Biometrika 34:28). No pairing may come twice.
    """
    mean, spreads = Fraction(0), _Spreads()
    for weight, sample in parts:
        if sample.mean is None:
            return None
        mean += weight * sample.mean
        spreads = spreads.plus(float(weight), _Moment.of(sample))
    return spreads.estimate(mean)


@dataclass(frozen=True, slots=True)
class _Moment:
    """v = s^2 / B and v^2 / (B - 1) of one pairing; None, None for a single board."""

    v: float | None
    v_by_df: float | None

    @classmethod
    def of(cls, sample: Sample) -> "_Moment":
        spread = sample.spread
        if spread is None:
            return cls(None, None)
        v = float(spread / sample.count)
        return cls(v, v * v / (sample.count - 1))


@dataclass(frozen=True, slots=True)
class _Spreads:
    """V and the sum below Welch and Satterthwaite's fraction, so far; None once one can't be known."""

    variance: float | None = 0.0
    below: float | None = 0.0

    def plus(self, weight: float, moment: _Moment) -> "_Spreads":
        if self.variance is None or self.below is None:
            return self
        if moment.v is None or moment.v_by_df is None:
            return _Spreads(None, None)
        return _Spreads(
            self.variance + weight**2 * moment.v, self.below + weight**4 * moment.v_by_df
        )

    def estimate(self, mean: Fraction) -> Estimate:
        if not self.variance or not self.below:
            return Estimate(mean, None, None)
        return Estimate(mean, self.variance, self.variance**2 / self.below)


class Strengths:
    """The strengths r_i of a field, and the differences between them.

    r_i = sum_j m_ij / k over the k opponents that entrant i has met: in a whole round-robin k = n - 1.
    Opponents not met yet are left out, so strengths of different schedules are means over different
    opponents. samples has a pairing by (entrant, opponent), from either side or from both.
    """

    def __init__(self, names: Iterable[str], samples: Mapping[tuple[str, str], Sample]) -> None:
        self._pairings = {
            pair: sample
            for (one, other), sample in samples.items()
            if sample.count
            for pair, sample in (((one, other), sample), ((other, one), sample.reverse))
        }
        self._moments = {pair: _Moment.of(sample) for pair, sample in self._pairings.items()}
        self._names = tuple(names)
        self._means: dict[str, Fraction] = {}
        self._weights: dict[str, Fraction] = {}
        self._spreads: dict[str, _Spreads] = {}
        for name in self._names:
            self._measure(name)

    def _measure(self, name: str) -> None:
        met = [other for other in self._names if (name, other) in self._pairings]
        if not met:
            return
        weight, spreads = Fraction(1, len(met)), _Spreads()
        for other in met:
            spreads = spreads.plus(float(weight), self._moments[name, other])
        sum_of_means = sum(
            (self._pairings[name, other].mean or Fraction(0) for other in met), Fraction(0)
        )
        self._means[name] = weight * sum_of_means
        self._weights[name] = weight
        self._spreads[name] = spreads

    def of(self, name: str) -> Estimate | None:
        """r_i; None for who has met nobody."""
        if name not in self._means:
            return None
        return self._spreads[name].estimate(self._means[name])

    def difference(self, one: str, other: str) -> Estimate | None:
        """r_i - r_k; None unless both have met somebody.

        Their own pairing is in both, with m_ki = -m_ik: it counts once, with the sum of both weights.
        """
        if one not in self._means or other not in self._means:
            return None
        mean = self._means[one] - self._means[other]
        first, second = self._spreads[one], self._spreads[other]
        if first.variance is None or second.variance is None:
            return Estimate(mean, None, None)
        variance = first.variance + second.variance
        below = (first.below or 0.0) + (second.below or 0.0)
        shared = self._moments.get((one, other))
        if shared is not None and shared.v is not None and shared.v_by_df is not None:
            a, b = float(self._weights[one]), float(self._weights[other])
            variance += ((a + b) ** 2 - a**2 - b**2) * shared.v
            below += ((a + b) ** 4 - a**4 - b**4) * shared.v_by_df
        return _Spreads(variance, below).estimate(mean)


@lru_cache(maxsize=4096)
def student_quantile(p: float, df: float) -> float:
    """The t below which a share ``p`` of Student's distribution lies; df > 0 may be a fraction.

    Exact to about 1e-12 of its value. Raises ValueError outside 0 < p < 1.
    """
    if not (0 < p < 1 and df > 0):
        raise ValueError(f"no quantile {p} of Student's distribution with {df} degrees of freedom")
    if p == 0.5:  # noqa: PLR2004 - the middle
        return 0.0
    if p < 0.5:  # noqa: PLR2004 - the same
        return -student_quantile(1 - p, df)
    z = _NORMAL.inv_cdf(p)
    return _fisher(z, df) if df >= _LARGE_DF else _newton(2 * (1 - p), df, z)


def student_tails(t: float, df: float) -> float:
    """The share of Student's distribution outside of -t..t: I_x(df/2, 1/2) with x = df/(df + t^2)."""
    square = t * t
    x, rest = df / (df + square), square / (df + square)
    a, b = df / 2, 0.5
    if x < (a + 1) / (a + b + 2):
        return _beta_term(a, b, x, rest) / a
    return 1 - _beta_term(b, a, rest, x) / b


def _newton(tails: float, df: float, start: float) -> float:
    """Solve student_tails(t) = tails by Newton's method in ln t against the logarithm of the tails.

    That function is concave and falls: from the second step on every step stays right of the root and
    comes nearer, whatever the start.
    """
    t, step, steps = start, 1.0, 0
    while abs(step) > _ROUNDING and steps < _MAX_STEPS:
        share = student_tails(t, df)
        density = 2 * math.exp(
            -_log_beta_half(df / 2) - math.log(df) / 2 - (df + 1) / 2 * math.log1p(t * t / df)
        )
        step = share * math.log(share / tails) / (t * density)
        t *= math.exp(step)
        steps += 1
    return t


def _fisher(z: float, df: float) -> float:
    """The quantile from the normal one in powers of 1/df (Abramowitz and Stegun 26.7.5)."""
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160
    return z + (g1 + (g2 + (g3 + g4 / df) / df) / df) / df


def _log_beta_half(a: float) -> float:
    """The logarithm of B(a, 1/2), without taking one large number from another."""
    if a < _STIRLING_FROM:
        ratio = math.lgamma(a + 0.5) - math.lgamma(a)
    else:  # the series of ln(Gamma(a + 1/2) / Gamma(a)) in powers of 1/a
        u = 1 / (a * a)
        series = 1 / 8 - u * (1 / 192 - u * (1 / 640 - u * (17 / 14_336 - u * 31 / 18_432)))
        ratio = math.log(a) / 2 - series / a
    return math.log(math.pi) / 2 - ratio


def _beta_term(a: float, b: float, x: float, rest: float) -> float:
    """I_x(a, b) times a, one of a and b being 1/2 and rest = 1 - x.

    The continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes 6.4).
    """
    front = math.exp(a * math.log(x) + b * math.log(rest) - _log_beta_half(max(a, b))) if x else 0.0
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction, change, m = d, 0.0, 0
    while abs(change - 1) > _CLOSE and m < _MAX_TERMS:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            change = d * c
            fraction *= change
    return front * fraction


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
