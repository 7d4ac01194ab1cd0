"""Standings to read: as a table for the terminal, and as Markdown; ``report_data`` has JSON and CSV."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tabulate import tabulate

from arena.referee.spec import Unit
from arena.tournament.figures import (
    GAMES_DECIMALS,
    POINTS_DECIMALS,
    UNKNOWN,
    shortened,
    signed,
    spans,
    with_interval,
)
from arena.tournament.report_data import show_csv, show_json
from arena.tournament.standings import SWISS, Individual, Standing, Standings
from arena.transcript.escapes import markdown_text, one_line

MAX_WIDTH: Final = 100
"""Columns of a terminal that tables must fit in."""

CROSS_DECIMALS: Final = 2
"""Digits after the point for games in the cross-table, where each figure rests on one pairing's boards."""

_SAME: Final = "."
_MIN_CROSS_COLUMN: Final = 7
_MIN_NAME: Final = 8
_MAX_SPANS: Final = 15
_SHOWN_IDS: Final = 3

Style = Literal["simple", "pipe"]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a table: its heading (a line feed in it is kept in the terminal only), cells, and side."""

    heading: str
    cells: Sequence[str]
    side: Literal["left", "right"] = "right"


def show_table(standings: Standings, *, crossed: bool = True) -> str:
    """The standings for a terminal; ends with a line feed. crossed: the cross-table too, if it fits."""
    table = _fitting(lambda width: _table(standings, "simple", width))
    parts = [*_headings(standings), table, _legend(standings, table)]
    if standings.individuals:
        parts += [
            "Bots, each by itself, in what it brings to its side:",
            _fitting(lambda width: _individuals(standings, "simple", width)),
        ]
    parts += _rulings(standings, str)
    if crossed:
        cross_table = _widest_cross_table(standings)
        if cross_table is not None:
            parts += ["Net games per deal against each:", cross_table]
    return "\n\n".join(parts) + "\n"


def show_markdown(standings: Standings) -> str:
    """The standings and both cross-tables as Markdown."""
    table = _table(standings, "pipe", None)
    parts = [
        f"# Standings of {markdown_text(standings.contest.name)}",
        *map(markdown_text, _headings(standings)),
        table,
        _legend(standings, table),
    ]
    if standings.individuals:
        parts += ["## Bots, each by itself", _individuals(standings, "pipe", None)]
    parts += _rulings(standings, markdown_text)
    parts += [
        "## Net games per deal against each",
        _cross_table(standings, "pipe", points=False),
        "## Net points per deal against each",
        _cross_table(standings, "pipe", points=True),
    ]
    return "\n\n".join(parts) + "\n"


def _headings(standings: Standings) -> Iterator[str]:
    """How far it is, and a warning above all if it doesn't count."""
    contest = standings.contest
    text = f"{contest.name}: {standings.scored} of {contest.planned} matches"
    if standings.after is not None:
        text += f", as it stood after the first {standings.after}"
    if standings.void:
        text += f"; void by faults of the host, not scored: {_some(standings.void)}"
    yield text
    if standings.not_rankable:
        yield "\n".join(f"NOT RANKABLE: {reason}" for reason in standings.not_rankable)


def _some(names: Sequence[str]) -> str:
    """The first few of a list."""
    rest = len(names) - _SHOWN_IDS
    return ", ".join(names[:_SHOWN_IDS]) + (f" and {rest} more" if rest > 0 else "")


def _legend(standings: Standings, table: str) -> str:
    """What the figures of the table are."""
    contest = standings.contest
    means = (
        "net, and allow for how strong the opponents were"
        if contest.format == SWISS
        else "net, and means over the opponents met"
    )
    ranked = "rubbers" if contest.unit is Unit.RUBBER else "games"
    unknown = f" {UNKNOWN}: too few boards, or all alike." if UNKNOWN in table else ""
    return (
        f"Figures per deal are {means}; ± is half of a 95 % interval.{unknown}\n"
        f"Not separated from: places whose difference in {ranked} may be luck, at 95 % for all pairs."
    )


def _rulings(standings: Standings, shown: Callable[[str], str]) -> Iterator[str]:
    """What the organiser ruled, with reasons."""
    lines = [
        f"Disqualified, all of its matches struck: {name} ({one_line(reason)})"
        for name, reason in standings.disqualified.items()
    ]
    lines += [
        f"Withdrawn, its results stand: {name} ({one_line(reason)})"
        for name, reason in standings.withdrawn.items()
    ]
    lines += [
        f"Annulled: match {match_id} ({one_line(reason)})"
        for match_id, reason in standings.annulled
    ]
    if lines:
        yield "\n".join(map(shown, lines))


def _table(standings: Standings, style: Style, name_width: int | None) -> str:
    places, by_rubbers = standings.places, standings.contest.unit is Unit.RUBBER
    unit = "rubbers" if by_rubbers else "boards"
    tallies = [place.tally for place in places]
    games = [with_interval(place.games, GAMES_DECIMALS) for place in places]
    columns = [
        *_name_columns(places, "entrant", style, name_width),
        _Column("deals", [str(tally.deals) for tally in tallies]),
        _Column(f"{unit}\nW-D-L", [f"{it.won}-{it.drawn}-{it.lost}" for it in tallies]),
        _Column("games\nper deal", games),
        _Column("points\nper deal", [with_interval(it.points, POINTS_DECIMALS) for it in places]),
        _Column("faults", [str(sum(place.faults.values())) for place in places]),
        _Column("not separated\nfrom", _alike(places), "left"),
    ]
    if by_rubbers:
        # Games count after rubbers won here, and their mean says less than that of points.
        rubbers = [with_interval(place.rubbers, CROSS_DECIMALS) for place in places]
        columns[4:5] = [
            _Column("won - lost\nper rubber", rubbers),
            _Column("net\ngames", [f"{it.net_games:+}" if it.net_games else "0" for it in tallies]),
        ]
    return _tabulate(columns, style)


def _individuals(standings: Standings, style: Style, name_width: int | None) -> str:
    bots = standings.individuals
    columns = [
        *_name_columns(bots, "bot", style, name_width),
        _Column("boards", [str(bot.boards) for bot in bots]),
        _Column("games\nper deal", [with_interval(bot.games, GAMES_DECIMALS) for bot in bots]),
        _Column("points\nper deal", [with_interval(bot.points, POINTS_DECIMALS) for bot in bots]),
        _Column("not separated\nfrom", _alike(bots), "left"),
    ]
    return _tabulate(columns, style)


_Placed = Sequence[Standing] | Sequence[Individual]


def _name_columns(
    places: _Placed, heading: str, style: Style, width: int | None
) -> tuple[_Column, _Column]:
    names = [_name(place.name, style, width) for place in places]
    return (
        _Column("#", [_rank(place) for place in places], "left"),
        _Column(heading, names, "left"),
    )


def _alike(places: _Placed) -> list[str]:
    """The places from which each isn't separated."""
    ranks = {place.name: place.rank for place in places}
    cells: list[str] = []
    for place in places:
        text = spans([ranks[name] for name in place.not_separated])
        cells.append(text if len(text) <= _MAX_SPANS else f"{len(place.not_separated)} others")
    return cells


def _fitting(show: Callable[[int | None], str]) -> str:
    """A table whose names are cut so far that it fits, if that is possible."""
    text = show(None)
    too_much = _width(text) - MAX_WIDTH
    width = _longest_name(text) - too_much
    return text if too_much <= 0 else show(max(_MIN_NAME, width))


def _longest_name(text: str) -> int:
    """How wide the second column of a "simple" table is, as its line of dashes tells."""
    rule = next(line for line in text.splitlines() if line.startswith("---"))
    return len(rule.split("  ")[1])


def _width(text: str) -> int:
    return max(map(len, text.splitlines()))


def _widest_cross_table(standings: Standings) -> str | None:
    """The most telling cross-table that fits: without names as headings, without intervals, or none."""
    if len(standings.places) * _MIN_CROSS_COLUMN > MAX_WIDTH:
        return None
    for named, sure in ((True, True), (False, True), (True, False), (False, False)):
        text = _cross_table(standings, "simple", points=False, named=named, sure=sure)
        if _width(text) <= MAX_WIDTH:
            return text
    return None


def _cross_table(
    standings: Standings, style: Style, *, points: bool, named: bool = True, sure: bool = True
) -> str:
    """Each row's entrant's figure against each column's. named: columns are headed by names, not places."""
    places = standings.places
    columns = list(_name_columns(places, "entrant", style, None))
    decimals = POINTS_DECIMALS if points else CROSS_DECIMALS
    for other in places:
        cells: list[str] = []
        for one in places:
            meeting = standings.between.get((one.name, other.name))
            sample = None if meeting is None else meeting.points if points else meeting.games
            if one is other:
                cells.append(_SAME)
            elif sure:
                cells.append(with_interval(None if sample is None else sample.estimate, decimals))
            else:
                cells.append(signed(None if sample is None else sample.mean, decimals))
        columns.append(_Column(_name(other.name, style) if named else _rank(other), cells))
    return _tabulate(columns, style)


def _tabulate(columns: Sequence[_Column], style: Style) -> str:
    """All cells are texts already. Markdown has no headings of two lines."""
    return tabulate(
        list(zip(*(column.cells for column in columns), strict=True)),
        [column.heading.replace("\n", " " if style == "pipe" else "\n") for column in columns],
        tablefmt=style,
        disable_numparse=True,
        colalign=[column.side for column in columns],
    )


def _rank(place: Standing | Individual) -> str:
    return f"{place.rank}=" if place.shared else str(place.rank)


def _name(name: str, style: Style, width: int | None = None) -> str:
    if style == "pipe":
        return markdown_text(name)
    return name if width is None else shortened(name, width)


__all__ = ["MAX_WIDTH", "show_csv", "show_json", "show_markdown", "show_table"]
