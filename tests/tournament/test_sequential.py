"""Tests that stop early."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.observed import NOTHING, Observed
from arena.tournament.sequential import (
    ConfidenceSequence,
    Known,
    Sprt,
    Trial,
    Verdict,
    log_likelihood_ratio,
)

BETTER = [2, 1, 3, 0, 2, 1, 1, 2, 4, 1] * 6
EVEN = [1, -1, 2, -2, 0] * 40


def turned(legs):
    return [-value for value in legs]


def seen(legs, boards=10):
    """Boards in matches of so many."""
    found = NOTHING
    for at in range(0, len(legs), boards):
        found += Observed.match(legs[at : at + boards])
    return found


def test_the_check_values():
    assert 1.4635 == round(log_likelihood_ratio(100, 0.2, 0, 0.1), 4)
    assert 2.944 == round(Sprt(0, 0.1).bound, 3)
    assert 0.21462 == round(ConfidenceSequence(0.05).width(200), 5)


def test_the_ratio_is_that_of_mean_over_standard_deviation():
    """By so many boards as would give a mean as sure by their luck alone."""
    known = Known.of(seen(EVEN))
    assert known.noise / known.variance == pytest.approx(known.boards)
    expected = log_likelihood_ratio(known.boards, known.mean / math.sqrt(known.noise), -0.1, 0.3)
    assert expected == pytest.approx(Sprt(-0.1, 0.3).ratio(seen(EVEN)))
    assert (None, 0.0) == (Known.of(NOTHING), Sprt(0, 0.1).ratio(NOTHING))


def test_matches_that_are_unlike_count_for_fewer_boards():
    """The same boards: in one order all matches are alike, in the other each has a mood."""
    calm, moody = seen([3, -3] * 60), seen([*[3] * 10, *[-3] * 10] * 6)
    assert calm.boards == moody.boards
    assert Known.of(moody).boards < Known.of(calm).boards / 3


def test_an_sprt_is_undecided_before_the_twentieth_board_and_in_the_first_match():
    assert Verdict.UNDECIDED is Sprt(0, 0.5).judge(seen(BETTER[:19]))
    assert Verdict.UNDECIDED is Sprt(0, 0.5).judge(seen(BETTER, boards=60))


def test_an_sprt_ends_with_better_or_not_better_and_from_below_zero_with_not_worse():
    sprt = Sprt(0, 0.5)
    assert Verdict.BETTER is sprt.judge(seen(BETTER * 2))
    assert Verdict.NOT_BETTER is sprt.judge(seen(EVEN))
    assert Verdict.UNDECIDED is sprt.judge(seen(EVEN[:20]))
    assert Verdict.NOT_WORSE is Sprt(-0.2, 0.2).judge(seen(BETTER * 2))
    assert Verdict.NOT_BETTER is Sprt(-0.2, 0.2).judge(seen(turned(BETTER * 2)))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Sprt(0.1, 0.1), "needs t0 < t1"),
        (lambda: Sprt(0, math.nan), "needs t0 < t1"),
        (lambda: Sprt(-math.inf, 0), "needs t0 < t1"),
        (lambda: Sprt(0, 0.1, alpha=0.5), "between 0 and 0.5"),
        (lambda: ConfidenceSequence(0), "share of 0 to 1"),
        (lambda: ConfidenceSequence(1), "share of 0 to 1"),
        (lambda: ConfidenceSequence(margin=-0.1), "can't be negative"),
        (lambda: ConfidenceSequence(margin=math.nan), "can't be negative"),
    ],
    ids=range(8),
)
def test_rules_that_make_no_sense_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_confidence_sequence_begins_with_the_fiftieth_board_and_the_second_match():
    sequence = ConfidenceSequence()
    assert (None, None) == (sequence.interval(seen(BETTER[:49])), sequence.interval(NOTHING))
    assert None is sequence.interval(seen(BETTER, boards=60))
    assert Verdict.UNDECIDED is sequence.judge(seen(BETTER[:49]))
    low, high = sequence.interval(seen(BETTER))
    known = Known.of(seen(BETTER))
    assert known.mean == pytest.approx((low + high) / 2)
    assert high - low >= 2 * sequence.width(known.boards) * math.sqrt(known.noise) - 1e-9


def test_boards_of_which_none_differs_are_no_zero_knowledge():
    assert Verdict.BETTER is ConfidenceSequence().judge(seen([8] * 50))
    assert Verdict.WORSE is ConfidenceSequence().judge(seen([-8] * 50))
    assert Verdict.EQUAL is ConfidenceSequence(margin=0.1).judge(seen([0] * 200))
    assert Verdict.BETTER is Sprt(0, 0.2).judge(seen([8] * 60))
    assert Verdict.NOT_BETTER is Sprt(0, 0.2).judge(seen([0] * 400))


def test_a_confidence_sequence_ends_with_better_with_worse_or_with_equal():
    assert Verdict.BETTER is ConfidenceSequence().judge(seen(BETTER * 2))
    assert Verdict.WORSE is ConfidenceSequence().judge(seen(turned(BETTER * 2)))
    assert Verdict.UNDECIDED is ConfidenceSequence(margin=0.1).judge(seen(EVEN))
    assert Verdict.EQUAL is ConfidenceSequence(margin=0.3).judge(seen(EVEN))


def test_a_trial_keeps_its_first_verdict():
    trial = Trial(ConfidenceSequence())
    for at in range(30):
        trial = trial.after(BETTER[:10])
        assert (at >= 4) is trial.over
    for _ in range(90):
        trial = trial.after(turned(BETTER[:10]))
    assert (Verdict.BETTER, 1200) == (trial.verdict, trial.sample.count)
    assert Verdict.BETTER is not trial.rule.judge(trial.observed)


def test_a_trial_ends_at_its_cap_without_a_verdict():
    trial = Trial(Sprt(0, 0.5), cap=19)
    for at in range(4):
        assert (at >= 2) is trial.over
        trial = trial.after(EVEN[:10])
    assert (True, Verdict.UNDECIDED) == (trial.over, trial.verdict)


@given(st.lists(st.integers(-8, 8), min_size=20, max_size=80))
def test_from_the_other_side_the_verdict_is_turned(legs):
    pairs = [(Verdict.BETTER, Verdict.WORSE), (Verdict.NOT_WORSE, Verdict.NOT_BETTER)]
    other = dict(pairs) | {second: first for first, second in pairs}
    for rule in (Sprt(-0.3, 0.3), ConfidenceSequence(margin=0.5)):
        verdict = rule.judge(seen(legs))
        assert other.get(verdict, verdict) is rule.judge(seen(turned(legs)))
