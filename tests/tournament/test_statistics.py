"""Means of boards, their intervals, and Student's distribution."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.statistics import (
    Estimate,
    Sample,
    student_quantile,
    student_tails,
)

# mpmath 1.4.1 with 40 digits: the root of betainc(df/2, 1/2, 0, df/(df + t^2), regularized) / 2 = 1 - p.
# scipy 1.17.1's stats.t.ppf gives the same to 11 digits.
QUANTILES = [
    (0.6, 1, 0.32491969623290623),
    (0.975, 1, 12.706204736174694),
    (0.995, 1, 63.656741162871526),
    (0.9999679487179487, 1, 9931.2684153634),
    (0.6, 1.5, 0.3007453925697954),
    (0.975, 1.5, 6.016663104427928),
    (0.995, 1.5, 17.820310514462797),
    (0.9999679487179487, 1.5, 517.2834112833706),
    (0.6, 2, 0.2886751345948128),
    (0.975, 2, 4.302652729749462),
    (0.995, 2, 9.92484320091829),
    (0.9999679487179487, 2, 124.89395508196304),
    (0.6, 2.7, 0.2793284633179693),
    (0.975, 2.7, 3.3921483831737507),
    (0.995, 2.7, 6.533128433408453),
    (0.9999679487179487, 2.7, 43.41610707219829),
    (0.6, 5, 0.26718086570414507),
    (0.975, 5, 2.5705818356363146),
    (0.995, 5, 4.032142983555227),
    (0.9999679487179487, 5, 12.25133095830415),
    (0.6, 9.3, 0.26070657752600074),
    (0.975, 9.3, 2.2510822246844406),
    (0.995, 9.3, 3.2234796594331345),
    (0.9999679487179487, 9.3, 6.844885479833096),
    (0.6, 19, 0.25692281979615467),
    (0.975, 19, 2.093024054408309),
    (0.995, 19, 2.860934606464979),
    (0.9999679487179487, 19, 5.09659696674178),
    (0.6, 40, 0.25503868634581406),
    (0.975, 40, 2.021075390306273),
    (0.995, 40, 2.7044592674331622),
    (0.9999679487179487, 40, 4.46423193487767),
    (0.6, 63.25, 0.2544153816995302),
    (0.975, 63.25, 1.9981859752941238),
    (0.995, 63.25, 2.6558184174408),
    (0.9999679487179487, 63.25, 4.2821183268053415),
    (0.6, 150, 0.25379692204033827),
    (0.975, 150, 1.9759053308966201),
    (0.995, 150, 2.609002565865538),
    (0.9999679487179487, 150, 4.11317405109308),
    (0.6, 499.5, 0.2534820848760287),
    (0.975, 499.5, 1.9647246094345894),
    (0.995, 499.5, 2.5857077491571543),
    (0.9999679487179487, 499.5, 4.031398740040466),
    (0.6, 999.9, 0.25341452258250985),
    (0.975, 999.9, 1.9623393186426081),
    (0.995, 999.9, 2.580755191540747),
    (0.9999679487179487, 999.9, 4.014207522499181),
    (0.6, 1000, 0.2534145158394987),
    (0.975, 1000, 1.962339080826408),
    (0.995, 1000, 2.5807546980659506),
    (0.9999679487179487, 1000, 4.01420581294706),
    (0.6, 1234.5, 0.25340170878813206),
    (0.975, 1234.5, 1.9618874833313453),
    (0.995, 1234.5, 2.5798177297333216),
    (0.9999679487179487, 1234.5, 4.010961076132922),
    (0.6, 10000.0, 0.2533538434457268),
    (0.975, 10000.0, 1.960201239890626),
    (0.995, 10000.0, 2.5763210466685287),
    (0.9999679487179487, 10000.0, 3.9988734669537127),
    (0.6, 100000.0, 0.2533477771571799),
    (0.975, 100000.0, 1.9599877075346093),
    (0.995, 100000.0, 2.575878469908375),
    (0.9999679487179487, 100000.0, 3.997345945015472),
    (0.6, 1000000.0, 0.2533471705378416),
    (0.975, 1000000.0, 1.9599663568141066),
    (0.995, 1000000.0, 2.575834220105334),
    (0.9999679487179487, 1000000.0, 3.997193249787197),
]

CLOSE = 1e-11


@pytest.mark.parametrize(("p", "df", "expected"), QUANTILES)
def test_quantiles_are_those_of_another_implementation(p, df, expected):
    assert expected == pytest.approx(student_quantile(p, df), rel=CLOSE)
    assert -expected == pytest.approx(student_quantile(1 - p, df), rel=1e-9)


def simpson(f, low, high, steps):
    """The integral of f by Simpson's rule."""
    width = (high - low) / steps
    inner = sum((4 if at % 2 else 2) * f(low + at * width) for at in range(1, steps))
    return (f(low) + inner + f(high)) * width / 3


@pytest.mark.parametrize("df", [2.5, 4, 11.7, 60, 333.3])
@pytest.mark.parametrize("t", [0.3, 1.0, 2.2, 4.5])
def test_tails_are_those_found_by_integration(df, t):
    """With t = sqrt(df) tan(u) the density becomes cos(u)^(df - 1): no gamma function comes in."""

    def density(u):
        return max(0.0, math.cos(u)) ** (df - 1)

    edge = math.atan(t / math.sqrt(df))
    rest = math.pi / 2 - edge

    def smoothed(y):
        """Slow at both ends, where the density is steep or has an infinite slope."""
        u = edge + rest * y**3 * (10 - 15 * y + 6 * y**2)
        return density(u) * rest * 30 * y**2 * (1 - y) ** 2

    inside = simpson(density, 0, edge, 400)
    outside = simpson(smoothed, 0, 1, 2000)
    assert outside / (inside + outside) == pytest.approx(student_tails(t, df), rel=1e-8)


@given(st.floats(0.500001, 0.999999), st.floats(1, 1e6))
def test_quantile_and_tails_undo_each_other(p, df):
    t = student_quantile(p, df)
    assert 2 * (1 - p) == pytest.approx(student_tails(t, df), rel=1e-9)


def test_the_middle_is_zero():
    assert 0 == student_quantile(0.5, 3)
    assert 1 == student_tails(0.0, 3)


@pytest.mark.parametrize(
    ("p", "df"), [(0, 3), (1, 3), (-1, 3), (0.9, 0), (0.9, -1), (0.9, math.nan)]
)
def test_what_has_no_quantile_is_refused(p, df):
    with pytest.raises(ValueError, match="no quantile"):
        student_quantile(p, df)


# Samples and estimates.

LEGS = st.integers(-8, 8)
SAMPLES = st.lists(LEGS, min_size=2, max_size=12).map(Sample.of)


def test_the_check_value_of_four_boards():
    """Squares about the mean sum to 40, and a quarter is guessed: 40.25 / 16 with four degrees of freedom."""
    estimate = Sample.of([8, -4, 12, 0]).estimate
    assert Estimate(2.0, 40.25 / 16, 4.0) == estimate
    assert not estimate.separated()


def test_an_empty_sample_has_no_figures():
    assert (None, None) == (Sample().mean, Sample().spread)
    with pytest.raises(ZeroDivisionError):
        _ = Sample().estimate


def test_of_one_board_little_is_known():
    estimate = Sample.of([3]).estimate
    assert Estimate(1.5, 0.25, 1.0) == estimate
    assert not estimate.separated()


def test_boards_that_are_all_alike_are_no_zero_knowledge():
    assert Sample.of([8] * 30).estimate.separated(alpha=1e-9)
    assert not Sample.of([0] * 30).estimate.separated()


def test_a_clear_difference_is_separated_and_a_stricter_level_asks_for_more():
    estimate = Sample.of([2, 3, 2, 4, 2, 0]).estimate
    assert (True, False) == (estimate.separated(), estimate.separated(alpha=0.001))
    # |t| = 2 is beyond the normal bound, not beyond Student's with three degrees of freedom.
    assert not Estimate(2.0, 1.0, 3.0).separated()
    assert Estimate(2.0, 1.0, 1000.0).separated()


@given(st.lists(LEGS, max_size=9), st.lists(LEGS, max_size=9))
def test_samples_add_up_and_turn(ours, theirs):
    both = Sample.of(ours) + Sample.of(theirs)
    assert Sample.of(ours + theirs) == both
    assert Sample.of(-value for value in ours + theirs) == both.reverse
    grown = Sample.of(ours)
    for value in theirs:
        grown = grown.after(value)
    assert both == grown


@given(SAMPLES)
def test_mean_and_spread_are_those_of_the_books_but_for_a_quarter(sample):
    assert sample.estimate.mean == float(sample.mean)
    squares = float(sample.spread) * (sample.count - 1) + 0.25
    assert squares / sample.count**2 == pytest.approx(sample.estimate.variance)
    assert (sample.estimate.mean + sample.estimate.radius()) == sample.estimate.interval()[1]


def test_the_spread_has_n_less_one_below():
    assert Fraction(40, 3) == Sample.of([8, -4, 12, 0]).spread  # 4 + 16 + 16 + 4 over 3
