"""Figures as texts: signs, rounding and units the same on all pages."""

from fractions import Fraction
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
NOTHING: Final = "\N{EN DASH}"
"""Stands where there is no figure yet."""

_US_IN_MS: Final = 1_000
_FINE_US: Final = 995
_COARSE_US: Final = 9_950
"""Times are told with two decimals below the one, with none from the other on; rounded up there."""


def signed(value: Fraction | float | None, decimals: int = 0) -> str:
    """A figure with its sign, rounded exactly where it is exact: "+0.58", "0"; with a true minus; a dash for None."""
    if value is None:
        return NOTHING
    scaled = round(Fraction(value) * 10**decimals)
    sign = "+" if scaled > 0 else MINUS if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**decimals)
    return f"{sign}{whole}.{part:0{decimals}}" if decimals else f"{sign}{whole}"


def milliseconds(time_us: int) -> str:
    """A time in milliseconds, with decimals where they are worth telling: "0.04 ms", "3.1 ms", "250 ms"."""
    decimals = 2 if time_us < _FINE_US else 1 if time_us < _COARSE_US else 0
    return f"{time_us / _US_IN_MS:,.{decimals}f} ms"


def seconds(time_us: int) -> str:
    """A time in seconds: "12.4 s"."""
    return f"{time_us / 1e6:,.1f} s"


def count(number: int, word: str) -> str:
    """So many of something: "1 deal", "1,200 deals"."""
    plural = (
        f"{word[:-1]}ies"
        if word.endswith("y")
        else f"{word}es"
        if word.endswith("ch")
        else f"{word}s"
    )
    return f"{number:,} {word if number == 1 else plural}"
