"""The deals of a logged match, one by one: what was dealt, played, said and decided in each."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.engine import Deal
from arena.referee.events import (
    CardPlayed,
    DealEnded,
    DealStarted,
    Event,
    Faulted,
    HostOverloaded,
    StaleReply,
)
from arena.transcript.reader import LoggedHalf

Incident = Faulted | StaleReply | HostOverloaded
"""What may happen at a deal beside cards."""


@dataclass(frozen=True, slots=True)
class DealLog:
    """One deal: its events in order. ended is None where the match became void in its midst."""

    started: DealStarted
    events: tuple[CardPlayed | Incident, ...]
    ended: DealEnded | None

    @property
    def plays(self) -> tuple[CardPlayed, ...]:
        """The cards in order of play."""
        return tuple(event for event in self.events if isinstance(event, CardPlayed))

    def before_trick(self, trick: int) -> Deal:
        """The state of play when ``trick`` (from 1) is about to be led, or as far as play came."""
        deal = Deal.start(self.started.layout)
        for play in self.plays[: 4 * (trick - 1)]:
            deal = deal.play(play.seat, play.card)
        return deal


def deals_of(half: LoggedHalf) -> list[DealLog]:
    """The deals of one half, in order."""
    return list(_split([each.event for each in half.events]))


def _split(events: list[Event]) -> Iterator[DealLog]:
    started: DealStarted | None = None
    inside: list[CardPlayed | Incident] = []
    for event in events:
        match event:
            case DealStarted():
                started, inside = event, []
            case DealEnded() if started is not None:
                yield DealLog(started, tuple(inside), event)
                started = None
            case CardPlayed() | Faulted() | StaleReply() | HostOverloaded() if started is not None:
                inside.append(event)
            case _:
                pass
    if started is not None:
        yield DealLog(started, tuple(inside), None)
