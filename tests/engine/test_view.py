"""What one seat sees of a deal."""

from hypothesis import given

from arena.engine import (
    CARDS,
    SEATS,
    Card,
    Deal,
    Direction,
    Layout,
    Seat,
    View,
    cards_in,
    parse_cards,
    view_of,
)

NORTH, EAST, SOUTH, WEST = SEATS
LAYOUT = Layout.from_pack(CARDS, WEST, Direction.CLOCKWISE)  # north clubs ... west spades, trump


def test_a_view_shows_own_hand_table_trump_card_and_nothing_else():
    deal = Deal.start(LAYOUT).play(NORTH, Card.parse("2C")).play(EAST, Card.parse("AD"))
    expected = View(
        seat=SOUTH,
        hand=parse_cards("2H 3H 4H 5H 6H QH JH KH 7H AH"),
        legal=parse_cards("2H 3H 4H 5H 6H QH JH KH 7H AH"),
        trump_card=Card.parse("AS"),
        trump_seat=WEST,
        leader=NORTH,
        table=parse_cards("2C AD"),
        history=(),
        points=(0, 0),
    )
    assert expected == view_of(SOUTH, LAYOUT, deal)
    assert () == view_of(WEST, LAYOUT, deal).legal


def test_points_are_ours_and_theirs():
    deal = Deal.start(LAYOUT)
    for card in parse_cards("AC AD AH AS"):
        deal = deal.play(deal.to_play, card)
    assert [(0, 44), (44, 0)] == [view_of(seat, LAYOUT, deal).points for seat in (NORTH, EAST)]
    assert deal.tricks == view_of(NORTH, LAYOUT, deal).history


@given(deal=..., layout=..., seat=...)
def test_only_the_seat_to_play_sees_legal_cards(deal: Deal, layout: Layout, seat: Seat):
    on_turn = seat is deal.to_play and not deal.finished
    expected = cards_in(deal.legal) if on_turn else ()
    assert expected == view_of(seat, layout, deal).legal
