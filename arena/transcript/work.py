"""Whether bots worked when it was not their turn: CPU time on and off turn, summed up.

It never decides a match or a place. It is there to be seen: who thinks while others are asked takes from
them what a core gives, and ``freeze = true`` stops it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.engine import SEATS, Seat
from arena.referee.events import CardPlayed, Event, Faulted, PlayedBy
from arena.referee.facts import Usage

NOTICED_US: Final = 2_000
"""A turn: reading what it is told costs a bot a tenth of this, a runtime that tidies up after itself less."""

_NOTICED_SHARE: Final = 5
"""And more than this fraction of what it used on turn: a slow bot reads slowly too."""


@dataclass(frozen=True, slots=True)
class Work:
    """CPU time in microseconds over ``turns`` requests for a card: cpu_us on turn, off_turn_us between turns.

    overloaded: how many of the turns were late by the wall alone, because the host was slow.
    """

    turns: int = 0
    cpu_us: int = 0
    off_turn_us: int = 0
    overloaded: int = 0

    def __add__(self, other: "Work") -> "Work":
        return Work(
            self.turns + other.turns,
            self.cpu_us + other.cpu_us,
            self.off_turn_us + other.off_turn_us,
            self.overloaded + other.overloaded,
        )

    @property
    def noticeable(self) -> bool:
        """Whether it is more off turn than any honest bot has."""
        return self.off_turn_us > max(self.turns * NOTICED_US, self.cpu_us // _NOTICED_SHARE)

    def __str__(self) -> str:
        return (
            f"{self.off_turn_us / 1e6:.1f} s of CPU off turn, beside {self.cpu_us / 1e6:.1f} s in "
            f"{self.turns:,} turns"
        )


class WorkBySeat:
    """What each seat used in one half, added up event by event."""

    __slots__ = ("_sums",)

    def __init__(self) -> None:
        self._sums = [[0, 0, 0, 0] for _ in SEATS]

    def take(self, event: Event) -> None:
        """Add an event; most kinds add nothing."""
        match event:
            case CardPlayed() if event.by is PlayedBy.BOT:
                self._add(event.seat, event.usage, event.off_turn_us, int(event.overloaded))
            case Faulted(fault) if fault.asked_us is not None and fault.spawned_us is None:
                self._add(fault.seat, fault.usage, fault.off_turn_us, 0)
            case _:
                pass

    def _add(self, seat: Seat, usage: Usage, off_turn_us: int, overloaded: int) -> None:
        sums = self._sums[seat]
        sums[0] += 1
        sums[1] += usage.cpu_us
        sums[2] += off_turn_us
        sums[3] += overloaded

    def of(self, seat: Seat) -> Work:
        """What a seat has used so far."""
        return Work(*self._sums[seat])


def work_by_seat(events: Iterable[Event]) -> dict[Seat, Work]:
    """What each seat used in one half."""
    sums = WorkBySeat()
    for event in events:
        sums.take(event)
    return {seat: sums.of(seat) for seat in SEATS}
