"""What is counted of matches: whole numbers that add up, from the side of one of two entrants."""

from collections.abc import Sequence

from arena.engine.values import value
from arena.referee.spec import Unit
from arena.tournament.statistics import NO_BOARDS, Sample
from arena.transcript.records import OutcomeRecord


@value
class Tally:
    """Figures of one entrant, over all its matches or over those with one other; they add up.

    won, drawn and lost count boards (both legs together) or rubbers, by the contest's unit. net_games
    and net_points are summed over ``deals``: games won less games lost, and card points less 60.
    """

    matches: int = 0
    deals: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    net_games: int = 0
    net_points: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.matches + other.matches,
            self.deals + other.deals,
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            self.net_games + other.net_games,
            self.net_points + other.net_points,
        )

    @property
    def reverse(self) -> "Tally":
        """The same from the other side."""
        return Tally(
            self.matches,
            self.deals,
            self.lost,
            self.drawn,
            self.won,
            -self.net_games,
            -self.net_points,
        )


@value
class Meeting:
    """All that two entrants did against each other, from the side of the first.

    games and points: the boards that both halves of a match reached, in net games and net points.
    rubbers: mirrored rubbers, a won one as 1 and a lost one as -1; empty where the unit is the board.
    """

    tally: Tally = Tally()
    games: Sample = NO_BOARDS
    points: Sample = NO_BOARDS
    rubbers: Sample = NO_BOARDS

    def __add__(self, other: "Meeting") -> "Meeting":
        return Meeting(
            self.tally + other.tally,
            self.games + other.games,
            self.points + other.points,
            self.rubbers + other.rubbers,
        )

    @property
    def reverse(self) -> "Meeting":
        """The same from the other side."""
        return Meeting(
            self.tally.reverse, self.games.reverse, self.points.reverse, self.rubbers.reverse
        )


def meeting_of(unit: Unit, outcome: OutcomeRecord) -> Meeting:
    """What one match counts as, from entrant 0's side.

    A board is won by the sum of its two legs' net games, a rubber by its winner.
    """
    legs = [games0 + games1 for _, games0, games1, _, _ in outcome.boards]
    of_games = Sample.of(legs)
    of_points = Sample.of([points0 + points1 for _, _, _, points0, points1 in outcome.boards])
    if unit is Unit.BOARD:
        return Meeting(_tally(outcome, legs), of_games, of_points)
    results = [_RESULTS[winner] for _, _, winner, _, _ in outcome.rubbers]
    # The same rubber in both halves, with the seats exchanged, is one value, as a board's two legs are.
    mirrored: dict[int, int] = {}
    for (_, number, _, _, _), result in zip(outcome.rubbers, results, strict=True):
        mirrored[number] = mirrored.get(number, 0) + result
    return Meeting(_tally(outcome, results), of_games, of_points, Sample.of(mirrored.values()))


_RESULTS = {0: 1, 1: -1, None: 0}
"""A rubber from entrant 0's side, by its winner."""


def _tally(outcome: OutcomeRecord, results: Sequence[int]) -> Tally:
    won = len([result for result in results if result > 0])
    drawn = results.count(0)
    lost = len(results) - won - drawn
    return Tally(1, outcome.deals, won, drawn, lost, outcome.net_games, outcome.net_points)
