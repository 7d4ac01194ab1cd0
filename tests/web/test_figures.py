"""Figures as texts."""

from fractions import Fraction

import pytest

from arena.web.figures import count, milliseconds, seconds, signed


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (Fraction(1, 3), 3, "+0.333"),
        (Fraction(-5, 4), 1, "\N{MINUS SIGN}1.2"),
        (-0.0004, 3, "0.000"),
        (12, 0, "+12"),
        (0, 0, "0"),
        (None, 2, "\N{EN DASH}"),
    ],
)
def test_a_figure_has_its_sign(value, decimals, expected):
    assert expected == signed(value, decimals)


def test_times_have_the_decimals_that_matter():
    assert ["0.04 ms", "0.99 ms", "1.0 ms", "9.9 ms", "10 ms", "1,234 ms"] == [
        milliseconds(us) for us in (40, 994, 995, 9_949, 9_950, 1_234_000)
    ]
    assert "12.3 s" == seconds(12_345_678)


def test_counts_have_their_plural():
    assert ["1 match", "2 matches", "1,000 deals", "2 entries"] == [
        count(1, "match"), count(2, "match"), count(1_000, "deal"), count(2, "entry"),
    ]  # fmt: skip
