"""CPU time on and off turn, summed over what happened."""

import pytest

from arena.engine import SEATS, Card, Seat
from arena.referee.events import CardPlayed, Cause, Fault, Faulted, PlayedBy, UnitStarted
from arena.referee.facts import Usage
from arena.transcript.work import Work, work_by_seat
from protocol.messages import FaultCode

N, E, S, W = SEATS


def card(seat: Seat, cpu: int, off: int, by: PlayedBy = PlayedBy.BOT) -> CardPlayed:
    return CardPlayed(
        1, 1, seat, Card.parse("AH"), by, 1, 0, 5, Usage(cpu), 0,
        overloaded=False, comment=None, off_turn_us=off,
    )  # fmt: skip


def fault(seat: Seat, *, spawned: int | None, asked: int | None) -> Faulted:
    late = Fault(
        seat, FaultCode.MOVE_TIMEOUT, 9, 1, 1, 1, "{}", spawned, asked, Cause.TIME, b"", None, None,
        Usage(30), 0, 1, fatal=False, hint="late", off_turn_us=4,
    )  # fmt: skip
    return Faulted(late)


def test_every_request_for_a_card_counts_once():
    """With its card, or with its fault; a substitute's card is the same request's."""
    events = [
        UnitStarted(1, 0),
        card(N, 10, 1),
        card(E, 20, 2),
        card(N, 30, 3),
        fault(S, spawned=None, asked=5),
        card(S, 30, 4, PlayedBy.REFEREE),
        fault(W, spawned=0, asked=5),
        fault(W, spawned=None, asked=None),
    ]
    wanted = {N: Work(2, 40, 4), E: Work(1, 20, 2), S: Work(1, 30, 4), W: Work()}
    assert wanted == work_by_seat(events)


@pytest.mark.parametrize(
    ("work", "noticeable"),
    [
        (Work(), False),
        (Work(100, 0, 200_000), False),
        (Work(100, 0, 200_001), True),
        (Work(100, 10_000_000, 2_000_000), False),
        (Work(100, 10_000_000, 2_000_001), True),
    ],
    ids=str,
)
def test_what_is_noticed_is_more_than_any_honest_bot_needs(work, noticeable):
    """Two milliseconds a turn, and a fifth of what it used on turn."""
    assert noticeable is work.noticeable
