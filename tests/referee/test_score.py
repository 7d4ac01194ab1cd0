"""Units: what deals and forfeits make of a board and of a rubber."""

from dataclasses import replace

import pytest

from arena.engine import PRESETS, DealResult, Partnership, Tie, forfeited
from arena.referee.events import Ending, UnitEnded
from arena.referee.score import NOTHING, UnitScore, forfeit_result, unit_ended
from arena.referee.spec import MAX_DEALS_IN_RUBBER, Terms, Unit

NS, EW = Partnership
BOARD = Terms(unit=Unit.BOARD)
RUBBER = Terms(unit=Unit.RUBBER)
WON = DealResult((70, 50), (6, 4), NS, 1)
LOST = DealResult((20, 100), (2, 8), EW, 2)
TIED = DealResult((60, 60), (5, 5), None, 0)


def after(terms: Terms, *results: DealResult) -> UnitScore:
    score = UnitScore.start(terms)
    for result in results:
        score = score.after(result)
    return score


def test_a_board_is_over_after_its_deal():
    assert UnitScore.start(BOARD).ending is None
    assert after(BOARD, WON).ending is Ending.PLAYED
    assert after(BOARD, WON).games == (1, 0)


def test_a_tied_board_carries_nothing_and_nobody_wins_it():
    score = after(BOARD, TIED)
    assert score.carry == 0
    ended = unit_ended(3, 9, Ending.PLAYED, score, frozenset())
    assert ended == UnitEnded(3, 9, Ending.PLAYED, None, (0, 0), (60, 60), 1)


def test_a_rubber_goes_on_until_one_side_has_four_games():
    assert after(RUBBER, WON, LOST, WON, WON).ending is None
    score = after(RUBBER, WON, LOST, WON, LOST)
    assert score.ending is Ending.PLAYED
    ended = unit_ended(1, 0, Ending.PLAYED, score, frozenset())
    assert ended == UnitEnded(1, 0, Ending.PLAYED, EW, (2, 4), (180, 300), 4)


@pytest.mark.parametrize(
    ("tie", "carries", "games"),
    [(Tie.CARRY, 2, (3, 0)), (Tie.CARRY_ONCE, 1, (2, 0)), (Tie.VOID, 0, (1, 0))],
)
def test_ties_carry_games_to_the_next_winner_as_the_rules_say(tie, carries, games):
    terms = replace(RUBBER, rules=replace(PRESETS["seed"], tie=tie))
    assert after(terms, TIED, TIED).carry == carries
    assert after(terms, TIED, TIED, WON).games == games
    assert after(terms, TIED, TIED, WON).carry == 0


def test_a_rubber_of_ties_ends_at_the_deal_limit_without_a_winner():
    score = after(RUBBER, *[TIED] * MAX_DEALS_IN_RUBBER)
    assert score.ending is Ending.DEAL_LIMIT
    ended = unit_ended(1, 0, Ending.DEAL_LIMIT, score, frozenset())
    assert ended.winner is None
    assert ended.deals == MAX_DEALS_IN_RUBBER


def test_a_rubber_at_the_deal_limit_has_no_winner_although_one_side_leads():
    terms = replace(RUBBER, rules=replace(PRESETS["seed"], tie=Tie.VOID))
    score = after(terms, WON, *[TIED] * (MAX_DEALS_IN_RUBBER - 1))
    assert unit_ended(1, 0, Ending.DEAL_LIMIT, score, frozenset()).winner is None


def test_a_forfeit_is_a_sweep_for_the_other_side():
    assert forfeit_result(frozenset({NS}), BOARD) == (Ending.FORFEIT, forfeited(NS, BOARD.rules))
    assert forfeited(NS, BOARD.rules).points == (0, 120)


def test_a_forfeited_rubber_is_won_by_the_others_even_short_of_four_games():
    terms = replace(RUBBER, rules=replace(PRESETS["seed"], games_to_win=9))
    _, result = forfeit_result(frozenset({EW}), terms)
    ended = unit_ended(1, 0, Ending.FORFEIT, after(terms, LOST, result), frozenset({EW}))
    assert ended == UnitEnded(1, 0, Ending.FORFEIT, NS, (4, 2), (140, 100), 2)


def test_what_ties_carried_goes_to_the_winner_of_a_forfeit():
    _, result = forfeit_result(frozenset({EW}), RUBBER)
    assert after(RUBBER, TIED, result).games == (5, 0)


def test_a_unit_that_both_forfeit_counts_nothing_of_what_was_played():
    assert forfeit_result(frozenset({NS, EW}), RUBBER) == (Ending.BOTH_FORFEIT, NOTHING)
    ended = unit_ended(1, 0, Ending.BOTH_FORFEIT, after(RUBBER, WON), frozenset({NS, EW}))
    assert ended == UnitEnded(1, 0, Ending.BOTH_FORFEIT, None, (0, 0), (0, 0), 0)
