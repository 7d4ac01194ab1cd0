"""Standings as the values that the templates show: figures with their intervals, and places of marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.referee.spec import Unit
from arena.tournament.columns import INDIVIDUAL, STANDING, Column, Kind, PlaceT, rank_text
from arena.tournament.contest import Contest, Figure, Standing, Standings
from arena.tournament.figures import CROSS_DECIMALS, GAMES_DECIMALS, POINTS_DECIMALS, spans
from arena.tournament.figures import NOTHING as NO_PLACE
from arena.tournament.statistics import Estimate
from arena.tournament.tally import Tally
from arena.web.addresses import Pages
from arena.web.charts import Axis, axis_over
from arena.web.figures import MINUS, NOTHING, signed
from arena.web.run_facts import RunFacts
from arena.web.shown import name_of, shown

_TEXT_CHARS: Final = 300
_HEAT_STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval: texts, and per cents of the axis."""

    mean: str
    radius: str | None
    at: str
    low: str
    high: str
    label: str


@dataclass(frozen=True, slots=True)
class Figured:
    """A cell of a row, by the heading that it has on a narrow screen. alarm: it isn't as it should be."""

    label: str
    text: str
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings. page: the entrant's own; None for a bot."""

    rank: str
    name: str
    page: str | None
    interval: Interval | None
    cells: tuple[Figured, ...]
    alike: str

    @property
    def ranked(self) -> bool:
        """Whether it has a place."""
        return self.rank != NO_PLACE


@dataclass(frozen=True, slots=True)
class OpponentRow:
    """Results against one opponent."""

    name: str
    page: str
    interval: Interval | None
    record: str
    points: str
    matches: int
    deals: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of the cross-table, half its interval's width, and how strong its shade is, -4 to 4."""

    text: str
    radius: str | None
    heat: int


@dataclass(frozen=True, slots=True)
class Measure:
    """The figure that is drawn: in words, as a heading, and what besides places an entrant."""

    words: str
    heading: str
    ranked_by: str


def measure(contest: Contest) -> Measure:
    """What the standings of a contest show and rank by."""
    if contest.ranked_by is Figure.RUBBERS:
        order = (
            "rubbers won less lost, then the same among equals, net games and net points per deal"
        )
        return Measure("rubbers won less lost, per rubber", "won-lost/rubber", order)
    order = "net games per deal, then those among equals, then net points per deal"
    return Measure("net games per deal", "games/deal", order)


def standing_rows(facts: RunFacts, pages: Pages) -> tuple[Axis, list[Row]]:
    """The standings and the axis of their intervals, in the figure that ``measure`` names."""
    standings = facts.standings
    by_rubbers = standings.contest.ranked_by is Figure.RUBBERS
    drawn = "net_rubbers_per_rubber" if by_rubbers else "net_games_per_deal"
    ranks = {place.name: place.rank for place in standings.ranking}
    axis, intervals = _intervals([_ranking_figure(place) for place in standings.places])
    return axis, [
        Row(
            rank=rank_text(place),
            name=name_of(place.name),
            page=pages.entrant(place.name),
            interval=each,
            cells=_cells(STANDING, place, standings, drawn),
            alike=_alike([ranks[name] or 0 for name in place.not_separated]),
        )
        for place, each in zip(standings.places, intervals, strict=True)
    ]


def bot_rows(facts: RunFacts) -> tuple[Axis, list[Row]]:
    """The bots each by itself, where partners change, and the axis of their intervals."""
    bots = facts.standings.individuals
    ranks = {bot.name: bot.rank for bot in bots}
    axis, intervals = _intervals([bot.games for bot in bots])
    return axis, [
        Row(
            rank=rank_text(bot),
            name=name_of(bot.name),
            page=None,
            interval=each,
            cells=_cells(INDIVIDUAL, bot, facts.standings, "net_games_per_deal"),
            alike=_alike([ranks[name] for name in bot.not_separated]),
        )
        for bot, each in zip(bots, intervals, strict=True)
    ]


_APART: Final = frozenset({"rank", "entrant", "bot", "not_separated_from"})
"""Columns that a row of a page shows in a way of its own."""


def _cells(
    columns: Sequence[Column[PlaceT]], place: PlaceT, standings: Standings, drawn: str
) -> tuple[Figured, ...]:
    """The other columns of a table to read. drawn: the key of the one that is drawn as an interval."""
    found: list[Figured] = []
    for column in columns:
        if column.heading is None or not column.is_read(standings):
            continue
        if column.key in _APART or column.key == drawn:
            continue
        text = column.shown(place, standings)
        if column.kind is Kind.FIGURE:
            text = text.replace("-", MINUS)
        label = column.heading.replace("\nper ", "/").replace("\n", " ")
        found.append(Figured(label, text, column.kind is Kind.COUNTS and text != "0"))
    return tuple(found)


def opponent_rows(facts: RunFacts, pages: Pages, name: str) -> tuple[Axis, list[OpponentRow]]:
    """Results by opponent, in the order of the standings, and the axis of their means."""
    met = [
        (place.name, meeting)
        for place in facts.standings.places
        if (meeting := facts.standings.between.get((name, place.name))) is not None
    ]
    axis, intervals = _intervals(
        [facts.standings.against(name, other, Figure.GAMES) for other, _ in met]
    )
    return axis, [
        OpponentRow(
            name=name_of(other),
            page=pages.entrant(other),
            interval=each,
            record=_record(meeting.tally),
            points=signed(meeting.points.mean, POINTS_DECIMALS),
            matches=meeting.tally.matches,
            deals=f"{meeting.tally.deals:,}",
        )
        for (other, meeting), each in zip(met, intervals, strict=True)
    ]


def cross_table(facts: RunFacts) -> list[list[Cell | None]]:
    """Net games per deal of each row's entrant against each column's; None on the diagonal."""
    names = [place.name for place in facts.standings.places]
    between = facts.standings.between
    known = [meeting.games.mean for meeting in between.values()]
    most = max((abs(value) for value in known if value is not None), default=Fraction(0))
    return [
        [
            None if one == other else _cell(facts.standings.against(one, other, Figure.GAMES), most)
            for other in names
        ]
        for one in names
    ]


def outside_table(facts: RunFacts, pages: Pages) -> list[tuple[str, str, str]]:
    """Who is disqualified or has withdrawn: name, page, and why."""
    standings = facts.standings
    out = {name: f"disqualified: {why}" for name, why in standings.disqualified.items()}
    left = {
        name: f"withdrawn, its results stand: {why}" for name, why in standings.withdrawn.items()
    }
    return [
        (name_of(name), pages.entrant(name), shown(text, _TEXT_CHARS))
        for name, text in (out | left).items()
    ]


def unit_words(unit: Unit) -> str:
    """What won, drawn and lost count."""
    return "boards" if unit is Unit.BOARD else "rubbers"


def _cell(estimate: Estimate | None, most: Fraction) -> Cell:
    if estimate is None:
        return Cell(NOTHING, None, 0)
    about = signed(estimate.radius(), CROSS_DECIMALS).lstrip("+")
    heat = round(estimate.mean / float(most) * _HEAT_STEPS) if most else 0
    return Cell(
        signed(estimate.mean, CROSS_DECIMALS), about, max(-_HEAT_STEPS, min(_HEAT_STEPS, heat))
    )


def _alike(ranks: Sequence[int]) -> str:
    """The places from which one isn't separated, in words; empty for none."""
    if not ranks:
        return ""
    return f"not separated from place{'s' if len(ranks) > 1 else ''} {spans(ranks)}"


def _record(tally: Tally) -> str:
    return f"{tally.won}-{tally.drawn}-{tally.lost}"


def _intervals(estimates: Sequence[Estimate | None]) -> tuple[Axis, list[Interval | None]]:
    """Figures on an axis of their own."""
    found = [_interval_values(estimate) for estimate in estimates]
    axis = axis_over(
        value for each in found if each for value in (each[0] - each[1], each[0] + each[1])
    )
    return axis, [each and interval(axis, *each, GAMES_DECIMALS) for each in found]


def _ranking_figure(place: Standing) -> Estimate | None:
    """What ranks: net rubbers per rubber where the unit is the rubber, else net games per deal."""
    return place.rubbers or place.games


def _interval_values(estimate: Estimate | None) -> tuple[float, float] | None:
    """A mean and the radius of its interval."""
    return None if estimate is None else (estimate.mean, estimate.radius())


def interval(axis: Axis, mean: float, radius: float, decimals: int) -> Interval:
    """A mean and its interval on an axis."""
    text = signed(mean, decimals)
    if not radius:
        return Interval(text, None, axis.at(mean), axis.at(mean), axis.at(mean), text)
    low, high = mean - radius, mean + radius
    label = f"{text}, 95 % interval {signed(low, decimals)} to {signed(high, decimals)}"
    about = signed(radius, decimals).lstrip("+")
    return Interval(text, about, axis.at(mean), axis.at(low), axis.at(high), label)
