"""A table as seen from above: four hands around it, all open or through one seat's eyes."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.engine import CardMask, Direction, Hands, Layout, Partnership, Ruleset, Seat
from arena.transcript.style import Style, pad

_MARGIN = 4
_MIDDLE = 27
_RIGHT = 50
"""The columns where west's, north's and south's, and east's hands begin."""

_NAME_SHOWN = 22
"""Columns for a seat and its bot's name: with its role behind it, the right one ends at column 80."""


@dataclass(frozen=True, slots=True)
class TableView:
    """How a half is looked at: names by seat and by partnership, and whose eyes (None: all is open)."""

    names: tuple[str, str, str, str]
    sides: tuple[str, str]
    rules: Ruleset
    eyes: Seat | None
    style: Style

    def sees(self, seat: Seat) -> bool:
        """Whether ``seat``'s cards, times, words and faults are to be shown."""
        return self.eyes is None or self.eyes is seat

    def side(self, partnership: Partnership) -> str:
        """An entrant and its partnership."""
        return f"{self.sides[partnership]} ({partnership})"

    def who(self, seat: Seat) -> str:
        """A seat and the bot that sits there."""
        return f"{seat} {self.names[seat]}"


def table_lines(hands: Hands, layout: Layout, view: TableView) -> Iterator[str]:
    """North on top, the next seat to the right, or to the left at a table that plays anti-clockwise.

    Of a hand that isn't to be seen the number of cards is told, and the trump card while it is there.
    """
    mirrored = view.rules.table_direction is Direction.ANTICLOCKWISE
    left, right = (Seat.EAST, Seat.WEST) if mirrored else (Seat.WEST, Seat.EAST)
    yield from _column(_MIDDLE, _box(Seat.NORTH, hands[Seat.NORTH], layout, view))
    sides = zip(
        _box(left, hands[left], layout, view), _box(right, hands[right], layout, view), strict=True
    )
    yield from _column(_MARGIN, [f"{pad(west, _RIGHT - _MARGIN)}{east}" for west, east in sides])
    yield from _column(_MIDDLE, _box(Seat.SOUTH, hands[Seat.SOUTH], layout, view))


def _box(seat: Seat, hand: CardMask, layout: Layout, view: TableView) -> list[str]:
    style = view.style
    role = "  dealer" if seat is layout.dealer else ""
    who = view.who(seat)
    short = who if len(who) <= _NAME_SHOWN else f"{who[: _NAME_SHOWN - 3]}..."
    name = f"{style.strong(short)}{style.faint(role)}"
    if view.sees(seat):
        return [name, *style.hand(hand)]
    count = hand.bit_count()
    known = [style.faint(f"({count} card{'' if count == 1 else 's'})")]
    if hand >> layout.trump_card & 1:
        known.append(f"{style.faint('one is')} {style.card(layout.trump_card)}")
    return [name, *known, *[""] * (4 - len(known))]


def _column(start: int, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield (" " * start + line).rstrip()
