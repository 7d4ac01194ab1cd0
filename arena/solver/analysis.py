"""A deal as it was played, against what it was worth: what each card gave away, in points and in games.

All of it is double-dummy: the judge sees all four hands, which nobody at the table can. A card that "gave
something away" may well have been the right one by what its player could know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.engine import Card, Deal, Partnership, Ruleset, Seat, SweepBy
from arena.engine.scoring import PACK_POINTS
from arena.solver.interface import PLENTY, Solver

_HALF: Final = PACK_POINTS // 2
_DOUBLE: Final = 2


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """One card as it was played.

    points: what NS would end with before this card, all playing best; None where that wasn't solved, and then
    all that follows from it is None or empty. games: the same in net games of NS. best: the cards that keep all the points.
    points_lost and games_lost: what the card gave away, for the side of its seat; never negative.
    """

    seat: Seat
    card: Card
    points: int | None
    games: int | None
    best: tuple[Card, ...]
    points_lost: int | None
    games_lost: int | None


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """A deal's plays in order; and what NS would end with after the last of them, as far as it was solved."""

    plays: tuple[JudgedPlay, ...]
    points: int | None
    games: int | None

    @property
    def solved(self) -> bool:
        """Whether each card was solved."""
        return all(play.points_lost is not None for play in self.plays)

    def points_lost(self, side: Partnership) -> int:
        """What a side gave away in points, over those cards that were solved."""
        return sum(play.points_lost or 0 for play in self.plays if play.seat.partnership is side)


def judge(
    start: Deal, cards: Sequence[Card], rules: Ruleset, solver: Solver, budget: int = PLENTY
) -> JudgedDeal:
    """Judge ``cards``, played from ``start`` on, in order; the deal may have been broken off.

    budget: nodes for each card. It works from the last card back, for what is found of late positions serves
    the earlier ones. Raises IllegalPlayError for a card that can't be played.
    """
    deals = [start]
    for card in cards:
        deals.append(deals[-1].play(deals[-1].to_play, card))
    solver.forget()
    return _Judge(rules, solver, budget).deal(deals, cards)


@dataclass(frozen=True, slots=True)
class _Judge:
    rules: Ruleset
    solver: Solver
    budget: int

    def deal(self, deals: Sequence[Deal], cards: Sequence[Card]) -> JudgedDeal:
        last = deals[-1]
        points = last.points[0] if last.finished else self.solver.value(last, self.budget)
        games = self.games(last, points)
        end = (points, games)
        plays: list[JudgedPlay] = []
        for deal, card in zip(reversed(deals[:-1]), reversed(cards), strict=True):
            play = self.play(deal, card, games)
            plays.append(play)
            games = play.games
        return JudgedDeal(tuple(reversed(plays)), *end)

    def play(self, deal: Deal, card: Card, games_after: int | None) -> JudgedPlay:
        seat = deal.to_play
        values = self.solver.cards(deal, self.budget)
        if values is None:
            return JudgedPlay(seat, card, None, None, (), None, None)
        sign = 1 if seat.partnership is Partnership.NS else -1
        points = sign * max(sign * value for value in values.values())
        best = tuple(each for each, value in values.items() if value == points)
        games = self.games(deal, points)
        lost = None if games is None or games_after is None else sign * (games - games_after)
        return JudgedPlay(seat, card, points, games, best, sign * (points - values[card]), lost)

    def games(self, deal: Deal, points: int | None) -> int | None:
        """Net games of NS when NS end with ``points``.

        More points never bring fewer games, so best play for points is best for games too, but for the sweep by
        tricks, which is searched for. Where a sweep brings less than a double win (``sweep_games = 1``) that isn't
        so, and there is no answer.
        """
        if points is None or self.rules.sweep_games < _DOUBLE:
            return None
        if points == _HALF:
            return 0
        side = Partnership.NS if points > _HALF else Partnership.EW
        won = max(points, PACK_POINTS - points)
        games = _DOUBLE if won > self.rules.double_above else 1
        if won == PACK_POINTS:
            swept = self.rules.sweep_by is SweepBy.POINTS or self._sweeps(deal, side)
            if swept is None:
                return None
            games = self.rules.sweep_games if swept else games
        return games if side is Partnership.NS else -games

    def _sweeps(self, deal: Deal, side: Partnership) -> bool | None:
        if deal.won[side.opponents]:
            return False
        return deal.finished or self.solver.sweep(deal, side, self.budget)
