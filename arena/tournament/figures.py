"""Figures as text: signs, decimals, intervals, and lists of places."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from arena.tournament.statistics import Estimate

GAMES_DECIMALS: Final = 3
POINTS_DECIMALS: Final = 2
"""Digits after the point in the tables: about what a thousand deals settle."""

NOTHING: Final = "-"
UNKNOWN: Final = "±?"
"""In place of half an interval's width: too few boards, or none that differs from the others."""


def signed(value: Fraction | None, decimals: int) -> str:
    """A figure with its sign and so many decimals, rounded exactly; a dash where there is none."""
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
    radius = estimate.radius()
    half = UNKNOWN if radius is None else f"±{radius:.{decimals}f}"
    return f"{signed(estimate.mean, decimals)} {half}"


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
