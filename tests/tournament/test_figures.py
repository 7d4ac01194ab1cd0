"""Figures as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.figures import percent, shortened, signed, spans, with_interval
from arena.tournament.statistics import Sample


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "-"),
        (Fraction(0), "0.00"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(1, 8), "+0.12"),
        (Fraction(3, 8), "+0.38"),
        (Fraction(-26, 10), "-2.60"),
        (Fraction(1001, 100), "+10.01"),
    ],
)
def test_figures_have_a_sign_and_are_rounded_to_even(value, expected):
    assert expected == signed(value, 2)


@given(st.fractions(max_denominator=10**6))
def test_a_figure_is_never_further_off_than_half_of_its_last_digit(value):
    assert abs(Fraction(signed(value, 3)) - value) <= Fraction(1, 2000)


def test_an_interval_is_shown_by_half_its_width():
    assert "+2.00 ±4.40" == with_interval(Sample.of([8, -4, 12, 0]).estimate, 2)
    assert "-" == with_interval(None, 2)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [([], ""), ([3], "3"), ([2, 3], "2-3"), ([5, 1, 2, 4, 4, 9], "1-2 4-5 9")],
)
def test_places_that_follow_each_other_are_put_together(numbers, expected):
    assert expected == spans(numbers)


def test_what_is_too_long_ends_in_an_ellipsis():
    assert ("counter", "count…") == (shortened("counter", 7), shortened("counter", 6))


def test_no_chance_is_shown_as_a_certainty():
    assert ["> 99 %", "99 %", "50 %", "1 %", "< 1 %"] == [
        percent(chance) for chance in (1.0, 0.994, 0.5, 0.006, 0.001)
    ]
