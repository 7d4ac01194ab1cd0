"""The score of one unit, a board or a rubber, and what a forfeit makes of it."""

from dataclasses import dataclass
from typing import Self

from arena.engine import DealResult, Partnership, Rubber, forfeited
from arena.referee.events import Ending, UnitEnded
from arena.referee.spec import MAX_DEALS_IN_RUBBER, Terms, Unit

NOTHING = DealResult((0, 0), (0, 0), None, 0)
"""The result of a deal that both sides forfeited."""


@dataclass(frozen=True, slots=True)
class UnitScore:
    """A unit so far: the rubber it is (a board is a rubber of one deal), and card points summed."""

    terms: Terms
    rubber: Rubber
    points: tuple[int, int] = (0, 0)

    @classmethod
    def start(cls, terms: Terms) -> Self:
        """A unit before its first deal."""
        return cls(terms, Rubber(terms.rules))

    @property
    def games(self) -> tuple[int, int]:
        """Games by partnership."""
        return self.rubber.score

    @property
    def carry(self) -> int:
        """What earlier ties have left to the next winner; a board leaves nothing (R14)."""
        return 0 if self.terms.unit is Unit.BOARD else self.rubber.carry

    @property
    def deals(self) -> int:
        """Deals scored so far."""
        return self.rubber.deals

    def after(self, result: DealResult) -> "UnitScore":
        """The score once ``result`` is scored."""
        first, second = self.points
        points = (first + result.points[0], second + result.points[1])
        return UnitScore(self.terms, self.rubber.after(result), points)

    @property
    def ending(self) -> Ending | None:
        """Why the unit is over by play alone; None while it goes on."""
        if self.terms.unit is Unit.BOARD:
            return Ending.PLAYED if self.deals else None
        if self.rubber.winner is not None:
            return Ending.PLAYED
        return Ending.DEAL_LIMIT if self.deals == MAX_DEALS_IN_RUBBER else None

    @property
    def leader(self) -> Partnership | None:
        """Who has more games; None when equal."""
        first, second = self.games
        if first == second:
            return None
        return Partnership.NS if first > second else Partnership.EW


def forfeit_result(losers: frozenset[Partnership], terms: Terms) -> tuple[Ending, DealResult]:
    """What a deal counts as when ``losers``, one or both partnerships, forfeit it (R18)."""
    if len(losers) > 1:
        return Ending.BOTH_FORFEIT, NOTHING
    (loser,) = losers
    return Ending.FORFEIT, forfeited(loser, terms.rules)


def unit_ended(
    unit: int, at_us: int, ending: Ending, score: UnitScore, losers: frozenset[Partnership]
) -> UnitEnded:
    """The record of a unit that is over, as ``score`` stands after its last deal.

    A board is won by whoever won its deal, a rubber by whoever reached ``games_to_win``, and either by
    the other side when one forfeits, whatever the score was.
    """
    match ending:
        case Ending.BOTH_FORFEIT:
            return UnitEnded(unit, at_us, ending, None, (0, 0), (0, 0), 0)
        case Ending.FORFEIT:
            (loser,) = losers
            winner: Partnership | None = loser.opponents
        case Ending.DEAL_LIMIT:
            winner = None
        case _:
            winner = score.leader
    return UnitEnded(unit, at_us, ending, winner, score.games, score.points, score.deals)
