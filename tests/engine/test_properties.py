"""What holds for every deal, found by trying to break it."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.engine import (
    CARDS,
    PRESETS,
    SEATS,
    Card,
    Deal,
    Direction,
    Layout,
    Partnership,
    Rubber,
    Ruleset,
    Seat,
    cards_in,
    mask_of,
    result_of,
    view_of,
)
from arena.errors import IllegalPlayError

SEED = PRESETS["seed"]


def play_randomly(deal, choices):
    while not deal.finished:
        deal = deal.play(deal.to_play, choices.choice(cards_in(deal.legal)))
    return deal


@given(layout=..., choices=st.randoms(use_true_random=False))
def test_each_deal_has_ten_tricks_and_a_hundred_and_twenty_points(layout: Layout, choices):
    deal = play_randomly(Deal.start(layout), choices)
    assert 10 == len(deal.tricks) == sum(deal.won)
    assert 120 == sum(deal.points)
    assert set(CARDS) == {card for trick in deal.tricks for card in trick.cards}


@given(deal=...)
def test_points_and_tricks_are_those_of_the_tricks_taken(deal: Deal):
    for side in Partnership:
        taken = [trick for trick in deal.tricks if trick.winner.partnership is side]
        assert len(taken) == deal.won[side]
        assert sum(trick.points for trick in taken) == deal.points[side]


@given(deal=..., seat=..., card=...)
def test_exactly_the_legal_plays_are_accepted(deal: Deal, seat: Seat, card: Card):
    hand = set(cards_in(deal.hands[seat]))
    following = {held for held in hand if held.suit is deal.led}
    if not deal.finished and seat is deal.to_play and card in (following or hand):
        after = deal.play(seat, card)
        assert deal.hands[seat] ^ card.mask == after.hands[seat]
        return
    with pytest.raises(IllegalPlayError) as refused:
        deal.play(seat, card)
    assert (str(seat), str(card)) == (refused.value.seat, refused.value.card)


@given(deal=...)
def test_every_legal_card_can_be_played(deal: Deal):
    for card in cards_in(deal.legal):
        deal.play(deal.to_play, card)


@given(deal=..., card=...)
def test_a_refused_card_names_what_is_legal_instead(deal: Deal, card: Card):
    assume(card not in cards_in(deal.legal))
    with pytest.raises(IllegalPlayError) as refused:
        deal.play(deal.to_play, card)
    assert tuple(map(str, cards_in(deal.legal))) == refused.value.legal


@given(layout=..., seat=..., choices=st.randoms(use_true_random=False), plays=st.integers(0, 39))
def test_a_view_never_shows_a_hidden_card(layout: Layout, seat: Seat, choices, plays):
    deal = Deal.start(layout)
    for _ in range(plays):
        deal = deal.play(deal.to_play, choices.choice(cards_in(deal.legal)))
    hidden = [card for other in SEATS if other is not seat for card in cards_in(deal.hands[other])]
    choices.shuffle(hidden)
    hands = list(deal.hands)
    for other in SEATS:
        if other is not seat:
            count = hands[other].bit_count()
            hands[other] = mask_of(hidden[:count])
            del hidden[:count]
    shuffled = Deal(
        tuple(hands), deal.trump, deal.leader, deal.table, deal.tricks, deal.points, deal.won
    )
    assert view_of(seat, layout, deal) == view_of(seat, layout, shuffled)


@given(deal=..., rules=...)
def test_a_result_is_worth_what_its_winner_gains_and_the_loser_loses(deal: Deal, rules: Ruleset):
    result = result_of(play_randomly(deal, random.Random(0)), rules)
    assert 0 == sum(result.net_games)
    assert (result.winner is None) == (result.games == 0)
    assert result.games in {0, 1, 2, rules.sweep_games}


@given(rules=...)
def test_a_ruleset_reads_back_from_its_plain_values(rules: Ruleset):
    assert rules == Ruleset.from_mapping(rules.to_mapping())


def reachable_totals():
    """Every total that some set of cards has."""
    totals = {0}
    for card in CARDS:
        totals |= {total + card.points for total in totals}
    return totals


def test_no_set_of_cards_totals_1_or_119():
    assert set(range(121)) - {1, 119} == reachable_totals()


def test_winning_totals_above_90_are_91_to_118_and_120():
    assert [*range(91, 119), 120] == sorted(total for total in reachable_totals() if total > 90)


def test_random_play_ties_doubles_and_sweeps_as_often_as_the_rules_page_says():
    choices = random.Random(20)
    results, lengths, rubber = [], [], Rubber(SEED)
    for number in range(4000):
        pack = choices.sample(CARDS, 40)
        layout = Layout.from_pack(pack, SEATS[number % 4], Direction.CLOCKWISE)
        results.append(result_of(play_randomly(Deal.start(layout), choices), SEED))
        rubber = rubber.after(results[-1])
        if rubber.winner is not None:
            lengths.append(rubber.deals)
            rubber = Rubber(SEED)
    share = {
        games: sum(result.games == games for result in results) / len(results)
        for games in (0, 2, 4)
    }
    assert pytest.approx(0.017, abs=0.006) == share[0]
    assert pytest.approx(0.22, abs=0.02) == share[2] + share[4]
    assert pytest.approx(0.006, abs=0.004) == share[4]
    assert pytest.approx(4.7, abs=0.2) == sum(lengths) / len(lengths)
