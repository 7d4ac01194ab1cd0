"""Figures as text: signs, decimals, intervals, and lists of places."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from arena.tournament.statistics import Estimate

GAMES_DECIMALS: Final = 3
POINTS_DECIMALS: Final = 2
"""Digits after the point in the tables: about what a thousand deals settle."""

CROSS_DECIMALS: Final = 2
"""Digits after the point for games in a cross-table, where each figure rests on one pairing's boards."""

NOTHING: Final = "-"

_SURE: Final = 0.995
"""From here on a chance rounds to a certainty, which none is."""


def signed(value: Fraction | float | None, decimals: int) -> str:
    """A figure with its sign and so many decimals; a dash where there is none."""
    if value is None:
        return NOTHING
    scaled = round(value * 10**decimals)
    whole, part = divmod(abs(scaled), 10**decimals)
    sign = "+" if scaled > 0 else "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}}"


def with_interval(estimate: Estimate | None, decimals: int) -> str:
    """A mean and half the width of its 95 % interval: "+0.581 ±0.070"."""
    if estimate is None:
        return NOTHING
    return f"{signed(estimate.mean, decimals)} ±{estimate.radius():.{decimals}f}"


def percent(chance: float) -> str:
    """A chance in whole per cents; what is nearly sure stays a little less."""
    if chance >= _SURE:
        return "> 99 %"
    return "< 1 %" if chance < 1 - _SURE else f"{round(100 * chance)} %"


def spans(numbers: Sequence[int]) -> str:
    """Numbers in rising order with runs put together: "1 3-5 9"; empty for none."""
    parts: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][1] + 1:
            parts[-1] = (parts[-1][0], number)
        else:
            parts.append((number, number))
    return " ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


def shortened(text: str, width: int) -> str:
    """A text of at most ``width`` characters: what is too long ends in an ellipsis."""
    return text if len(text) <= width else text[: width - 1] + "…"
