"""A played deal against what it was worth."""

from dataclasses import replace
from random import Random

import pytest

from arena.engine import (
    SEATS,
    Deal,
    Partnership,
    Ruleset,
    Suit,
    SweepBy,
    cards_in,
    mask_of,
    parse_cards,
)
from arena.engine.scoring import result_of
from arena.solver import judge
from arena.solver.compiled import CompiledSolver

RULES = Ruleset()


@pytest.fixture(scope="module")
def solver():
    return CompiledSolver(table_entries=1 << 18)


def played_at_random(deal, chance):
    cards = []
    while not deal.finished:
        cards.append(chance.choice(cards_in(deal.legal)))
        deal = deal.play(deal.to_play, cards[-1])
    return cards, deal


def test_what_both_sides_gave_away_leads_from_the_first_value_to_the_last(solver, whole_deal):
    """Value before all cards, less what NS gave away, and EW's added, is the result; in games too."""
    chance = Random(1)
    for _ in range(2):
        start = whole_deal(chance)
        cards, end = played_at_random(start, chance)
        judged = judge(start, cards, RULES, solver)
        assert judged.solved
        lost = [judged.points_lost(side) for side in Partnership]
        assert judged.plays[0].points - lost[0] + lost[1] == end.points[0] == judged.points
        games = judged.plays[0].games
        for play in judged.plays:
            games -= (
                play.games_lost if play.seat.partnership is Partnership.NS else -play.games_lost
            )
        assert games == judged.games == result_of(end, RULES).net_games[0]
        assert all(play.points_lost >= 0 and play.games_lost >= 0 for play in judged.plays)


def test_the_best_cards_give_nothing_away_and_all_others_do(solver, whole_deal):
    """So a mark means a loss."""
    chance = Random(2)
    start = whole_deal(chance)
    cards, _ = played_at_random(start, chance)
    for play in judge(start, cards, RULES, solver).plays:
        assert (play.card in play.best) is (play.points_lost == 0)


def composed(*hands, leader=0):
    north, east, south, west = (mask_of(parse_cards(hand)) for hand in hands)
    return Deal.of((north, east, south, west), Suit.SPADES, SEATS[leader])


def test_a_sweep_given_away_costs_games_though_no_points(solver):
    """All points are NS's either way; but the worthless trick is lost when the low card is led first."""
    start = replace(composed("AS 3S", "2S 5H", "3H 2H", "4H 6H"), points=(109, 0), won=(8, 0))
    start = replace(start, hands=composed("AS 3H", "4H 2S", "2H 3S", "5H 6S").hands)
    cards = parse_cards("3H 4H 2H 5H")
    judged = judge(start, cards, RULES, solver)
    assert judged.plays[0].points == 120
    by_points = judge(start, cards, replace(RULES, sweep_by=SweepBy.POINTS), solver)
    assert by_points.plays[0].games == 4
    assert by_points.games == 4
    assert judged.games == 2


def test_a_sweep_worth_less_than_a_double_win_has_no_answer_in_games(solver, endgame):
    """There more isn't better; points are still judged."""
    start = endgame(Random(3), 3)
    cards, _ = played_at_random(start, Random(4))
    judged = judge(start, cards, replace(RULES, sweep_games=1), solver)
    assert judged.games is None
    assert all(play.games is None and play.points is not None for play in judged.plays)


def test_what_the_budget_did_not_reach_is_not_solved(solver, whole_deal):
    """Late cards are solved, early ones aren't, and nothing is guessed."""
    chance = Random(5)
    start = whole_deal(chance)
    cards, _ = played_at_random(start, chance)
    judged = judge(start, cards, RULES, solver, budget=3000)
    assert not judged.solved
    assert judged.plays[0].points is None
    assert judged.plays[0].best == ()
    assert judged.plays[-1].points is not None


def test_a_deal_that_was_broken_off_is_judged_as_far_as_it_went(solver, endgame):
    """By what its last position was worth."""
    chance = Random(6)
    start = endgame(chance, 6)
    cards, _ = played_at_random(start, chance)
    judged = judge(start, cards[:7], RULES, solver)
    lost = [judged.points_lost(side) for side in Partnership]
    assert judged.plays[0].points - lost[0] + lost[1] == judged.points
