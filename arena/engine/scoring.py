"""What a deal is worth (R11 to R14) and how deals make a rubber (R14 to R16)."""

from dataclasses import dataclass
from typing import Self

from arena.engine.cards import Partnership
from arena.engine.deal import TRICKS_IN_DEAL, Deal
from arena.engine.rules import Ruleset, SweepBy, Tie
from arena.errors import RubberOverError

PACK_POINTS = 120
HALF_POINTS = 60


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: card points and tricks by partnership, who won, and the games it is worth.

    ``winner`` is None for 60-60, with ``games`` 0. What earlier ties carried isn't in ``games``:
    the rubber adds it.
    """

    points: tuple[int, int]
    tricks: tuple[int, int]
    winner: Partnership | None
    games: int

    @property
    def net_games(self) -> tuple[int, int]:
        """Games won less games lost, by partnership."""
        if self.winner is None:
            return (0, 0)
        return (self.games, -self.games) if self.winner == 0 else (-self.games, self.games)


def score_deal(points: tuple[int, int], tricks: tuple[int, int], rules: Ruleset) -> DealResult:
    """Score a finished deal from its points and tricks by partnership (R11 to R14)."""
    if points[0] == points[1]:
        return DealResult(points, tricks, None, 0)
    winner = Partnership.NS if points[0] > points[1] else Partnership.EW
    return DealResult(points, tricks, winner, _games(points[winner], tricks[winner], rules))


def _games(points: int, tricks: int, rules: Ruleset) -> int:
    """Games for a winner with so many points and tricks."""
    by_tricks = rules.sweep_by is SweepBy.TRICKS
    if tricks == TRICKS_IN_DEAL if by_tricks else points == PACK_POINTS:
        return rules.sweep_games
    return 2 if points > rules.double_above else 1


def result_of(deal: Deal, rules: Ruleset) -> DealResult:
    """Score ``deal``, which must be finished."""
    if not deal.finished:
        msg = f"a deal with {len(deal.tricks)} of {TRICKS_IN_DEAL} tricks has no result"
        raise ValueError(msg)
    return score_deal(deal.points, deal.won, rules)


def forfeited(loser: Partnership, rules: Ruleset) -> DealResult:
    """What a deal counts as when ``loser`` forfeits it: a sweep for the others (R18)."""
    winner = loser.opponents
    points, tricks = [0, 0], [0, 0]
    points[winner], tricks[winner] = PACK_POINTS, TRICKS_IN_DEAL
    return DealResult((points[0], points[1]), (tricks[0], tricks[1]), winner, rules.sweep_games)


@dataclass(frozen=True, slots=True)
class Rubber:
    """The score of a rubber: games by partnership, and what ties have left to carry.

    ``after`` gives the score once a further deal is scored. The score isn't capped (R16).
    """

    rules: Ruleset
    score: tuple[int, int] = (0, 0)
    carry: int = 0
    deals: int = 0

    @property
    def winner(self) -> Partnership | None:
        """Who reached ``games_to_win``; None while the rubber goes on."""
        for partnership in Partnership:
            if self.score[partnership] >= self.rules.games_to_win:
                return partnership
        return None

    def worth(self, result: DealResult) -> int:
        """Games that ``result`` brings its winner here, the carry included (R14, R15)."""
        return 0 if result.winner is None else result.games + self.carry

    def after(self, result: DealResult) -> Self:
        """The rubber once ``result`` is scored. Raises RubberOverError if it was won already."""
        if self.winner is not None:
            msg = f"the rubber was won {self.score[0]}-{self.score[1]}; no deal follows"
            raise RubberOverError(msg)
        if result.winner is None:
            return type(self)(self.rules, self.score, self._carry_after_tie(), self.deals + 1)
        score = list(self.score)
        score[result.winner] += self.worth(result)
        return type(self)(self.rules, (score[0], score[1]), 0, self.deals + 1)

    def _carry_after_tie(self) -> int:
        match self.rules.tie:
            case Tie.CARRY:
                return self.carry + 1
            case Tie.CARRY_ONCE:
                return 1
            case Tie.VOID:
                return 0
