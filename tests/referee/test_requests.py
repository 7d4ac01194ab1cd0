"""Requests for cards are put together by hand: they must be what the message's model writes."""

import random

import pytest

from arena.engine import (
    CARDS,
    SEATS,
    Deal,
    DealResult,
    Direction,
    Layout,
    Partnership,
    View,
    cards_in,
    view_of,
)
from arena.referee.requests import PlayRequests
from arena.referee.score import UnitScore
from arena.referee.spec import Terms, Unit
from protocol.codec import encode
from protocol.messages import MoveClock, Play

ONE_GAME = DealResult((40, 80), (4, 6), Partnership.EW, 1)
TIE = DealResult((60, 60), (5, 5), None, 0)


def play(message_id: int, number: int, view: View, score: UnitScore, bank_ms: int) -> Play:
    ours, theirs = score.games[view.seat.partnership], score.games[view.seat.partnership.opponents]
    return Play(
        id=message_id,
        deal=number,
        trick=len(view.history) + 1,
        seat=int(view.seat),
        hand=[str(card) for card in view.hand],
        legal=[str(card) for card in view.legal],
        trump=str(view.trump_card),
        trump_seat=int(view.trump_seat),
        leader=int(view.leader),
        table=[((view.leader + turn) % 4, str(card)) for turn, card in enumerate(view.table)],
        history=[(int(trick.leader), tuple(map(str, trick.cards))) for trick in view.history],
        points=list(view.points),
        games=[ours, theirs],
        carry=score.carry,
        clock=MoveClock(move_ms=250, bank_ms=bank_ms),
    )


@pytest.mark.parametrize("board", range(12))
def test_a_request_is_what_its_model_writes(board):
    """At every turn of a deal, the same bytes, for every seat."""
    dice = random.Random(board)
    pack = list(CARDS)
    dice.shuffle(pack)
    layout = Layout.from_pack(pack, SEATS[board % 4], list(Direction)[board % 2])
    score = UnitScore.start(Terms(unit=Unit.RUBBER)).after(ONE_GAME).after(TIE)
    requests = PlayRequests(board, layout, score, move_ms=250)
    deal = Deal.start(layout)
    for turn in range(40):
        view = view_of(deal.to_play, layout, deal)
        wanted = encode(play(turn + 7, board, view, score, bank_ms=turn))
        assert wanted == requests.line(turn + 7, view, bank_us=1_000 * turn + 999)
        deal = deal.play(deal.to_play, dice.choice(cards_in(deal.legal)))
