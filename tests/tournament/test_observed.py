"""What was seen of two sides adds up in any order."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.observed import NOTHING, Group, Observed
from arena.tournament.statistics import Sample

MATCHES = st.lists(st.lists(st.integers(-8, 8), max_size=5), max_size=5)


def of(matches):
    found = NOTHING
    for legs in matches:
        found += Observed.match(legs)
    return found


@given(MATCHES.flatmap(lambda it: st.tuples(st.just(it), st.permutations(it))))
def test_the_order_of_matches_changes_nothing(orders):
    one, other = orders
    assert of(one) == of(other)


@given(MATCHES)
def test_its_boards_are_those_of_all_matches(matches):
    boards = [legs for match in matches for legs in match]
    found = of(matches)
    assert Sample.of(boards) == found.boards
    assert sum(map(bool, matches)) == found.matches
    assert found.mean == (Fraction(sum(boards), 2 * len(boards)) if boards else None)
    assert found.reverse.boards == Sample.of(boards).reverse
    assert found == found.reverse.reverse


@given(MATCHES)
def test_squares_within_matches_are_about_each_matchs_own_mean(matches):
    expected = sum(
        sum((legs / 2 - sum(match) / 2 / len(match)) ** 2 for legs in match)
        for match in matches
        if match
    )
    squares, df = of(matches).within
    assert expected == pytest.approx(squares)
    assert sum(len(match) - 1 for match in matches if match) == df


def test_matches_are_grouped_by_their_boards():
    assert ((1, Group(1, 4, 16, 16)), (2, Group(2, 5, 9, 13))) == of([[1, 2], [4], [2, 0]]).groups
