"""What was seen of two sides: the boards of all their matches, as whole numbers that add up in any order.

Boards of one match share its processes, and with them whatever happened to these; boards of different
matches don't. So what is kept is a little more than a ``Sample``: the sums of the matches' own totals too.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from arena.engine.values import value
from arena.tournament.statistics import LEGS, Sample


@value
class Group:
    """All matches of two sides that had the same number of boards.

    matches: how many. total and squares: over all their boards, as in ``Sample``. squared_totals: the sum over
    the matches of (its total)^2.
    """

    matches: int
    total: int
    squares: int
    squared_totals: int

    def __add__(self, other: "Group") -> "Group":
        return Group(
            self.matches + other.matches,
            self.total + other.total,
            self.squares + other.squares,
            self.squared_totals + other.squared_totals,
        )

    @property
    def reverse(self) -> "Group":
        """The same from the other side."""
        return Group(self.matches, -self.total, self.squares, self.squared_totals)


@value
class Observed:
    """The boards of all matches of two sides in one figure, from the first side's view.

    groups: the matches by how many boards they had, at least one, in rising order.
    """

    groups: tuple[tuple[int, Group], ...] = ()

    @classmethod
    def match(cls, legs: Iterable[int]) -> "Observed":
        """One match, whose boards are given by the sums of their two legs."""
        return cls.of_sample(Sample.of(legs))

    @classmethod
    def of_sample(cls, sample: Sample) -> "Observed":
        """One match; of no board nothing is seen."""
        if not sample.count:
            return NOTHING
        group = Group(1, sample.total, sample.squares, sample.total * sample.total)
        return cls(((sample.count, group),))

    def __add__(self, other: "Observed") -> "Observed":
        if not other.groups:
            return self
        found = dict(self.groups)
        for boards, group in other.groups:
            found[boards] = found[boards] + group if boards in found else group
        return Observed(tuple(sorted(found.items())))

    @property
    def reverse(self) -> "Observed":
        """The same from the other side."""
        return Observed(tuple((boards, group.reverse) for boards, group in self.groups))

    @property
    def matches(self) -> int:
        """How many matches had a board."""
        return sum(group.matches for _, group in self.groups)

    @property
    def boards(self) -> Sample:
        """All boards put together, whatever match they are of."""
        return Sample(
            sum(boards * group.matches for boards, group in self.groups),
            sum(group.total for _, group in self.groups),
            sum(group.squares for _, group in self.groups),
        )

    @property
    def mean(self) -> Fraction | None:
        """The mean difference of a board; None without boards."""
        return self.boards.mean

    @property
    def within(self) -> tuple[float, int]:
        """The sum of squares of boards about their own match's mean, and its degrees of freedom."""
        squares, df = 0.0, 0
        for boards, group in self.groups:
            above = boards * group.squares - group.squared_totals
            squares += above / (LEGS * LEGS * boards)
            df += (boards - 1) * group.matches
        return squares, df


NOTHING = Observed()

Seen = Mapping[tuple[str, str], Observed]
"""One figure of all meetings, by two names, from the first one's view; a pair may stand there both ways."""
