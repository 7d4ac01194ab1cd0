"""A half of a logged match in its parts: what came before the first deal, then the deals one by one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from arena.engine import Deal
from arena.engine.deal import TRICKS_IN_DEAL
from arena.errors import IllegalPlayError, TranscriptError
from arena.referee.events import CardPlayed, DealEnded, DealStarted
from arena.transcript.reader import LoggedEvent, LoggedHalf


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened at a deal, and the play as it stood before and after it."""

    logged: LoggedEvent
    before: Deal
    after: Deal

    @property
    def trick(self) -> int:
        """The trick, from 1, that was in play; the last one once all are over."""
        return min(TRICKS_IN_DEAL, len(self.before.tricks) + 1)


@dataclass(frozen=True, slots=True)
class DealLog:
    """One deal: all that was logged from its beginning to that of the next, step by step.

    ended is None where the match was lost or void in its midst.
    """

    started: DealStarted
    ended: DealEnded | None
    steps: tuple[Step, ...]

    def before_trick(self, trick: int) -> Deal | None:
        """The play when ``trick`` (from 1) is about to be led; None if it never came so far."""
        if trick == 1:
            return Deal.start(self.started.layout)
        states = (step.after for step in self.steps)
        return next((deal for deal in states if len(deal.tricks) == trick - 1), None)


def before_deals(half: LoggedHalf) -> list[LoggedEvent]:
    """What was logged before the first deal: starts, and the faults of bots that didn't."""
    starts = [index for index, each in enumerate(half.events) if _starts(each)]
    return half.events[: starts[0]] if starts else half.events


def deals_of(path: str, half: LoggedHalf) -> list[DealLog]:
    """The deals of one half. Raises TranscriptError for a card that can't be played (``path`` is quoted)."""
    starts = [index for index, each in enumerate(half.events) if _starts(each)]
    bounds = pairwise([*starts, len(half.events)])
    return [_deal(path, half.events[start:end]) for start, end in bounds]


def _starts(logged: LoggedEvent) -> bool:
    return isinstance(logged.event, DealStarted)


def _deal(path: str, events: list[LoggedEvent]) -> DealLog:
    started = events[0].event
    assert isinstance(started, DealStarted)
    ended = next((each.event for each in events if isinstance(each.event, DealEnded)), None)
    return DealLog(started, ended, tuple(_steps(path, Deal.start(started.layout), events[1:])))


def _steps(path: str, deal: Deal, events: list[LoggedEvent]) -> Iterator[Step]:
    for logged in events:
        before = deal
        if isinstance(logged.event, CardPlayed):
            try:
                deal = deal.play(logged.event.seat, logged.event.card)
            except IllegalPlayError as error:
                raise TranscriptError(str(error), path=path, line=logged.line) from None
        yield Step(logged, before, deal)
