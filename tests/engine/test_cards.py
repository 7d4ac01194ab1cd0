"""Cards, suits, seats and partnerships, and sets of cards."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import (
    CARDS,
    SEATS,
    Card,
    Partnership,
    Seat,
    Suit,
    cards_in,
    mask_of,
    parse_cards,
    show_cards,
)
from arena.errors import NotationError
from protocol.cards import PACK


def test_cards_are_numbered_and_named_as_in_the_protocol():
    assert PACK == tuple(map(str, CARDS))
    assert list(range(40)) == [int(card) for card in CARDS]
    assert CARDS == tuple(map(Card.parse, PACK))


def test_a_card_shows_its_name_and_knows_its_parts():
    card = Card.parse("7H")
    assert ("7H", "Card(7H)") == (str(card), repr(card))
    assert (Suit.HEARTS, "7", 8, 10) == (card.suit, card.rank, card.strength, card.points)
    assert 1 << 28 == card.mask


@pytest.mark.parametrize("text", ["", "A", "HA", "ah", "8H", "10H", "AH ", "A♥"])
def test_a_text_that_is_no_card_is_refused(text):
    with pytest.raises(NotationError) as refused:
        Card.parse(text)
    assert text == refused.value.text
    assert f"{text!r} is not a card (rank A 7 K J Q 6 5 4 3 2, then suit C D H S)" == str(
        refused.value
    )


@pytest.mark.parametrize("number", [-1, 40, 1 << 40, "AH", None])
def test_there_are_only_forty_cards(number):
    with pytest.raises(NotationError, match="is not a card's number, 0 to 39"):
        Card(number)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_survives_copying_and_pickling(card):
    for twin in (copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
        assert (card, Card) == (twin, type(twin))


def test_suits_parse_print_and_have_symbols():
    assert list(Suit) == [Suit.parse(letter) for letter in "CDHS"]
    assert "CDHS" == "".join(map(str, Suit))
    assert "♣♦♥♠" == "".join(suit.symbol for suit in Suit)


def test_seats_parse_print_and_sit_in_partnerships():
    assert list(SEATS) == [Seat.parse(letter) for letter in "NESW"]
    assert "NESW" == "".join(map(str, SEATS))
    assert ["NS", "EW", "NS", "EW"] == [str(seat.partnership) for seat in SEATS]
    assert [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST] == [seat.partner for seat in SEATS]
    assert [Partnership.EW, Partnership.NS] == [side.opponents for side in Partnership]


@pytest.mark.parametrize("text", ["", "c", "CD", "X"])
def test_a_text_that_is_no_suit_is_refused(text):
    with pytest.raises(NotationError, match="is not a suit"):
        Suit.parse(text)


@pytest.mark.parametrize("text", ["", "n", "NE", "X"])
def test_a_text_that_is_no_seat_is_refused(text):
    with pytest.raises(NotationError, match="is not a seat"):
        Seat.parse(text)


@given(st.sets(st.sampled_from(CARDS)))
def test_a_set_of_cards_holds_what_was_put_in_in_canonical_order(cards):
    assert tuple(sorted(cards)) == cards_in(mask_of(cards))
    assert mask_of(cards) == mask_of([*cards, *cards])


@pytest.mark.parametrize("mask", [-1, 1 << 40])
def test_a_mask_that_is_no_set_of_cards_is_refused(mask):
    with pytest.raises(NotationError, match="is not a set of cards"):
        cards_in(mask)


@given(st.lists(st.sampled_from(CARDS)))
def test_a_row_of_cards_reads_back_with_or_without_blanks(cards):
    text = show_cards(cards)
    assert tuple(cards) == parse_cards(text) == parse_cards(text.replace(" ", ""))


@pytest.mark.parametrize(
    ("text", "culprit"),
    [("AH 7", "7"), ("A H", "A"), ("AH7", "7"), ("AH 7X", "7X"), ("AHxy", "xy")],
)
def test_a_row_with_something_else_in_it_is_refused_by_that_part(text, culprit):
    with pytest.raises(NotationError) as refused:
        parse_cards(text)
    assert culprit == refused.value.text
