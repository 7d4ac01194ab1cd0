"""Where marks stand in a chart, in per cent of its width or height; the templates draw them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from arena.web.figures import signed

_TICKS: Final = 5
"""About so many lines stand on an axis."""

_MARGIN: Final = 0.06
"""What is left free at each end of an axis, as a part of it."""

_BINS_PER_DECADE: Final = 5
_LOWEST_US: Final = 10
"""Times below a hundredth of a millisecond share the first bin."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line on an axis: at how many per cent, and what is written there."""

    at: str
    text: str
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from ``low`` to ``high`` with its lines."""

    low: float
    high: float
    ticks: tuple[Tick, ...]

    def at(self, value: float) -> str:
        """Where a value stands, in per cent: "41.3"."""
        share = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, share)):.2f}"


def axis_over(values: Iterable[float]) -> Axis:
    """An axis that holds all values and zero."""
    known = [0.0, *values]
    low, high = min(known), max(known)
    if low == high:
        low, high = -1.0, 1.0
    room = (high - low) * _MARGIN
    low, high = low - room, high + room
    step = _nice(high - low)
    decimals = max(0, -math.floor(math.log10(step)))
    bare = Axis(low, high, ())
    numbers = range(math.ceil(low / step), math.floor(high / step) + 1)
    ticks = tuple(
        Tick(bare.at(number * step), signed(number * step, decimals), number == 0)
        for number in numbers
    )
    return Axis(low, high, ticks)


def _nice(span: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides a span into about ``_TICKS``."""
    raw = span / _TICKS
    power = 10.0 ** math.floor(math.log10(raw))
    return next(each * power for each in (1, 2, 5, 10) if each * power >= raw)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: left edge, width and height in per cent, and what it counts."""

    left: str
    width: str
    height: str
    text: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """Times on a logarithmic scale, with lines at the powers of ten and named marks."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    marks: tuple[Tick, ...]


def histogram(times_us: Sequence[int], marks_us: Sequence[tuple[str, int]]) -> Histogram:
    """How often which times came; ``marks_us`` are lines to draw, such as the limit."""
    most = max((*times_us, *(mark for _, mark in marks_us), 10 * _LOWEST_US))
    decades = math.ceil(math.log10(most / _LOWEST_US))
    counts = [0] * (decades * _BINS_PER_DECADE)
    for time_us in times_us:
        counts[min(len(counts) - 1, math.floor(_place(time_us) * _BINS_PER_DECADE))] += 1
    width, highest = 100 / len(counts), max(1, *counts)
    bars = tuple(
        Bar(
            f"{index * width:.2f}",
            f"{width * 0.92:.2f}",
            f"{_height(number, highest):.1f}",
            f"{number:,}",
        )
        for index, number in enumerate(counts)
        if number
    )
    ticks = tuple(
        Tick(f"{100 * power / decades:.2f}", _time(_LOWEST_US * 10**power))
        for power in range(decades + 1)
    )
    marks = tuple(Tick(f"{100 * _place(mark) / decades:.2f}", name) for name, mark in marks_us)
    return Histogram(bars, ticks, marks)


def _place(time_us: int) -> float:
    """Decades above the lowest time."""
    return math.log10(max(time_us, _LOWEST_US) / _LOWEST_US)


def _height(number: int, highest: int) -> float:
    """A bar of at least a hair's breadth: one slow answer among thousands must be seen."""
    return max(2.0, 100 * number / highest)


def _time(time_us: int) -> str:
    if time_us < 1_000:  # noqa: PLR2004 - microseconds
        return f"{time_us} µs"
    return f"{time_us // 1_000:,} ms" if time_us < 1_000_000 else f"{time_us // 1_000_000:,} s"  # noqa: PLR2004 - microseconds
