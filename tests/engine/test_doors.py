"""What looks like a seat, a suit or a card but isn't one is refused, not silently taken for another."""

import pytest

from arena.engine import (
    CARDS,
    SEATS,
    Card,
    Deal,
    Direction,
    Layout,
    Partnership,
    Ruleset,
    Suit,
    forfeited,
    mask_of,
    parse_cards,
    view_of,
)
from arena.errors import IllegalPlayError, NotationError

NORTH = SEATS[0]
CLOCKWISE = Direction.CLOCKWISE
LAYOUT = Layout.from_pack(CARDS, SEATS[3], CLOCKWISE)
HANDS = tuple(mask_of(CARDS[start : start + 10]) for start in range(0, 40, 10))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Layout(3, CARDS[39], HANDS), "3 is not a Seat, but of type int"),
        (lambda: Layout(SEATS[3], 39, HANDS), "39 is not a Card, but of type int"),
        (lambda: Layout.from_pack(CARDS, 0, CLOCKWISE), "0 is not a Seat, but of type int"),
        (
            lambda: Layout.from_pack(CARDS, NORTH, "clockwise"),
            "'clockwise' is not a Direction, but of type str",
        ),
        (lambda: Layout.from_pack(range(40), NORTH, CLOCKWISE), "0 is not a Card, but of type int"),
        (lambda: Deal.of(HANDS, 3, NORTH), "3 is not a Suit, but of type int"),
        (lambda: Deal.of(HANDS, Suit.CLUBS, "N"), "'N' is not a Seat, but of type str"),
        (lambda: view_of(2, LAYOUT, Deal.start(LAYOUT)), "2 is not a Seat, but of type int"),
        (lambda: forfeited(0, Ruleset()), "0 is not a Partnership, but of type int"),
        (lambda: Card.parse(["AH"]), "['AH'] is not a card"),
        (lambda: Card.parse(None), "None is not a card"),
        (lambda: parse_cards(None), "None is not a str, but of type NoneType"),
        (lambda: Suit.parse(None), "None is not a suit"),
        (lambda: SEATS[0].parse(None), "None is not a seat"),
    ],
)
def test_a_value_of_another_kind_is_refused(make, message):
    with pytest.raises(NotationError) as refused:
        make()
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("seat", "card", "message"),
    [
        (0, CARDS[0], "seat 0 can't play 2C: 0 is not a Seat, but of type int"),
        (NORTH, 0, "seat N can't play 0: 0 is not a Card, but of type int"),
        (NORTH, "2C", "seat N can't play 2C: '2C' is not a Card, but of type str"),
        (NORTH, None, "seat N can't play None: None is not a Card, but of type NoneType"),
    ],
)
def test_a_play_by_another_kind_of_value_is_illegal(seat, card, message):
    with pytest.raises(IllegalPlayError) as refused:
        Deal.start(LAYOUT).play(seat, card)
    assert str(refused.value).startswith(message)


def test_a_partnership_is_not_a_seat():
    with pytest.raises(IllegalPlayError, match="is not a Seat, but of type Partnership"):
        Deal.start(LAYOUT).play(Partnership.NS, CARDS[0])
