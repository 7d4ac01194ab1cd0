"""Standings as the values that the templates show: figures with their intervals, and places of marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.referee.spec import Unit
from arena.tournament.figures import GAMES_DECIMALS, POINTS_DECIMALS, spans
from arena.tournament.report import CROSS_DECIMALS
from arena.tournament.standings import SWISS, Contest, Individual, Standing
from arena.tournament.statistics import Estimate
from arena.tournament.tally import Meeting, Tally
from arena.web.addresses import Pages
from arena.web.charts import Axis, axis_over
from arena.web.figures import NOTHING, signed
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
class Row:
    """A line of the standings."""

    rank: str
    name: str
    page: str
    interval: Interval | None
    record: str
    points: str
    deals: str
    faults: int
    alike: str


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot among those that play with changing partners."""

    rank: str
    name: str
    interval: Interval | None
    points: str
    boards: str
    alike: str


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
    if contest.unit is Unit.RUBBER:
        order = "rubbers won, then net games, then net points"
        return Measure("rubbers won less lost, per rubber", "won-lost/rubber", order)
    order = "net games per deal, then those among equals, then net points per deal"
    words = "net games per deal"
    if contest.format == SWISS:
        words += ", which allow for how strong the opponents were"
    return Measure(words, "games/deal", order)


def standing_rows(facts: RunFacts, pages: Pages) -> tuple[Axis, list[Row]]:
    """The standings and the axis of their intervals, in the figure that ``measure`` names."""
    places = facts.standings.places
    ranks = {place.name: place.rank for place in places}
    axis, intervals = _intervals([_ranking_figure(place) for place in places])
    rows = [
        Row(
            rank=_rank(place),
            name=name_of(place.name),
            page=pages.entrant(place.name),
            interval=each,
            record=_record(place.tally),
            points=_mean(place.points),
            deals=f"{place.tally.deals:,}",
            faults=sum(place.faults.values()),
            alike=_alike([ranks[name] for name in place.not_separated]),
        )
        for place, each in zip(places, intervals, strict=True)
    ]
    return axis, rows


def bot_rows(facts: RunFacts) -> tuple[Axis, list[BotRow]]:
    """The bots each by itself, where partners change, and the axis of their intervals."""
    bots = facts.standings.individuals
    ranks = {bot.name: bot.rank for bot in bots}
    axis, intervals = _intervals([bot.games for bot in bots])
    rows = [
        BotRow(
            rank=_rank(bot),
            name=name_of(bot.name),
            interval=each,
            points=_mean(bot.points),
            boards=f"{bot.boards:,}",
            alike=_alike([ranks[name] for name in bot.not_separated]),
        )
        for bot, each in zip(bots, intervals, strict=True)
    ]
    return axis, rows


def opponent_rows(facts: RunFacts, pages: Pages, name: str) -> tuple[Axis, list[OpponentRow]]:
    """Results by opponent, in the order of the standings, and the axis of their means."""
    met = [
        (place.name, meeting)
        for place in facts.standings.places
        if (meeting := facts.standings.between.get((name, place.name))) is not None
    ]
    axis, intervals = _intervals([meeting.games.estimate for _, meeting in met])
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
        [None if one == other else _cell(between.get((one, other)), most) for other in names]
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


def _cell(meeting: Meeting | None, most: Fraction) -> Cell:
    estimate = None if meeting is None else meeting.games.estimate
    if estimate is None:
        return Cell(NOTHING, None, 0)
    radius = estimate.radius()
    about = None if radius is None else signed(radius, CROSS_DECIMALS).lstrip("+")
    heat = round(estimate.mean / most * _HEAT_STEPS) if most else 0
    return Cell(signed(estimate.mean, CROSS_DECIMALS), about, heat)


def _alike(ranks: Sequence[int]) -> str:
    """The places from which one isn't separated, in words; empty for none."""
    if not ranks:
        return ""
    return f"not separated from place{'s' if len(ranks) > 1 else ''} {spans(ranks)}"


def _rank(place: Standing | Individual) -> str:
    return f"{place.rank}=" if place.shared else str(place.rank)


def _mean(estimate: Estimate | None) -> str:
    return signed(None if estimate is None else estimate.mean, POINTS_DECIMALS)


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
    """A mean and the radius of its interval, 0 where there is none."""
    return None if estimate is None else (float(estimate.mean), estimate.radius() or 0.0)


def interval(axis: Axis, mean: float, radius: float, decimals: int) -> Interval:
    """A mean and its interval on an axis."""
    text = signed(mean, decimals)
    if not radius:
        return Interval(text, None, axis.at(mean), axis.at(mean), axis.at(mean), text)
    low, high = mean - radius, mean + radius
    label = f"{text}, 95 % interval {signed(low, decimals)} to {signed(high, decimals)}"
    about = signed(radius, decimals).lstrip("+")
    return Interval(text, about, axis.at(mean), axis.at(low), axis.at(high), label)
