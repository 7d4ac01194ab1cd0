"""Tests that may be looked at after every match, and still err no more often than they say.

A fixed interval looked at again and again isn't one: stopping at the first |t| > 1.96 is wrong for two equal
bots in 40 to 50 % of all cases. Both rules here are meant to be looked at. A rule is a value; it
judges all matches so far. A ``Trial`` feeds one match by match and keeps the first verdict.

Boards of one match share their processes, so a mean is no surer than the matches are alike: both rules count
``Known.boards``, the boards that would give a mean as sure by their luck alone.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from arena.tournament.model import fit, single
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.statistics import LEAST_VARIANCE, Interval, Sample, student_quantile

SPRT_MIN_BOARDS: Final = 20
"""Before that the standard deviation is too uncertain for t."""

SEQUENCE_MIN_BOARDS: Final = 50
"""The confidence sequence takes s for known: from here on that is near enough."""

MIN_MATCHES: Final = 2
"""One match can't tell what would happen to other processes."""

_TIGHTEST_AT: Final = 200
"""The number of boards at which the confidence sequence is at its tightest."""


class Verdict(StrEnum):
    """What a rule says of the first of two entrants.

    EQUAL: the difference is no larger than the margin. NOT_BETTER, NOT_WORSE: not by as much as was asked.
    """

    UNDECIDED = "undecided"
    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    NOT_BETTER = "not better"
    NOT_WORSE = "not worse"


@dataclass(frozen=True, slots=True)
class Known:
    """What matches of two tell: their mean, its error, and the luck of a board, by the model of the standings.

    noise: the variance of a board's luck. variance: that of the mean, accidents of matches included. df: degrees
    of freedom.
    """

    mean: float
    variance: float
    noise: float
    df: float

    @classmethod
    def of(cls, observed: Observed) -> "Known | None":
        """None without boards."""
        pair = single(0, 1)
        model = fit(2, {pair: observed}, float(LEAST_VARIANCE))
        if model is None:
            return None
        return cls(model.means[pair], model.errors[pair], model.noise, model.df)

    @property
    def boards(self) -> float:
        """So many boards of luck alone would give a mean as sure."""
        return self.noise / self.variance

    @property
    def t(self) -> float:
        """The mean in standard deviations of a board."""
        return self.mean / math.sqrt(self.noise)


class Rule(Protocol):
    """When to stop, and with which verdict."""

    def judge(self, observed: Observed) -> Verdict:
        """The verdict on the matches so far; UNDECIDED means to play on."""
        ...


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of t = mean / sd of a board: t0 (or less) against t1 (or more).

    The log-likelihood ratio of the generalized test is LLR = (N/2) ln[(1 + (t - t0)^2) / (1 + (t - t1)^2)].
    It stops at +-``bound``, for errors of ``alpha`` on either side. At the upper bound the verdict is BETTER,
    but NOT_WORSE where t0 < 0, for then it only rules out that an entrant is worse by as much as t0. At the
    lower it is NOT_BETTER: whoever is equal and whoever is worse end there alike. An entrant between t0 and
    t1 may end at either.
    (Wald 1945, Annals of Mathematical Statistics 16:117, for the bounds.)
    """

    t0: float
    t1: float
    alpha: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.t0) and math.isfinite(self.t1) and self.t0 < self.t1):
            raise ValueError(f"an SPRT needs t0 < t1, not {self.t0} and {self.t1}")
        if not 0 < self.alpha < 0.5:  # noqa: PLR2004 - a coin does as well
            raise ValueError(f"an SPRT errs in a share between 0 and 0.5, not {self.alpha}")

    @property
    def bound(self) -> float:
        """ln((1 - alpha) / alpha): 2.944 for 5 %."""
        return math.log((1 - self.alpha) / self.alpha)

    def ratio(self, observed: Observed) -> float:
        """LLR, positive in favour of t1; 0 without boards.

        Beyond t0 - 1 and t1 + 1 the ratio falls again, for there both are far from the truth; what is further out
        counts as that.
        """
        known = Known.of(observed)
        if known is None:
            return 0.0
        t = min(max(known.t, self.t0 - 1), self.t1 + 1)
        return log_likelihood_ratio(known.boards, t, self.t0, self.t1)

    def judge(self, observed: Observed) -> Verdict:
        """The verdict on the matches so far, undecided before the 20th board and in the first match."""
        if observed.boards.count < SPRT_MIN_BOARDS or observed.matches < MIN_MATCHES:
            return Verdict.UNDECIDED
        ratio = self.ratio(observed)
        if ratio >= self.bound:
            return Verdict.BETTER if self.t0 >= 0 else Verdict.NOT_WORSE
        return Verdict.NOT_BETTER if ratio <= -self.bound else Verdict.UNDECIDED


def log_likelihood_ratio(boards: float, t: float, t0: float, t1: float) -> float:
    """(N/2) ln[(1 + (t - t0)^2) / (1 + (t - t1)^2)]."""
    return boards / 2 * (math.log1p((t - t0) ** 2) - math.log1p((t - t1) ** 2))


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """Intervals for the mean difference of a board that hold *all at once*, from the 50th board on.

    With probability 1 - ``alpha`` the true value is in every one of them, so one may stop at any of them.
    BETTER or WORSE: the interval doesn't touch zero. EQUAL: it lies within -``margin``..``margin`` (games a
    deal). (The normal mixture of Robbins 1970 with an estimated s: Waudby-Smith, Arbour, Sinha, Kennedy and
    Ramdas 2024, Annals of Statistics 52:2613.)
    """

    alpha: float = 0.05
    margin: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError(f"a confidence sequence errs in a share of 0 to 1, not {self.alpha}")
        if not self.margin >= 0:
            raise ValueError(f"a margin can't be negative: {self.margin}")

    def width(self, boards: float) -> float:
        """The radius in units of s: sqrt[(N rho^2 + 1) / (N^2 rho^2) 2 ln(sqrt(N rho^2 + 1) / alpha)].

        rho^2 = (-2 ln alpha + ln(1 - 2 ln alpha)) / 200 makes it tightest at 200 boards.
        """
        rest = -2 * math.log(self.alpha)
        rho2 = (rest + math.log1p(rest)) / _TIGHTEST_AT
        grown = boards * rho2 + 1
        return math.sqrt(2 * grown / (boards * boards * rho2) * (math.log(grown) / 2 + rest / 2))

    def interval(self, observed: Observed) -> Interval | None:
        """The interval after these matches; None before the 50th board, and in the first match."""
        known = Known.of(observed)
        if (
            known is None
            or observed.boards.count < SEQUENCE_MIN_BOARDS
            or observed.matches < MIN_MATCHES
        ):
            return None
        radius = max(
            self.width(known.boards) * math.sqrt(known.noise),
            student_quantile(1 - self.alpha / 2, known.df) * math.sqrt(known.variance),
        )
        return known.mean - radius, known.mean + radius

    def judge(self, observed: Observed) -> Verdict:
        """The verdict on the matches so far."""
        interval = self.interval(observed)
        if interval is None:
            return Verdict.UNDECIDED
        low, high = interval
        if low > 0:
            return Verdict.BETTER
        if high < 0:
            return Verdict.WORSE
        return Verdict.EQUAL if max(-low, high) <= self.margin else Verdict.UNDECIDED


@dataclass(frozen=True, slots=True)
class Trial:
    """A rule at work: matches so far, and the first verdict that was reached, which stays.

    cap: so many boards at most; then the trial is over without a verdict. Without one it may go on for ever.
    """

    rule: Rule
    cap: int | None = None
    observed: Observed = NOTHING
    verdict: Verdict = Verdict.UNDECIDED

    @property
    def sample(self) -> Sample:
        """All boards so far."""
        return self.observed.boards

    @property
    def over(self) -> bool:
        """Whether to stop: there is a verdict, or the cap is reached."""
        capped = self.cap is not None and self.sample.count >= self.cap
        return capped or self.verdict is not Verdict.UNDECIDED

    def after(self, legs: Iterable[int]) -> "Trial":
        """One match further; legs are the sums of each board's legs, twice its difference.

        A match that was played beyond the end is added, but doesn't change the verdict.
        """
        observed = self.observed + Observed.match(legs)
        verdict = self.verdict if self.over else self.rule.judge(observed)
        return Trial(self.rule, self.cap, observed, verdict)
