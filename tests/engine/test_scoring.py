"""What deals are worth under each ruleset, and how rubbers add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import (
    CARDS,
    SEATS,
    Deal,
    DealResult,
    Direction,
    Layout,
    Partnership,
    Rubber,
    Ruleset,
    SweepBy,
    Tie,
    forfeited,
    result_of,
    score_deal,
)
from arena.errors import RubberOverError, ScoreError

NS, EW = Partnership
TIE = DealResult((60, 60), (5, 5), None, 0)
ONE = DealResult((61, 59), (5, 5), NS, 1)


@pytest.mark.parametrize(
    ("sweep_by", "points", "tricks", "games"),
    [
        (SweepBy.TRICKS, (120, 0), (10, 0), 4),
        (SweepBy.TRICKS, (120, 0), (9, 1), 2),
        (SweepBy.TRICKS, (118, 2), (9, 1), 2),
        (SweepBy.POINTS, (120, 0), (10, 0), 4),
        (SweepBy.POINTS, (120, 0), (9, 1), 4),
        (SweepBy.POINTS, (118, 2), (9, 1), 2),
    ],
)
def test_a_sweep_is_all_tricks_or_all_points_as_the_rules_say(sweep_by, points, tricks, games):
    rules = Ruleset(sweep_by=sweep_by)
    assert DealResult(points, tricks, NS, games) == score_deal(points, tricks, rules)


def test_double_above_and_sweep_games_are_the_rules_own():
    rules = Ruleset(double_above=100, sweep_games=3)
    assert 1 == score_deal((20, 100), (2, 8), rules).games
    assert 2 == score_deal((19, 101), (2, 8), rules).games
    assert 3 == score_deal((0, 120), (0, 10), rules).games
    assert 3 == forfeited(NS, rules).games


def test_net_games_are_gained_by_one_side_and_lost_by_the_other():
    assert (0, 0) == TIE.net_games
    assert (1, -1) == ONE.net_games
    assert (-4, 4) == forfeited(NS, Ruleset()).net_games


def test_an_unfinished_deal_has_no_result():
    deal = Deal.start(Layout.from_pack(CARDS, SEATS[0], Direction.CLOCKWISE))
    with pytest.raises(ScoreError, match="a deal with 0 of 10 tricks has no result"):
        result_of(deal, Ruleset())


@pytest.mark.parametrize(
    ("points", "tricks"),
    [
        ((60, 59), (5, 5)),
        ((60, 60), (5, 4)),
        ((130, -10), (5, 5)),
        ((120, 0), (11, -1)),
        ((119, 1), (9, 1)),  # no cards total 1
        ((75, 45), (9, 1)),  # a trick holds 44 at most
        ((118, 2), (10, 0)),  # all tricks are all points
        ((120, 0), (4, 6)),  # twenty cards count, and four tricks hold sixteen
    ],
)
def test_points_and_tricks_that_no_deal_ends_with_are_refused(points, tricks):
    with pytest.raises(ScoreError):
        score_deal(points, tricks, Ruleset())


@pytest.mark.parametrize(
    ("tie", "carries"), [(Tie.CARRY, [1, 2, 3]), (Tie.CARRY_ONCE, [1, 1, 1]), (Tie.VOID, [0, 0, 0])]
)
def test_ties_carry_what_the_rules_say_to_the_next_winner_only(tie, carries):
    rubber = Rubber(Ruleset(games_to_win=99, tie=tie))
    for carry in carries:
        rubber = rubber.after(TIE)
        assert ((0, 0), carry) == (rubber.score, rubber.carry)
        assert 0 == rubber.worth(TIE)
    assert 1 + carries[-1] == rubber.worth(ONE)
    rubber = rubber.after(ONE)
    assert ((1 + carries[-1], 0), 0) == (rubber.score, rubber.carry)
    assert (2 + carries[-1], 0) == rubber.after(ONE).score
    assert 4 == rubber.deals


def test_a_rubber_is_not_capped():
    rules = Ruleset()
    rubber = Rubber(rules, score=(3, 3), carry=2).after(forfeited(NS, rules))
    assert ((3, 9), EW) == (rubber.score, rubber.winner)


def test_a_rubber_may_be_to_another_number_of_games():
    assert NS == Rubber(Ruleset(games_to_win=1)).after(ONE).winner
    assert Rubber(Ruleset(games_to_win=6), score=(5, 5)).winner is None


def test_no_deal_follows_a_won_rubber():
    rubber = Rubber(Ruleset(), score=(5, 3))
    for result in (ONE, TIE):
        with pytest.raises(RubberOverError, match="the rubber was won 5-3; no deal follows"):
            rubber.after(result)


@given(
    rules=..., deals=st.lists(st.sampled_from([TIE, ONE, forfeited(NS, Ruleset())]), max_size=30)
)
def test_a_rubber_is_won_once_and_its_score_never_falls(rules: Ruleset, deals):
    rubber = Rubber(rules)
    for result in deals:
        if rubber.winner is not None:
            break
        after = rubber.after(result)
        assert all(new >= old for new, old in zip(after.score, rubber.score, strict=True))
        assert rubber.deals + 1 == after.deals
        rubber = after
    assert (rubber.winner is not None) == (max(rubber.score) >= rules.games_to_win)
