"""Ratings of bots with changing partners."""

from itertools import combinations

import pytest

from arena.tournament.observed import Observed
from arena.tournament.ranking import not_separated
from arena.tournament.ratings import Ratings

WORTH = {"a": 6, "b": 2, "c": -2, "d": -6}


def lineups(boards=8):
    """All three ways to pair four bots off, each side worth what its members bring, and no luck."""
    seen = {}
    for pair in combinations("abcd", 2):
        rest = tuple(name for name in "abcd" if name not in pair)
        if (rest, pair) not in seen:
            legs = sum(WORTH[name] for name in pair) - sum(WORTH[name] for name in rest)
            seen[pair, rest] = Observed.match([legs] * boards)
    return seen


def test_bots_are_worth_what_they_bring():
    ratings = Ratings.of("abcd", lineups())
    assert [3, 1, -1, -3] == pytest.approx([ratings.figure(name).mean for name in "abcd"], abs=0.1)
    assert 4 == pytest.approx(ratings.difference("a", "c").mean, abs=0.1)


def test_a_lineup_may_be_given_from_either_side():
    turned = {(b, a): observed.reverse for (a, b), observed in lineups().items()}
    assert Ratings.of("abcd", lineups()) == Ratings.of("abcd", turned)


def test_who_has_not_played_has_no_rating():
    ratings = Ratings.of("abcde", lineups())
    assert (None, None) == (ratings.figure("e"), ratings.difference("a", "e"))
    assert None is Ratings.of("ab", {}).figure("a")
    assert not Ratings.of("ab", {}).stands("a", "b", ratings.figure("a"), 0.05)


def test_a_lineup_against_itself_tells_nothing():
    assert None is Ratings.of("ab", {(("a", "b"), ("b", "a")): Observed.match([4])}).figure("a")


def test_bots_are_separated_like_entrants():
    assert "d" not in not_separated("abcd", Ratings.of("abcd", lineups(200)))["a"]


def test_a_stranger_is_refused():
    with pytest.raises(KeyError):
        Ratings.of("abc", lineups())
