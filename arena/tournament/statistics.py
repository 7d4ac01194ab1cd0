"""Boards, figures with their 95 % intervals, and Student's distribution that these need.

Everything rests on boards, not on deals: a board is played twice with the seats exchanged, and what
counts is its difference d = (leg 1 + leg 2) / 2, free of most of the luck. Sums are whole numbers, so they
don't depend on the order in which matches finish. ``docs/standings.md`` has the formulas.
"""

import math
from collections.abc import Iterable
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

LEAST_VARIANCE: Final = Fraction(1, 4)
"""The variance of a board's difference in games that is guessed beforehand, with the weight of one board: where no two
boards differ, something is known all the same."""

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
    def estimate(self) -> "Estimate":
        """The mean in games and how sure it is, as boards of one match are: without what another would change.

        The variance is (sum of squares + 1/4) / n, so a quarter is guessed beforehand with the weight of one board:
        where no board differs from any other something is known all the same. Raises ZeroDivisionError
        without boards.
        """
        above = self.count * self.squares - self.total * self.total
        squares = Fraction(above, LEGS * LEGS * self.count) + LEAST_VARIANCE
        mean = self.total / (LEGS * self.count)
        return Estimate(mean, float(squares / self.count**2), float(self.count))


NO_BOARDS: Final = Sample()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure: its mean, and the variance (above zero) and degrees of freedom of that mean."""

    mean: float
    variance: float
    df: float

    def radius(self, level: float = LEVEL) -> float:
        """Half the width of the interval."""
        return student_quantile((1 + level) / 2, self.df) * math.sqrt(self.variance)

    def interval(self, level: float = LEVEL) -> Interval:
        """The bounds mean -+ t(df) sqrt(V): they enclose the true value in ``level`` of all cases."""
        radius = self.radius(level)
        return self.mean - radius, self.mean + radius

    def separated(self, alpha: float = 1 - LEVEL) -> bool:
        """Whether the interval at level 1 - alpha lies on one side of zero."""
        t = abs(self.mean) / math.sqrt(self.variance)
        return t > student_quantile(1 - alpha / 2, self.df)


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
