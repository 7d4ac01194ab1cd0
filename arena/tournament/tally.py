"""What is counted of matches: whole numbers that add up, from the side of one of two entrants."""

from collections.abc import Collection, Sequence

from arena.engine.values import value
from arena.referee.spec import Unit
from arena.tournament.observed import NOTHING, Observed
from arena.transcript.records import OutcomeRecord


@value
class Tally:
    """Figures of one entrant, over all its matches or over those with one other; they add up.

    won, drawn and lost count boards (both legs together) or rubbers, by the contest's unit; those that both
    sides forfeited, which nobody played, aren't in them. net_games and net_points are summed over ``deals``: games won less games lost, and card points less 60.
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

    games and points: the boards that both halves of a match played, in net games and net points.
    rubbers: mirrored rubbers, a won one as 1 and a lost one as -1; empty where the unit is the board. at_cards:
    the boards or rubbers in which no fault was charged, in the figure that ranks.
    """

    tally: Tally = Tally()
    games: Observed = NOTHING
    points: Observed = NOTHING
    rubbers: Observed = NOTHING
    at_cards: Observed = NOTHING

    def __add__(self, other: "Meeting") -> "Meeting":
        return Meeting(
            self.tally + other.tally,
            self.games + other.games,
            self.points + other.points,
            self.rubbers + other.rubbers,
            self.at_cards + other.at_cards,
        )

    @property
    def reverse(self) -> "Meeting":
        """The same from the other side."""
        return Meeting(
            self.tally.reverse,
            self.games.reverse,
            self.points.reverse,
            self.rubbers.reverse,
            self.at_cards.reverse,
        )


def meeting_of(unit: Unit, outcome: OutcomeRecord) -> Meeting:
    """What one match counts as, from entrant 0's side.

    A board is won by the sum of its two legs' net games, a rubber by its winner. What one half didn't play,
    because both sides forfeited it, has no twin either, and enters no figure.
    """
    of_boards = unit is Unit.BOARD
    unplayed = {number for _, number in outcome.unplayed}
    rows = [row for row in outcome.boards if not of_boards or row[0] not in unplayed]
    legs = [games0 + games1 for _, games0, games1, _, _ in rows]
    games = Observed.match(legs)
    points = Observed.match([points0 + points1 for _, _, _, points0, points1 in rows])
    faulted = {number for _, number in outcome.faulted}
    if of_boards:
        clean = games
        if faulted:
            clean = Observed.match(
                [sum_ for row, sum_ in zip(rows, legs, strict=True) if row[0] not in faulted]
            )
        return Meeting(_tally(outcome, legs), games, points, NOTHING, clean)
    played = [
        (number, _RESULTS[winner])
        for half, number, winner, _, _ in outcome.rubbers
        if (half, number) not in outcome.unplayed
    ]
    rubbers = _mirrored(played, unplayed)
    clean = _mirrored(played, unplayed | faulted) if faulted else rubbers
    return Meeting(_tally(outcome, [result for _, result in played]), games, points, rubbers, clean)


def _mirrored(played: Sequence[tuple[int, int]], without: Collection[int]) -> Observed:
    """The same rubber in both halves, with the seats exchanged, is one value, as a board's two legs are."""
    sums: dict[int, int] = {}
    for number, result in played:
        if number not in without:
            sums[number] = sums.get(number, 0) + result
    return Observed.match(sums.values())


_RESULTS = {0: 1, 1: -1, None: 0}
"""A rubber from entrant 0's side, by its winner."""


def _tally(outcome: OutcomeRecord, results: Sequence[int]) -> Tally:
    won = len([result for result in results if result > 0])
    drawn = results.count(0)
    lost = len(results) - won - drawn
    return Tally(1, outcome.deals, won, drawn, lost, outcome.net_games, outcome.net_points)
