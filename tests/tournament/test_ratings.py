"""Ratings from boards in any company."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.ratings import Ratings, gather
from arena.tournament.statistics import Sample, Strengths

LEGS = st.integers(-8, 8)


def single(pairs):
    """Boards between single names: ("a", "b", sum of the legs)."""
    return gather(((one,), (other,), legs) for one, other, legs in pairs)


def test_boards_are_put_together_by_lineup():
    rows = [(("a", "b"), ("c", "d"), 3), (("a", "b"), ("c", "d"), -1), (("a",), ("b",), 2)]
    assert {
        (("a", "b"), ("c", "d")): Sample(2, 2, 10),
        (("a",), ("b",)): Sample(1, 2, 4),
    } == gather(rows)


def test_two_who_meet_are_rated_as_their_pairing_is():
    ratings = Ratings("ab", single(("a", "b", legs) for legs in (8, -4, 12, 0)))
    assert Fraction(1) == round(ratings.of("a").mean, 9)
    low, high = ratings.difference("a", "b").interval()
    assert (-3.8103, 7.8103) == (round(low, 4), round(high, 4))
    assert 3 == ratings.difference("a", "b").df
    low, high = ratings.against_the_others("b").interval()
    assert (-7.8103, 3.8103) == (round(low, 4), round(high, 4))


def test_ratings_and_errors_are_those_of_another_implementation():
    """numpy 2.4: lstsq on X with sum-to-zero columns, HC1 by the book; rows and results frozen here."""
    rows = [
        (("a", "b"), ("c", "d"), 4),
        (("a", "c"), ("b", "d"), 2),
        (("a", "d"), ("b", "c"), -1),
        (("b", "a"), ("d", "c"), 3),
        (("d", "a"), ("b", "b"), 0),
        (("c", "c"), ("a", "b"), -5),
        (("a", "a"), ("d", "d"), 6),
    ]
    expected = [
        (0.7932180851063825, 0.018809073967853692),
        (0.24002659574468077, 0.023558874763297592),
        (-0.3583776595744678, 0.05243093228959747),
        (-0.6748670212765955, 0.02240736846638239),
    ]
    ratings = Ratings("abcd", gather(rows))
    found = [(float(ratings.of(name).mean), ratings.of(name).variance) for name in "abcd"]
    assert [pytest.approx(pair, rel=1e-9) for pair in expected] == found
    assert {4.0} == {ratings.of(name).df for name in "abcd"}


@given(st.lists(st.tuples(st.integers(0, 2), LEGS), min_size=8, max_size=30))
def test_in_a_balanced_round_robin_the_ratings_are_the_strengths(boards):
    pairs = list(combinations("abc", 2))
    legs = [legs for _, legs in boards]
    samples = {pair: Sample.of(legs[at::3][: len(legs) // 3]) for at, pair in enumerate(pairs)}
    ratings = Ratings("abc", {((a,), (b,)): sample for (a, b), sample in samples.items()})
    strengths = Strengths("abc", samples)
    for name in "abc":
        expected = float(strengths.of(name).mean)
        assert expected == pytest.approx(float(ratings.against_the_others(name).mean), abs=1e-9)


@given(
    st.lists(st.tuples(st.permutations("abcde"), LEGS), min_size=12, max_size=30), st.integers(1, 5)
)
def test_ratings_sum_to_zero_turn_with_the_sides_and_grow_with_the_scale(boards, factor):
    rows = [(tuple(seats[:2]), tuple(seats[2:4]), legs) for seats, legs in boards]
    # Two copies of each against the next link all, whatever was drawn.
    rows += [
        ((one, one), (other, other), at) for at, (one, other) in enumerate(["ab", "bc", "cd", "de"])
    ]
    plain = Ratings("abcde", gather(rows))
    turned = Ratings("abcde", gather((b, a, -legs * factor) for a, b, legs in rows))
    assert 0 == pytest.approx(float(sum(plain.of(name).mean for name in "abcde")), abs=1e-9)
    for name in "abcde":
        one, other = plain.of(name), turned.of(name)
        assert float(one.mean) * factor == pytest.approx(float(other.mean), abs=1e-9)
        assert one.variance * factor**2 == pytest.approx(other.variance, rel=1e-6, abs=1e-12)


def test_the_truth_is_found_without_luck():
    worth = {"a": 3, "b": 1, "c": -1, "d": -3}
    dice = random.Random(5)
    rows = []
    for _ in range(20):
        seats = dice.sample("abcd", 4)
        legs = sum(worth[name] for name in seats[:2]) - sum(worth[name] for name in seats[2:])
        rows.append((tuple(seats[:2]), tuple(seats[2:]), legs))
    ratings = Ratings("abcd", gather(rows))
    for name, value in worth.items():
        assert value / 2 == pytest.approx(float(ratings.of(name).mean))


def test_boards_that_do_not_differ_give_no_interval():
    ratings = Ratings("ab", single([("a", "b", 0)] * 9))
    assert (0, None) == (ratings.of("a").mean, ratings.of("a").interval())


def test_as_many_boards_as_names_leave_nothing_for_an_interval():
    ratings = Ratings("abc", single([("a", "b", 2), ("b", "c", 2)]))
    assert Fraction(1) == round(ratings.difference("a", "b").mean, 9)
    assert None is ratings.difference("a", "b").interval()


def test_names_that_no_boards_link_are_rated_apart():
    rows = [("a", "b", 2), ("a", "b", 4), ("c", "d", 2), ("c", "d", -2)]
    ratings = Ratings("abcde", single(rows))
    assert [0.75, -0.75, 0, 0] == [round(float(ratings.of(name).mean), 9) for name in "abcd"]
    assert (None, None) == (ratings.of("e"), ratings.against_the_others("e"))
    assert (None, None) == (ratings.difference("a", "c"), ratings.difference("e", "a"))


def test_partners_who_never_part_can_not_be_told_apart():
    rows = [(("a", "b"), ("c", "d"), legs) for legs in (1, 2, 5)]
    ratings = Ratings("abcd", gather(rows))
    assert [None] * 4 == [ratings.of(name) for name in "abcd"]


def test_a_bot_against_itself_says_nothing():
    rows = [(("a", "a"), ("a", "a"), 0), (("b", "c"), ("b", "c"), 0)]
    ratings = Ratings("abc", gather(rows))
    assert [None] * 3 == [ratings.of(name) for name in "abc"]


def test_a_lineup_without_boards_says_nothing():
    assert None is Ratings("ab", {(("a",), ("b",)): Sample()}).of("a")


def test_a_stranger_is_refused():
    with pytest.raises(KeyError):
        Ratings("ab", single([("a", "x", 1)]))
