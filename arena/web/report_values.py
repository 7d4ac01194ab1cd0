"""A run's facts as the values that the templates show: texts, places of marks, addresses of pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.referee.spec import Unit
from arena.tournament.standings import Standing
from arena.tournament.statistics import Estimate
from arena.tournament.tally import Meeting, Tally
from arena.web.charts import Axis, Histogram, axis_over, histogram
from arena.web.evidence import BotEvidence, Evidence, FaultSeen, Swing, TailSeen
from arena.web.figures import count, milliseconds, seconds, signed
from arena.web.run_facts import MatchSeen, RunFacts
from arena.web.shown import file_name, shown

SHOWN_SWINGS: Final = 12
GAMES_DECIMALS: Final = 3
POINTS_DECIMALS: Final = 2
_NAME_CHARS: Final = 64
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
    not_separated: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of the cross-table; heat is -4 to 4."""

    text: str
    heat: int
    label: str


@dataclass(frozen=True, slots=True)
class SwingRow:
    """A board that decided much: who gained on whom, the legs, and where to see them."""

    gained: str
    lost: str
    match: str
    board: int
    games: str
    legs: tuple[tuple[str, str, str], tuple[str, str, str]]


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


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a bot of an entrant took."""

    bot: str
    sha256: str
    answers: str
    figures: tuple[tuple[str, str], ...]
    chart: Histogram


class Pages:
    """The addresses of a report's pages: file names that no name of a bot can lead astray."""

    def __init__(self, facts: RunFacts) -> None:
        self._entrants = {
            name: f"entrants/{number}-{file_name(name)}.html"
            for number, name in enumerate(facts.names, 1)
        }

    def entrant(self, name: str) -> str:
        """The page of an entrant, from the report's folder."""
        return self._entrants[name]

    @staticmethod
    def match(match_id: str) -> str:
        """The page of a match, from the report's folder."""
        return f"matches/{file_name(match_id)}.html"


def name_of(text: str) -> str:
    """A name fit to show."""
    return shown(text, _NAME_CHARS)


def standing_rows(facts: RunFacts, pages: Pages) -> tuple[Axis, list[Row]]:
    """The standings and the axis of their intervals: net games per deal, or per rubber."""
    places = facts.standings.places
    found = [_interval_values(_ranking_figure(place)) for place in places]
    axis = axis_over(
        value for each in found if each for value in (each[0] - each[1], each[0] + each[1])
    )
    rows = [
        Row(
            rank=f"{place.rank}=" if place.shared else str(place.rank),
            name=name_of(place.name),
            page=pages.entrant(place.name),
            interval=None if values is None else interval(axis, *values, GAMES_DECIMALS),
            record=_record(place.tally),
            points=signed(None if place.points is None else place.points.mean, POINTS_DECIMALS),
            deals=f"{place.tally.deals:,}",
            faults=sum(place.faults.values()),
            not_separated=bool(at) and places[at - 1].name in place.not_separated,
        )
        for at, (place, values) in enumerate(zip(places, found, strict=True))
    ]
    return axis, rows


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


def cross_table(facts: RunFacts) -> list[list[Cell | None]]:
    """Net games per deal of each row's entrant against each column's; None on the diagonal."""
    names = [place.name for place in facts.standings.places]
    between = facts.standings.between
    known = [meeting.games.mean for meeting in between.values()]
    most = max((abs(value) for value in known if value is not None), default=Fraction(0))
    return [
        [
            None if one == other else _cell(one, other, between.get((one, other)), most)
            for other in names
        ]
        for one in names
    ]


def _cell(one: str, other: str, meeting: Meeting | None, most: Fraction) -> Cell:
    value = None if meeting is None else meeting.games.mean
    text = signed(value, GAMES_DECIMALS)
    heat = round(value / most * _HEAT_STEPS) if value and most else 0
    return Cell(text, heat, f"{name_of(one)} against {name_of(other)}: {text}")


def swing_row(swing: Swing, pages: Pages) -> SwingRow:
    """A board as a line, from the side of who gained by it."""
    score = swing.score
    games = sum(score.games)
    sign = -1 if (games or sum(score.points)) < 0 else 1
    first, second = swing.entrants if sign > 0 else (swing.entrants[1], swing.entrants[0])
    page = pages.match(swing.spots[0].match_id)
    legs = [
        (
            signed(sign * score.games[leg]),
            signed(sign * score.points[leg]),
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


def opponent_rows(facts: RunFacts, pages: Pages, name: str) -> tuple[Axis, list[OpponentRow]]:
    """Results by opponent, in the order of the standings, and the axis of their means."""
    met = [
        (place.name, meeting, _interval_values(meeting.games.estimate))
        for place in facts.standings.places
        if (meeting := facts.standings.between.get((name, place.name))) is not None
    ]
    axis = axis_over(
        value for *_, each in met if each for value in (each[0] - each[1], each[0] + each[1])
    )
    return axis, [
        OpponentRow(
            name=name_of(other),
            page=pages.entrant(other),
            interval=None if values is None else interval(axis, *values, GAMES_DECIMALS),
            record=_record(meeting.tally),
            points=signed(meeting.points.mean, POINTS_DECIMALS),
            matches=meeting.tally.matches,
            deals=f"{meeting.tally.deals:,}",
        )
        for other, meeting, values in met
    ]


def latencies(evidence: Evidence, move_ms: int) -> Iterator[Latency]:
    """How long each bot of an entrant took, against the limit."""
    for bot, found in evidence.bots.items():
        times = sorted(found.answers_us)
        marks = [("limit", move_ms * 1_000)]
        if times:
            marks = [("p50", quantile(times, 50)), ("p99", quantile(times, 99)), *marks]
        yield Latency(
            bot=name_of(bot.name),
            sha256=shown(bot.sha256, _NAME_CHARS),
            answers=count(len(times), "answer"),
            figures=tuple(_latency_figures(times, found, move_ms)),
            chart=histogram(times, marks),
        )


def _latency_figures(
    times: Sequence[int], found: BotEvidence, move_ms: int
) -> Iterator[tuple[str, str]]:
    if times:
        yield "p50", milliseconds(quantile(times, 50))
        yield "p99", milliseconds(quantile(times, 99))
        yield "max", milliseconds(times[-1])
    yield "limit", f"{move_ms:,} ms"
    if found.starts_us:
        yield "slowest start", milliseconds(max(found.starts_us))
    if found.excused:
        yield "excused: the host was busy", f"{found.excused:,}"


def quantile(times: Sequence[int], per_cent: int) -> int:
    """The smallest of the sorted ``times`` (one at least) that so many per cent of them don't exceed."""
    return times[max(0, -(-len(times) * per_cent // 100) - 1)]


def work_words(evidence: Evidence) -> tuple[tuple[str, str], ...]:
    """CPU time on turn and off turn."""
    work = evidence.work
    share = f" ({work.off_turn_us / work.turns / 1000:.2f} ms a turn)" if work.turns else ""
    return (
        ("CPU on turn", seconds(work.cpu_us)),
        ("CPU off turn", f"{seconds(work.off_turn_us)}{share}"),
        ("turns", f"{work.turns:,}"),
    )


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A fault of an entrant, and where it is to be seen."""

    seen: FaultSeen
    against: str
    link: str


@dataclass(frozen=True, slots=True)
class TailRow:
    """A stderr tail of an entrant, and the match that it came in."""

    seen: TailSeen
    link: str


def fault_rows(evidence: Evidence, pages: Pages) -> list[FaultRow]:
    """The faults of an entrant, match by match."""
    return [
        FaultRow(fault, name_of(fault.against), pages.match(fault.spot.match_id) + fault.spot.link)
        for fault in evidence.faults
    ]


def tail_rows(evidence: Evidence, pages: Pages) -> list[TailRow]:
    """What an entrant's bots wrote to stderr."""
    return [
        TailRow(tail, pages.match(tail.spot.match_id) + tail.spot.link)
        for tail in evidence.tails.values()
    ]


def unit_words(unit: Unit) -> str:
    """What won, drawn and lost count."""
    return "boards" if unit is Unit.BOARD else "rubbers"


def ranked_by(unit: Unit) -> str:
    """What places an entrant, in words."""
    if unit is Unit.BOARD:
        return "net games per deal, then those among equals, then net points per deal"
    return "rubbers won, then net games, then net points"


def _record(tally: Tally) -> str:
    return f"{tally.won}-{tally.drawn}-{tally.lost}"
