"""Who is ahead, and which differences mean something."""

from fractions import Fraction

from arena.tournament.ranking import Adjusted, figures_of, not_separated, rank_by_figure
from arena.tournament.statistics import Estimate, Sample, Strengths


class Ladder:
    """Figures that are a step of two standard errors apart, for the names that it knows."""

    def __init__(self, names):
        self.names = names

    def of(self, name):
        return self.difference(name, self.names[0]) if name in self.names else None

    def difference(self, one, other):
        if one not in self.names or other not in self.names:
            return None
        steps = self.names.index(other) - self.names.index(one)
        return Estimate(Fraction(2 * steps), 1.0, 10_000.0)


def test_two_are_compared_at_five_percent_and_more_at_their_share_of_it():
    """Two standard errors are enough for one comparison, four for the three of three entrants."""
    assert {"a": (), "b": ()} == not_separated("ab", Ladder("ab"))
    assert {"a": ("b",), "b": ("a", "c"), "c": ("b",)} == not_separated("abc", Ladder("abc"))


def test_who_has_no_figure_is_separated_from_nobody_and_takes_no_share():
    expected = {"a": ("x",), "x": ("a", "b"), "b": ("x",)}
    assert expected == not_separated("axb", Ladder("ab"))


def test_who_has_no_figure_ranks_last():
    assert [["a"], ["b"], ["x"]] == rank_by_figure("xba", Ladder("ab"))


def test_figures_are_adjusted_for_opponents_on_demand():
    samples = {("a", "b"): Sample.of([2, 4]), ("b", "a"): Sample.of([-2, -4])}
    assert isinstance(figures_of("ab", samples, adjusted=False), Strengths)
    adjusted = figures_of("ab", samples, adjusted=True)
    assert isinstance(adjusted, Adjusted)
    assert 1.5 == round(float(adjusted.of("a").mean), 9)
    assert 1.5 == round(float(adjusted.difference("a", "b").mean), 9)
