"""Deals in play: turns, refusals, ends and composed positions."""

import copy
import pickle

import pytest
from hypothesis import given

from arena.engine import (
    CARDS,
    SEATS,
    Card,
    Deal,
    Ruleset,
    Seat,
    Suit,
    Trick,
    cards_in,
    mask_of,
    parse_cards,
    result_of,
)
from arena.errors import IllegalPlayError, NotationError, ScoreError

NORTH, EAST, SOUTH, WEST = SEATS
SUIT_HANDS = tuple(mask_of(CARDS[start : start + 10]) for start in range(0, 40, 10))


def position(*hands, trump=Suit.SPADES, leader=NORTH):
    return Deal.of(tuple(mask_of(parse_cards(hand)) for hand in hands), trump, leader)


def test_a_trick_is_its_leader_its_cards_its_winner_and_its_points():
    deal = position("AH 2C", "7H 2D", "KH 3C", "2S 3D")
    for seat, card in zip(SEATS, parse_cards("AH 7H KH 2S"), strict=True):
        assert seat is deal.to_play
        deal = deal.play(seat, card)
    assert (Trick(NORTH, parse_cards("AH 7H KH 2S"), WEST),) == deal.tricks
    assert 25 == deal.tricks[0].points
    assert ((0, 25), (0, 1), WEST) == (deal.points, deal.won, deal.leader)
    assert ((), None, WEST) == (deal.table, deal.led, deal.to_play)


@pytest.mark.parametrize(
    ("seat", "card", "legal", "message"),
    [
        (WEST, "AH", (), "seat W can't play AH: it is seat E's turn"),
        (EAST, "2D", ("7H",), "seat E can't play 2D: it must follow H; legal: 7H"),
        (EAST, "AS", ("7H",), "seat E can't play AS: it doesn't hold that card; legal: 7H"),
    ],
)
def test_a_refusal_says_who_what_why_and_what_would_do(seat, card, legal, message):
    deal = position("AH 2C", "7H 2D", "KH 3C", "2S 3D").play(NORTH, Card.parse("AH"))
    before = copy.copy(deal)
    for refuse in (deal.check, deal.play):
        with pytest.raises(IllegalPlayError) as refused:
            refuse(seat, Card.parse(card))
        assert (message, legal) == (str(refused.value), refused.value.legal)
        assert (str(seat), card) == (refused.value.seat, refused.value.card)
    assert before == deal


def test_nobody_plays_once_the_deal_is_over():
    deal = position("AH", "7H", "KH", "2S")
    for card in parse_cards("AH 7H KH 2S"):
        deal.check(deal.to_play, card)
        deal = deal.play(deal.to_play, card)
    assert deal.finished
    assert ((0, 0, 0, 0), 0) == (deal.hands, deal.legal)
    with pytest.raises(IllegalPlayError, match="seat W can't play 2S: the deal is over"):
        deal.play(WEST, Card.parse("2S"))


def test_a_composed_position_of_fewer_tricks_has_no_result():
    deal = position("AH", "7H", "KH", "2S")
    for card in parse_cards("AH 7H KH 2S"):
        deal = deal.play(deal.to_play, card)
    with pytest.raises(ScoreError, match="a deal with 1 of 10 tricks has no result"):
        result_of(deal, Ruleset())


@pytest.mark.parametrize(
    "hands",
    [
        (SUIT_HANDS[0],) * 4,
        (*SUIT_HANDS[:3], 1),
        (*SUIT_HANDS[:3], SUIT_HANDS[3] ^ 3 << 39),
        (-1, -2, -4, -8),
        SUIT_HANDS[:3],
    ],
    ids=["same", "uneven", "beyond the pack", "negative", "three"],
)
def test_a_position_needs_four_equal_hands_of_different_cards(hands):
    with pytest.raises(NotationError, match=r"is not (four hands|a set of cards)"):
        Deal.of(hands, Suit.CLUBS, NORTH)


@given(deal=...)
def test_a_deal_survives_copying_and_pickling(deal: Deal):
    for twin in (copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert deal == twin
        assert (deal.to_play, deal.legal, deal.led) == (twin.to_play, twin.legal, twin.led)


@given(deal=..., seat=...)
def test_a_deal_never_changes_by_what_is_played_on(deal: Deal, seat: Seat):
    before = copy.deepcopy(deal)
    for card in cards_in(deal.legal):
        deal.play(deal.to_play, card)
    assert before == deal
