"""Ratings of single bots that play with changing partners: the model, with two names on either side.

A board's difference is what the two names of the one side bring to it less what those of the other do, plus the
style of this lineup, the accident of its match, and luck. Only differences between names can be known, so
ratings sum to zero: 0 is the mean of all bots.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.tournament.model import Design, Fit, fit
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.statistics import Estimate
from arena.tournament.strengths import LEAST_VARIANCES

Side = tuple[str, ...]
Lineup = tuple[Side, Side]
"""Who sat on either side of a board; a name that is there twice counts twice."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of ``names``, in the figure's unit a deal that a name brings to its side."""

    names: tuple[str, ...]
    _at: Mapping[str, int]
    _met: frozenset[int]
    _fit: Fit | None

    @classmethod
    def of(
        cls, names: Iterable[str], seen: Mapping[Lineup, Observed], figure: str = "games"
    ) -> "Ratings":
        """From what was seen of lineups, each given once. Raises KeyError for a name not in ``names``."""
        listed = tuple(names)
        at = {name: place for place, name in enumerate(listed)}
        rows: dict[Design, Observed] = {}
        for lineup, observed in seen.items():
            if observed.groups and (design := _design(at, lineup)):
                if design[0][1] < 0:
                    design = tuple((place, -sign) for place, sign in design)
                    rows[design] = rows.get(design, NOTHING) + observed.reverse
                else:
                    rows[design] = rows.get(design, NOTHING) + observed
        met = frozenset(place for design in rows for place, _ in design)
        return cls(listed, at, met, fit(len(listed), rows, LEAST_VARIANCES[figure]))

    def figure(self, name: str) -> Estimate | None:
        """A name's rating; None for who has played no board."""
        at = self._at[name]
        if self._fit is None or at not in self._met:
            return None
        return Estimate(self._fit.strengths[at], self._fit.covariance[at][at], self._fit.df)

    def difference(self, one: str, other: str) -> Estimate | None:
        """How much more one brings than the other; None unless both have played."""
        a, b = self._at[one], self._at[other]
        if self._fit is None or not {a, b} <= self._met:
            return None
        rows = self._fit.covariance
        variance = rows[a][a] + rows[b][b] - 2 * rows[a][b]
        values = self._fit.strengths
        return Estimate(values[a] - values[b], variance, self._fit.df)

    def bound(self, difference: Estimate, alpha: float) -> float:
        """See Figures."""
        return difference.radius(1 - alpha)

    def stands(self, one: str, other: str, difference: Estimate, alpha: float) -> bool:
        """See Figures: partners and opponents change with every match, and nobody is left out."""
        del one, other, difference, alpha
        return self._fit is not None


def _design(at: Mapping[str, int], lineup: Lineup) -> Design:
    signs: Counter[int] = Counter()
    for sign, side in zip((1, -1), lineup, strict=True):
        for name in side:
            signs[at[name]] += sign
    return tuple(sorted((place, sign) for place, sign in signs.items() if sign))
