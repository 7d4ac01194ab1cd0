"""Who is ahead, and which differences mean something."""

import pytest

from arena.tournament.ranking import not_separated, pair_alpha, ranked
from arena.tournament.statistics import Estimate


class Ladder:
    """Figures that are a step of two standard errors apart, for the names that it knows."""

    def __init__(self, names, *, stands=True):
        self.names = names
        self._stands = stands

    def figure(self, name):
        return self.difference(name, self.names[0]) if name in self.names else None

    def difference(self, one, other):
        if one not in self.names or other not in self.names:
            return None
        steps = self.names.index(other) - self.names.index(one)
        return Estimate(2.0 * steps, 1.0, 10_000.0)

    def bound(self, difference, alpha):
        return difference.radius(1 - alpha)

    def stands(self, one, other, difference, alpha):
        return self._stands


class Level(Ladder):
    """All are level."""

    def figure(self, name):
        return Estimate(0.0, 1.0, 9.0)


def nobody(one, other):
    return None


def test_two_are_compared_at_five_percent_and_more_at_their_share_of_it():
    """Two standard errors are enough for one comparison, four for the three of three entrants."""
    assert {"a": (), "b": ()} == not_separated("ab", Ladder("ab"))
    assert {"a": ("b",), "b": ("a", "c"), "c": ("b",)} == not_separated("abc", Ladder("abc"))
    assert (0.05, 0.05 / 3) == (pytest.approx(pair_alpha(2)), pytest.approx(pair_alpha(3)))


def test_who_has_no_figure_is_separated_from_nobody_and_takes_no_share():
    expected = {"a": ("x",), "x": ("a", "b"), "b": ("x",)}
    assert expected == not_separated("axb", Ladder("ab"))


def test_a_difference_that_hangs_on_one_opponent_separates_nobody():
    assert {"a": ("b",), "b": ("a",)} == not_separated("ab", Ladder("ab", stands=False))


def test_who_has_no_figure_ranks_last():
    assert [["a"], ["b"], ["x"]] == ranked("xba", [Ladder("ab")], nobody)


def test_those_level_rank_by_their_meetings_then_by_the_next_figure():
    against = {("b", "a"): 1.0, ("a", "b"): -1.0}
    assert [["b"], ["a"]] == ranked(
        "ab", [Level("ab"), Ladder("ab")], lambda *pair: against.get(pair)
    )
    assert [["a"], ["b"]] == ranked("ba", [Level("ab"), Ladder("ab")], nobody)
    assert [["b", "a"]] == ranked("ba", [Level("ab")], nobody)
