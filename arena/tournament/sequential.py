"""Tests that may be looked at after every board, and still err no more often than they say.

A fixed interval looked at again and again isn't one: stopping at the first |t| > 1.96 is wrong for two equal
bots in 40 to 50 % of all cases. Both rules here are meant to be looked at. A rule is a value; it
judges a ``Sample``. A ``Trial`` feeds one board by board and keeps the first verdict.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from arena.tournament.statistics import NO_BOARDS, Interval, Sample

SPRT_MIN_BOARDS: Final = 20
"""Before that the standard deviation is too uncertain for t."""

SEQUENCE_MIN_BOARDS: Final = 50
"""The confidence sequence takes s for known: from here on that is near enough."""

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


class Rule(Protocol):
    """When to stop, and with which verdict."""

    def judge(self, sample: Sample) -> Verdict:
        """The verdict on the boards so far; UNDECIDED means to play on."""
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

    def ratio(self, sample: Sample) -> float:
        """LLR, positive in favour of t1; 0 where no two boards differ, for then there is no t."""
        spread = sample.spread
        if not spread or sample.mean is None:
            return 0.0
        return log_likelihood_ratio(
            sample.count, float(sample.mean) / math.sqrt(spread), self.t0, self.t1
        )

    def judge(self, sample: Sample) -> Verdict:
        """The verdict on the boards so far, undecided before the 20th."""
        if sample.count < SPRT_MIN_BOARDS:
            return Verdict.UNDECIDED
        ratio = self.ratio(sample)
        if ratio >= self.bound:
            return Verdict.BETTER if self.t0 >= 0 else Verdict.NOT_WORSE
        return Verdict.NOT_BETTER if ratio <= -self.bound else Verdict.UNDECIDED


def log_likelihood_ratio(boards: int, t: float, t0: float, t1: float) -> float:
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

    @classmethod
    def among(
        cls, entrants: int, *, alpha: float = 0.05, margin: float = 0.0
    ) -> "ConfidenceSequence":
        """One for each pairing of a field: ``alpha`` for all of its n (n - 1) / 2 pairings together."""
        return cls(alpha / max(1, math.comb(entrants, 2)), margin)

    def width(self, boards: float) -> float:
        """The radius in units of s: sqrt[(N rho^2 + 1) / (N^2 rho^2) 2 ln(sqrt(N rho^2 + 1) / alpha)].

        rho^2 = (-2 ln alpha + ln(1 - 2 ln alpha)) / 200 makes it tightest at 200 boards.
        """
        rest = -2 * math.log(self.alpha)
        rho2 = (rest + math.log1p(rest)) / _TIGHTEST_AT
        grown = boards * rho2 + 1
        return math.sqrt(2 * grown / (boards * boards * rho2) * (math.log(grown) / 2 + rest / 2))

    def interval(self, sample: Sample) -> Interval | None:
        """The interval after these boards; None before the 50th, or while no two boards differ."""
        spread, mean = sample.spread, sample.mean
        if sample.count < SEQUENCE_MIN_BOARDS or not spread or mean is None:
            return None
        radius = self.width(sample.count) * math.sqrt(spread)
        return float(mean) - radius, float(mean) + radius

    def judge(self, sample: Sample) -> Verdict:
        """The verdict on the boards so far."""
        interval = self.interval(sample)
        if interval is None:
            return Verdict.UNDECIDED
        low, high = interval
        if low > 0:
            return Verdict.BETTER
        if high < 0:
            return Verdict.WORSE
        return Verdict.EQUAL if max(-low, high) <= self.margin else Verdict.UNDECIDED


@dataclass(frozen=True, slots=True)
class UnlessAlike:
    """Another rule, but for boards of which none differs from any other: of those no variance can tell.

    After 50 of them the verdict is EQUAL where all were level, as with a bot and its copy that plays without
    chance, and BETTER or WORSE where one side won each by as much, as against a bot that always forfeits.
    """

    rule: Rule

    def judge(self, sample: Sample) -> Verdict:
        """The verdict on the boards so far."""
        if sample.count < SEQUENCE_MIN_BOARDS or sample.spread:
            return self.rule.judge(sample)
        if not sample.total:
            return Verdict.EQUAL
        return Verdict.BETTER if sample.total > 0 else Verdict.WORSE


@dataclass(frozen=True, slots=True)
class Trial:
    """A rule at work: boards so far, and the first verdict that was reached, which stays.

    cap: so many boards at most; then the trial is over without a verdict. Without one it may go on for ever.
    """

    rule: Rule
    cap: int | None = None
    sample: Sample = NO_BOARDS
    verdict: Verdict = Verdict.UNDECIDED

    @property
    def over(self) -> bool:
        """Whether to stop: there is a verdict, or the cap is reached."""
        capped = self.cap is not None and self.sample.count >= self.cap
        return capped or self.verdict is not Verdict.UNDECIDED

    def after(self, legs: int) -> "Trial":
        """One board further; legs is the sum of its legs, twice its difference.

        Boards that were played beyond the end are added to the sample, but don't change the verdict.
        """
        sample = self.sample.after(legs)
        verdict = self.verdict if self.over else self.rule.judge(sample)
        return Trial(self.rule, self.cap, sample, verdict)
