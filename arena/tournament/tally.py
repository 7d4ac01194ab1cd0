"""What is counted of matches: whole numbers that add up, from the side of one of two entrants."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.referee.spec import Unit
from arena.tournament.statistics import NO_BOARDS, Sample
from arena.transcript.records import OutcomeRecord


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
    # One plain loop: a ledger of a hundred thousand matches has a million boards.
    legs: list[int] = []
    games_total = games_squares = points_total = points_squares = 0
    for _, games0, games1, points0, points1 in outcome.boards:
        games, points = games0 + games1, points0 + points1
        legs.append(games)
        games_total += games
        games_squares += games * games
        points_total += points
        points_squares += points * points
    of_games = Sample(len(legs), games_total, games_squares)
    of_points = Sample(len(legs), points_total, points_squares)
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


def _tally(outcome: OutcomeRecord, results: Iterable[int]) -> Tally:
    won = drawn = lost = 0
    for result in results:
        if result > 0:
            won += 1
        elif result < 0:
            lost += 1
        else:
            drawn += 1
    return Tally(1, outcome.deals, won, drawn, lost, outcome.net_games, outcome.net_points)
