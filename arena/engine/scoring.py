"""What a deal is worth (R11 to R14) and how deals make a rubber (R14 to R16)."""

from dataclasses import dataclass
from typing import Final, Self

from arena.engine.cards import CARD_POINTS, Partnership, expect
from arena.engine.deal import CARDS_IN_TRICK, TRICKS_IN_DEAL, Deal
from arena.engine.rules import Ruleset, SweepBy, Tie
from arena.errors import RubberOverError, ScoreError

PACK_POINTS: Final = 120


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
    """Score a finished deal from its points and tricks by partnership (R11 to R14).

    Raises ScoreError for points or tricks that no deal can end with.
    """
    if sum(points) != PACK_POINTS or sum(tricks) != TRICKS_IN_DEAL:
        raise ScoreError(
            f"a deal has {PACK_POINTS} points and {TRICKS_IN_DEAL} tricks, "
            f"not {points[0]}-{points[1]} in {tricks[0]}-{tricks[1]}"
        )
    if min(*points, *tricks) < 0 or not _TOTALS[tricks[0] * CARDS_IN_TRICK] >> points[0] & 1:
        raise ScoreError(
            f"no {tricks[0]} tricks hold {points[0]} points while the other {tricks[1]} hold {points[1]}"
        )
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


def _totals_by_count() -> tuple[int, ...]:
    """For each number of cards, 0 to 40: which totals so many cards can have, as a bit for each."""
    totals = [1] + [0] * len(CARD_POINTS)
    for points in CARD_POINTS:
        for count in range(len(CARD_POINTS), 0, -1):
            totals[count] |= totals[count - 1] << points
    return tuple(totals)


_TOTALS: Final = _totals_by_count()


def result_of(deal: Deal, rules: Ruleset) -> DealResult:
    """Score ``deal``. Raises ScoreError unless all its ten tricks were played (R10)."""
    if len(deal.tricks) != TRICKS_IN_DEAL:
        raise ScoreError(f"a deal with {len(deal.tricks)} of {TRICKS_IN_DEAL} tricks has no result")
    return score_deal(deal.points, deal.won, rules)


def forfeited(loser: Partnership, rules: Ruleset) -> DealResult:
    """What a deal counts as when ``loser`` forfeits it: a sweep for the others (R18)."""
    expect(loser, Partnership)
    if loser is Partnership.EW:
        return DealResult((PACK_POINTS, 0), (TRICKS_IN_DEAL, 0), Partnership.NS, rules.sweep_games)
    return DealResult((0, PACK_POINTS), (0, TRICKS_IN_DEAL), Partnership.EW, rules.sweep_games)


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
            raise RubberOverError(
                f"the rubber was won {self.score[0]}-{self.score[1]}; no deal follows"
            )
        if result.winner is None:
            return type(self)(self.rules, self.score, self._carry_after_tie(), self.deals + 1)
        score = list(self.score)
        score[result.winner] += self.worth(result)
        return type(self)(self.rules, (score[0], score[1]), 0, self.deals + 1)

    def _carry_after_tie(self) -> int:
        return {Tie.CARRY: self.carry + 1, Tie.CARRY_ONCE: 1, Tie.VOID: 0}[self.rules.tie]
