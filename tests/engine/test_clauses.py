"""One test for each numbered clause of the rules, named after it."""

import copy

import pytest

from arena.engine import (
    CARDS,
    PRESETS,
    SEATS,
    Card,
    Deal,
    DealResult,
    Direction,
    Layout,
    Partnership,
    Rubber,
    Ruleset,
    Suit,
    cards_in,
    forfeited,
    legal_mask,
    mask_of,
    parse_cards,
    score_deal,
    show_cards,
    view_of,
    winning_index,
)
from arena.errors import IllegalPlayError
from arena.tournament.boards import board_dealer

SEED = PRESETS["seed"]
NORTH, EAST, SOUTH, WEST = SEATS
NS, EW = Partnership
CLOCKWISE, ANTICLOCKWISE = Direction
# Each hand is one suit: north clubs, east diamonds, south hearts, west spades.
SUIT_HANDS = (
    mask_of(CARDS[:10]),
    mask_of(CARDS[10:20]),
    mask_of(CARDS[20:30]),
    mask_of(CARDS[30:]),
)


def play_out(deal):
    while not deal.finished:
        deal = deal.play(deal.to_play, cards_in(deal.legal)[-1])
    return deal


def swapped(hands, one, other):
    """The hands after seat and card ``one`` and seat and card ``other`` change places."""
    changed = list(hands)
    for seat, card in (one, other):
        changed[seat] ^= Card.parse(one[1]).mask | Card.parse(other[1]).mask
        assert not changed[seat] & Card.parse(card).mask
    return tuple(changed)


def worth(points, tricks):
    return score_deal(points, tricks, SEED).net_games


def rubber_after(*results, rules=SEED):
    rubber = Rubber(rules)
    for winner, games in results:
        rubber = rubber.after(DealResult((60, 60), (5, 5), winner, games))
    return rubber


def test_r01_forty_cards_rank_and_count_as_sueca_has_them():
    assert 40 == len(set(CARDS)) == len(CARDS)
    for suit in Suit:
        strongest_first = sorted((c for c in CARDS if c.suit is suit), reverse=True)
        assert list("A7KJQ65432") == [card.rank for card in strongest_first]
        assert [11, 10, 4, 3, 2, 0, 0, 0, 0, 0] == [card.points for card in strongest_first]
    assert 120 == sum(card.points for card in CARDS)


def test_r02_the_next_seat_is_one_more_whatever_the_direction_of_the_table():
    assert [EAST, SOUTH, WEST, NORTH] == [seat.next for seat in SEATS]
    for direction in Direction:
        rules = Ruleset(deal_direction=direction, table_direction=direction)
        deal = Deal.start(Layout.from_pack(CARDS, NORTH, rules.deal_direction))
        order = []
        for _ in SEATS:
            order.append(deal.to_play)
            deal = deal.play(deal.to_play, cards_in(deal.legal)[0])
        assert [EAST, SOUTH, WEST, NORTH] == order


def test_r03_the_last_card_is_trump_clockwise_and_the_first_anticlockwise():
    for dealer in SEATS:
        assert CARDS[-1] == Layout.from_pack(CARDS, dealer, CLOCKWISE).trump_card
        assert CARDS[0] == Layout.from_pack(CARDS, dealer, ANTICLOCKWISE).trump_card


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("dealer", SEATS)
def test_r04_the_trump_card_is_the_dealers_seen_by_all_and_playable_at_once(dealer, direction):
    layout = Layout.from_pack(CARDS, dealer, direction)
    assert dealer == layout.trump_seat
    assert layout.hands[dealer] & layout.trump_card.mask
    deal = Deal.start(layout)
    for seat in SEATS:
        assert layout.trump_card == view_of(seat, layout, deal).trump_card
        assert dealer == view_of(seat, layout, deal).trump_seat
    while deal.to_play is not dealer:
        deal = deal.play(deal.to_play, cards_in(deal.legal)[0])
    # Each packet of this pack is one suit, so the dealer is void and free.
    assert layout.trump_card == deal.play(dealer, layout.trump_card).tricks[0].cards[3]


def test_r05_hands_are_packets_of_ten_in_the_order_of_the_deal():
    packets = [mask_of(CARDS[start : start + 10]) for start in range(0, 40, 10)]
    for dealer in SEATS:
        hands = Layout.from_pack(CARDS, dealer, CLOCKWISE).hands
        order = [dealer.next, dealer.partner, dealer.partner.next, dealer]
        assert packets == [hands[seat] for seat in order]
        hands = Layout.from_pack(CARDS, dealer, ANTICLOCKWISE).hands
        order = [dealer, dealer.partner.next, dealer.partner, dealer.next]
        assert packets == [hands[seat] for seat in order]


def test_r06_the_seat_after_the_dealer_leads_then_each_tricks_winner():
    for dealer in SEATS:
        layout = Layout.from_pack(CARDS, dealer, CLOCKWISE)
        assert dealer.next == layout.leader == Deal.start(layout).to_play
    deal = play_out(Deal.of(SUIT_HANDS, Suit.SPADES, NORTH))
    assert [NORTH] + [WEST] * 9 == [trick.leader for trick in deal.tricks]
    assert [WEST] * 10 == [trick.winner for trick in deal.tricks]


def test_r07_the_leader_is_free_and_the_others_follow_suit():
    hand = mask_of(parse_cards("2H AH AS 3C"))
    assert hand == legal_mask(hand, None)
    assert "2H AH" == show_cards(cards_in(legal_mask(hand, Suit.HEARTS)))


def test_r08_a_void_hand_may_play_anything_and_nobody_must_overtake():
    hand = mask_of(parse_cards("AS 3C"))
    assert hand == legal_mask(hand, Suit.HEARTS)
    followers = mask_of(parse_cards("2H AH"))
    assert followers == legal_mask(followers, Suit.HEARTS)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("AH 7H 2S KH", 2),  # the only trump
        ("AH 2S 3S 7H", 2),  # the higher trump
        ("2H AC AD 3H", 3),  # no trump: the highest heart
        ("2H AC 7D AD", 0),  # no trump: other suits never win
    ],
)
def test_r09_the_highest_trump_wins_else_the_highest_of_the_suit_led(cards, winner):
    assert winner == winning_index(parse_cards(cards), Suit.SPADES)


def test_r10_all_ten_tricks_are_played_though_the_winner_is_known():
    deal = Deal.of(SUIT_HANDS, Suit.SPADES, WEST)
    while deal.points[EW] <= 90:
        deal = deal.play(deal.to_play, cards_in(deal.legal)[-1])
    assert not deal.finished
    deal = play_out(deal)
    assert 10 == len(deal.tricks)
    assert (0, 0, 0, 0) == deal.hands


def test_r11_partners_tricks_count_together_and_more_than_sixty_points_win_one_game():
    deal = Deal.of(swapped(SUIT_HANDS, (NORTH, "2C"), (SOUTH, "2H")), Suit.HEARTS, NORTH)
    deal = play_out(deal)
    assert {NORTH, SOUTH} == {trick.winner for trick in deal.tricks}
    assert ((120, 0), (10, 0)) == (deal.points, deal.won)
    assert (1, -1) == worth((61, 59), (5, 5))
    assert (-1, 1) == worth((59, 61), (8, 2))


def test_r12_more_than_ninety_points_win_two_games_and_exactly_ninety_one():
    assert (1, -1) == worth((90, 30), (7, 3))
    assert (2, -2) == worth((91, 29), (7, 3))
    assert (-2, 2) == worth((2, 118), (1, 9))


def test_r13_all_ten_tricks_win_four_games_and_all_points_alone_two():
    assert (4, -4) == worth((120, 0), (10, 0))
    assert (2, -2) == worth((120, 0), (9, 1))


def test_r14_a_tie_scores_nothing_and_carries_a_game_to_the_next_deals_winner():
    assert DealResult((60, 60), (4, 6), None, 0) == score_deal((60, 60), (4, 6), SEED)
    rubber = rubber_after((None, 0))
    assert ((0, 0), 1) == (rubber.score, rubber.carry)
    rubber = rubber_after((None, 0), (EW, 2))
    assert ((0, 3), 0) == (rubber.score, rubber.carry)


def test_r15_ties_in_a_row_add_up_and_the_carry_goes_on_top_of_a_sweep():
    assert 3 == rubber_after((None, 0), (None, 0), (None, 0)).carry
    assert (0, 4) == rubber_after((None, 0), (None, 0), (None, 0), (EW, 1)).score
    assert (5, 0) == rubber_after((None, 0), (NS, 4)).score


def test_r16_four_games_win_the_rubber_and_the_score_is_not_capped():
    assert rubber_after((NS, 2), (NS, 1)).winner is None
    assert NS == rubber_after((NS, 2), (NS, 2)).winner
    over = rubber_after((NS, 2), (NS, 1), (EW, 2), (EW, 1), (None, 0), (NS, 1))
    assert ((5, 3), NS) == (over.score, over.winner)


def test_r17_the_next_deal_is_dealt_by_the_next_seat():
    dealers = [board_dealer(board) for board in range(9)]
    assert dealers[1:] == [dealer.next for dealer in dealers[:-1]]


def test_r18_an_illegal_card_is_refused_and_nothing_changes():
    two_swapped = swapped(SUIT_HANDS, (NORTH, "2C"), (EAST, "2D"))
    deal = Deal.of(two_swapped, Suit.SPADES, NORTH).play(NORTH, Card.parse("AC"))
    before = copy.copy(deal)
    with pytest.raises(IllegalPlayError, match="seat E can't play AD: it must follow C; legal: 2C"):
        deal.play(EAST, Card.parse("AD"))
    assert before == deal
    assert ("2C", EAST) == (show_cards(cards_in(deal.legal)), deal.to_play)
    # What a fault costs at most: the deal, as a sweep.
    assert DealResult((0, 120), (0, 10), EW, 4) == forfeited(NS, SEED)
    assert DealResult((120, 0), (10, 0), NS, 4) == forfeited(EW, SEED)
