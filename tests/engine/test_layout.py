"""Layouts: forty cards, four hands of ten, and the dealer's trump card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import CARDS, SEATS, Card, Direction, Layout, Suit, mask_of
from arena.errors import NotationError

NORTH, EAST, SOUTH, WEST = SEATS
SUIT_HANDS = tuple(mask_of(CARDS[start : start + 10]) for start in range(0, 40, 10))


@given(st.permutations(CARDS), st.sampled_from(SEATS), st.sampled_from(list(Direction)))
def test_any_pack_deals_ten_cards_each_and_trump_to_the_dealer(pack, dealer, direction):
    layout = Layout.from_pack(pack, dealer, direction)
    assert [10] * 4 == [hand.bit_count() for hand in layout.hands]
    assert (1 << 40) - 1 == sum(layout.hands)
    assert layout.hands[dealer] & layout.trump_card.mask
    assert (layout.trump_card.suit, dealer, dealer.next) == (
        layout.trump,
        layout.trump_seat,
        layout.leader,
    )


def test_a_layout_can_be_put_together_by_hand():
    layout = Layout(WEST, Card.parse("2S"), SUIT_HANDS)
    assert (Suit.SPADES, NORTH) == (layout.trump, layout.leader)


@pytest.mark.parametrize(
    "pack",
    [(), CARDS[:39], CARDS[:39] + CARDS[:1], CARDS + CARDS[:1]],
    ids=["empty", "a card short", "a card twice", "a card too many"],
)
def test_a_pack_that_is_not_the_forty_cards_is_refused(pack):
    with pytest.raises(NotationError, match="is not a pack of forty different cards"):
        Layout.from_pack(pack, NORTH, Direction.CLOCKWISE)


@pytest.mark.parametrize(
    "hands",
    [
        (SUIT_HANDS[0],) * 4,
        (*SUIT_HANDS[:3], SUIT_HANDS[3] ^ 1 << 39),
        (SUIT_HANDS[0] | 1 << 10, SUIT_HANDS[1] ^ 1 << 10, *SUIT_HANDS[2:]),
        (*SUIT_HANDS[:3], SUIT_HANDS[3] ^ 3 << 39),
        (*SUIT_HANDS[:3], -1),
        SUIT_HANDS[:3],
        (*SUIT_HANDS, 0),
    ],
    ids=["same", "short", "eleven", "beyond the pack", "negative", "three", "five"],
)
def test_hands_that_are_not_the_pack_in_tens_are_refused(hands):
    with pytest.raises(NotationError, match=r"is not (four hands|a set of cards)"):
        Layout(NORTH, Card.parse("AC"), hands)


def test_the_trump_card_must_be_the_dealers():
    with pytest.raises(NotationError, match="'AC' is not a trump card held by the dealer, seat E"):
        Layout(EAST, Card.parse("AC"), SUIT_HANDS)
