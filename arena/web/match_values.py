"""Matches and boards as the values that the templates show."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.web.addresses import Pages
from arena.web.evidence import Swing
from arena.web.figures import signed
from arena.web.run_facts import MatchSeen
from arena.web.shown import name_of

SHOWN_SWINGS: Final = 12
"""So many boards are shown on the first page."""


@dataclass(frozen=True, slots=True)
class LegRow:
    """One half of a board: what it brought, in words, and where to see it."""

    text: str
    link: str


@dataclass(frozen=True, slots=True)
class SwingRow:
    """A board that decided much: who gained on whom, the legs, and where to see them."""

    gained: str
    lost: str
    match: str
    board: int
    games: str
    legs: tuple[LegRow, LegRow]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of the list."""

    first: str
    second: str
    page: str
    games: str
    points: str
    deals: str
    faults: int
    counts: bool
    ending: str
    swing: SwingRow | None


def swing_row(swing: Swing, pages: Pages) -> SwingRow:
    """A board as a line, from the side of who gained by it."""
    score = swing.score
    games = sum(score.games)
    sign = -1 if (games or sum(score.points)) < 0 else 1
    first, second = swing.entrants if sign > 0 else (swing.entrants[1], swing.entrants[0])
    page = pages.match(swing.spots[0].match_id)
    legs = [
        LegRow(
            _leg_words(sign * score.games[leg], sign * score.points[leg], swing.forfeits[leg]),
            page + swing.spots[leg].link,
        )
        for leg in (0, 1)
    ]
    return SwingRow(
        gained=name_of(first),
        lost=name_of(second),
        match=page,
        board=score.board,
        games=signed(Fraction(abs(games), 2), 1),
        legs=(legs[0], legs[1]),
    )


def _leg_words(games: int, points: int, forfeited: bool) -> str:
    unit = "game" if abs(games) == 1 else "games"
    why = "forfeited" if forfeited else f"{signed(points)} points"
    return f"{signed(games)} {unit}, {why}"


def match_row(match: MatchSeen, pages: Pages, side: str | None = None) -> MatchRow:
    """A match as a line; from the side of entrant ``side``, else of the one that is N-S first."""
    outcome = match.outcome
    turned = side is not None and match.entrants[1] == side
    sign = -1 if turned else 1
    first, second = reversed(match.entrants) if turned else match.entrants
    return MatchRow(
        first=name_of(first),
        second=name_of(second),
        page=pages.match(match.match_id),
        games=signed(sign * outcome.net_games),
        points=signed(sign * outcome.net_points),
        deals=f"{outcome.deals:,}",
        faults=sum(number for counts in outcome.faults for _, number in counts),
        counts=match.counts,
        ending=outcome.ending.value.replace("_", " "),
        swing=swing_row(match.swings[0], pages) if match.swings else None,
    )
