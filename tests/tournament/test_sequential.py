"""Tests that stop early."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.sequential import (
    ConfidenceSequence,
    Sprt,
    Trial,
    UnlessAlike,
    Verdict,
    log_likelihood_ratio,
)
from arena.tournament.statistics import Sample

BETTER = [2, 1, 3, 0, 2, 1, 1, 2, 4, 1] * 6
EVEN = [1, -1, 2, -2, 0] * 40


def turned(legs):
    return [-value for value in legs]


def test_the_check_values():
    assert 1.4635 == round(log_likelihood_ratio(100, 0.2, 0, 0.1), 4)
    assert 2.944 == round(Sprt(0, 0.1).bound, 3)
    assert 0.21462 == round(ConfidenceSequence(0.05).width(200), 5)


def test_the_ratio_is_that_of_mean_over_standard_deviation():
    sample = Sample.of([8, -4, 12, 0])
    t = 2 / math.sqrt(40 / 3)
    assert log_likelihood_ratio(4, t, -0.1, 0.3) == pytest.approx(Sprt(-0.1, 0.3).ratio(sample))


def test_an_sprt_is_undecided_before_the_twentieth_board_and_where_nothing_varies():
    assert Verdict.UNDECIDED is Sprt(0, 0.5).judge(Sample.of(BETTER[:19]))
    assert 0 == Sprt(0, 0.5).ratio(Sample.of([2] * 99))
    assert Verdict.UNDECIDED is Sprt(0, 0.5).judge(Sample.of([2] * 99))
    assert 0 == Sprt(0, 0.5).ratio(Sample())


def test_an_sprt_ends_with_better_or_not_better_and_from_below_zero_with_not_worse():
    sprt = Sprt(0, 0.5)
    assert Verdict.BETTER is sprt.judge(Sample.of(BETTER))
    assert Verdict.NOT_BETTER is sprt.judge(Sample.of(EVEN))
    assert Verdict.UNDECIDED is sprt.judge(Sample.of(EVEN[:20]))
    assert Verdict.NOT_WORSE is Sprt(-0.2, 0.2).judge(Sample.of(BETTER))
    assert Verdict.NOT_BETTER is Sprt(-0.2, 0.2).judge(Sample.of(turned(BETTER)))


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


def test_a_confidence_sequence_begins_with_the_fiftieth_board():
    sequence = ConfidenceSequence()
    assert None is sequence.interval(Sample.of(BETTER[:49]))
    assert Verdict.UNDECIDED is sequence.judge(Sample.of(BETTER[:49]))
    low, high = sequence.interval(Sample.of(BETTER[:50]))
    sample = Sample.of(BETTER[:50])
    assert 2 * sequence.width(50) * math.sqrt(sample.spread) == pytest.approx(high - low)
    assert float(sample.mean) == pytest.approx((low + high) / 2)


def test_a_confidence_sequence_decides_only_where_boards_differ():
    assert None is ConfidenceSequence().interval(Sample.of([2] * 99))
    assert Verdict.UNDECIDED is ConfidenceSequence(margin=9).judge(Sample.of([2] * 99))


def test_a_confidence_sequence_ends_with_better_with_worse_or_with_equal():
    assert Verdict.BETTER is ConfidenceSequence().judge(Sample.of(BETTER))
    assert Verdict.WORSE is ConfidenceSequence().judge(Sample.of(turned(BETTER)))
    assert Verdict.UNDECIDED is ConfidenceSequence(margin=0.1).judge(Sample.of(EVEN))
    assert Verdict.EQUAL is ConfidenceSequence(margin=0.3).judge(Sample.of(EVEN))


def test_the_pairings_of_a_field_share_what_may_go_wrong():
    assert 0.05 / 15 == pytest.approx(ConfidenceSequence.among(6).alpha)
    assert (0.05, 0.2) == (
        ConfidenceSequence.among(2, margin=0.2).alpha, ConfidenceSequence.among(2, margin=0.2).margin,
    )  # fmt: skip


def test_a_trial_keeps_its_first_verdict():
    trial = Trial(ConfidenceSequence())
    for at, legs in enumerate(BETTER, 1):
        trial = trial.after(legs)
        assert (at >= 50) is trial.over
    for legs in turned(BETTER) * 4:
        trial = trial.after(legs)
    assert (Verdict.BETTER, 300) == (trial.verdict, trial.sample.count)
    assert Verdict.WORSE is trial.rule.judge(trial.sample)


def test_a_trial_ends_at_its_cap_without_a_verdict():
    trial = Trial(Sprt(0, 0.5), cap=19)
    for legs in BETTER:
        assert (trial.sample.count >= 19) is trial.over
        trial = trial.after(legs)
    assert (True, Verdict.UNDECIDED) == (trial.over, trial.verdict)


@given(st.lists(st.integers(-8, 8), min_size=20, max_size=80))
def test_from_the_other_side_the_verdict_is_turned(legs):
    pairs = [(Verdict.BETTER, Verdict.WORSE), (Verdict.NOT_WORSE, Verdict.NOT_BETTER)]
    other = dict(pairs) | {second: first for first, second in pairs}
    for rule in (Sprt(-0.3, 0.3), ConfidenceSequence(margin=0.5)):
        verdict = rule.judge(Sample.of(legs))
        assert other.get(verdict, verdict) is rule.judge(Sample.of(turned(legs)))


@given(st.lists(st.integers(-8, 8), min_size=50, max_size=80), st.integers(1, 9))
def test_the_scale_of_boards_changes_no_ratio_and_scales_the_interval(legs, factor):
    plain, scaled = Sample.of(legs), Sample.of(value * factor for value in legs)
    assert Sprt(0, 0.2).ratio(plain) == pytest.approx(Sprt(0, 0.2).ratio(scaled))
    before, after = ConfidenceSequence().interval(plain), ConfidenceSequence().interval(scaled)
    if before is not None:
        assert [bound * factor for bound in before] == pytest.approx(list(after), abs=1e-9)


@pytest.mark.parametrize(
    ("boards", "verdict"),
    [
        ([0] * 49, Verdict.UNDECIDED),
        ([0] * 50, Verdict.EQUAL),
        ([8] * 49, Verdict.UNDECIDED),
        ([8] * 50, Verdict.BETTER),
        ([-8] * 50, Verdict.WORSE),
        ([1, -1] * 50, Verdict.UNDECIDED),
        ([4, 2] * 50, Verdict.BETTER),
    ],
)
def test_boards_of_which_none_differs_get_a_verdict_of_their_own(boards, verdict):
    assert verdict == UnlessAlike(ConfidenceSequence()).judge(Sample.of(boards))
