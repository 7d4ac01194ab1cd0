"""What an organiser should look at: signs of an entrant that loses on purpose, or helps another.

Nothing here changes a figure or a rank, and no sign is a proof: a bot may crash against one opponent alone
for an honest reason. The logs of the matches named tell more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, lgamma, log, log1p, sqrt
from typing import Final

from arena.tournament.linear import total
from arena.tournament.statistics import student_quantile
from arena.tournament.strengths import Strengths

FEWEST_FAULTS: Final = 3
"""Fewer may fall on one opponent by chance alone."""

CHANCE: Final = 0.001
"""A sign of faults is given where so rarely so many would have fallen on one opponent, by the boards played."""

FALSE_ALARMS: Final = 0.01
"""In so many fields of honest entrants any pair's result is called far off."""

_FEWEST_FREE: Final = 2
"""Pairs beyond those that strengths take up: with fewer no pair can be told from the others."""


class Kind(StrEnum):
    """What is odd."""

    FAULTS = "faults against one opponent"
    RESULT = "result far off"


@dataclass(frozen=True, slots=True)
class Sign:
    """Something odd about an entrant and one opponent. words: a sentence with the figures."""

    kind: Kind
    entrant: str
    against: str
    words: str


def signs(
    names: Sequence[str],
    faults: Mapping[tuple[str, str], int],
    boards: Mapping[tuple[str, str], int],
    strengths: Strengths,
    unit: str,
) -> tuple[Sign, ...]:
    """All signs, by entrant and opponent in the order of ``names``.

    faults and boards: by entrant and opponent, those that it was charged, and the boards or rubbers (as
    ``unit`` calls them) that they played.
    """
    return (*_faults(names, faults, boards, unit), *_results(strengths, unit))


def _faults(
    names: Sequence[str],
    faults: Mapping[tuple[str, str], int],
    boards: Mapping[tuple[str, str], int],
    unit: str,
) -> Iterator[Sign]:
    for name in names:
        charged = {other: faults.get((name, other), 0) for other in names}
        played = {other: boards.get((name, other), 0) for other in names}
        everywhere, of_all = sum(charged.values()), sum(played.values())
        for other in names:
            here = charged[other]
            share = played[other] / of_all if of_all else 1.0
            if here >= FEWEST_FAULTS and _tail(here, everywhere, share) < CHANCE:
                yield Sign(
                    Kind.FAULTS,
                    name,
                    other,
                    f"{here} of {name}'s {everywhere} faults fell against {other}, with "
                    f"{played[other]} of its {of_all} {unit}",
                )


def _tail(least: int, of: int, share: float) -> float:
    """The chance that of so many at least ``least`` fall where a ``share`` is to be expected."""
    if share >= 1 or least <= of * share:
        return 1.0
    term = exp(
        lgamma(of + 1)
        - lgamma(least + 1)
        - lgamma(of - least + 1)
        + least * log(share)
        + (of - least) * log1p(-share)
    )
    whole = 0.0
    for number in range(least, of + 1):
        whole += term
        term *= (of - number) / (number + 1) * share / (1 - share)
        if term < whole * _NEGLIGIBLE:
            break
    return whole


def _results(strengths: Strengths, unit: str) -> Iterator[Sign]:
    """Pairs whose mean is far from what all other pairs tell: externally studentised residuals.

    Each is judged by a fit without itself (Cook and Weisberg 1982, Residuals and Influence in Regression,
    2.2.1), or a large one would hide behind the spread that it makes itself.
    """
    model = strengths.model
    if model is None:
        return
    plain, designs = model.unweighted, [*model.means]
    if plain.df < _FEWEST_FREE:
        return
    off = [
        (
            model.means[design] - total(sign * plain.strengths[at] for at, sign in design),
            max(_ROUNDING, 1 - leverage),
        )
        for design, leverage in zip(designs, plain.leverages, strict=True)
    ]
    whole = total(residual * residual for residual, _ in off)
    bound = student_quantile(1 - FALSE_ALARMS / len(designs) / 2, plain.df - 1)
    noise = total(model.errors.values()) / len(designs)
    for design, (residual, left) in zip(designs, off, strict=True):
        others = max(0.0, whole - residual * residual / left) / (plain.df - 1)
        # Not surer than luck lets a pair be, even where all others happen to agree.
        if abs(residual) > bound * sqrt(max(others, noise) * left):
            (low, _), (high, _) = design
            yield _result(strengths, (low, high), residual / left, unit)


_ROUNDING: Final = 1e-9
"""A pair that alone links two groups has a leverage of 1, and a residual of 0."""

_NEGLIGIBLE: Final = 1e-12


def _result(strengths: Strengths, pair: tuple[int, int], off: float, unit: str) -> Sign:
    """The sign of one pair, told from the side of who did worse than its other results tell."""
    one, other = (strengths.names[at] for at in pair)
    if off > 0:
        one, other = other, one
    estimate = strengths.head_to_head(one, other)
    assert estimate is not None, "a pair of the model has met"
    per = "rubber" if unit == "rubbers" else "deal"
    words = (
        f"{one} did worse against {other} than all other results tell: {estimate.mean:+.2f} a {per} "
        f"instead of {estimate.mean + abs(off):+.2f}"
    )
    return Sign(Kind.RESULT, one, other, words)
