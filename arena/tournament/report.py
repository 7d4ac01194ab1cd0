"""Standings to read: as a table for the terminal, and as Markdown; ``report_data`` has JSON and CSV."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tabulate import tabulate

from arena.referee.spec import Unit
from arena.tournament.columns import INDIVIDUAL, STANDING, Column, PlaceT, rank_text
from arena.tournament.contest import Figure, Standing, Standings
from arena.tournament.figures import (
    CROSS_DECIMALS,
    NOTHING,
    POINTS_DECIMALS,
    shortened,
    signed,
    with_interval,
)
from arena.tournament.report_data import show_csv, show_json
from arena.transcript.escapes import markdown_text, one_line

MAX_WIDTH: Final = 100
"""Columns that tables fit in where no terminal says how many it has."""

_MIN_TEXT: Final = 40
"""Text isn't wrapped to lines that are shorter than this."""

_SPARED: Final = ("net_points_per_deal", "deals", "won", "boards", "without_faults", "faults")
"""Columns that are left out where there is no room, the first of these first."""

_LEFT_OUT: Final = "(a wider terminal shows more columns; JSON has all)"

_SAME: Final = "."
_MIN_CROSS_COLUMN: Final = 7
_MIN_NAME: Final = 8
_SHOWN_IDS: Final = 3
_SHOWN_SIGNS: Final = 5

Style = Literal["simple", "pipe"]


@dataclass(frozen=True, slots=True)
class _Cells:
    """A column of a table: its heading (a line feed in it is kept in the terminal only), cells, and side."""

    heading: str
    cells: Sequence[str]
    side: Literal["left", "right"] = "right"


def show_table(standings: Standings, *, crossed: bool = True, width: int = MAX_WIDTH) -> str:
    """The standings for a terminal; ends with a line feed. crossed: the cross-table too, if it fits.

    width: columns of the terminal. In a narrow one names are cut, then columns left out, which a line tells.
    """
    table = _fitting(width, lambda name, left: _table(standings, "simple", name, left))
    parts = [*_headings(standings), table, _legend(standings, width)]
    if standings.individuals:
        parts += [
            "Bots, each by itself, in what it brings to its side:",
            _fitting(width, lambda name, left: _individuals(standings, "simple", name, left)),
        ]
    parts += [*_rulings(standings, str), *_signs(standings, str)]
    if crossed:
        cross_table = _widest_cross_table(standings, width)
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
        _legend(standings),
    ]
    if standings.individuals:
        parts += ["## Bots, each by itself", _individuals(standings, "pipe", None)]
    parts += [*_rulings(standings, markdown_text), *_signs(standings, markdown_text)]
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


def _legend(standings: Standings, width: int = MAX_WIDTH) -> str:
    """What the figures of the table are."""
    looks = " and looks" if standings.contest.sequential else ""
    units = "rubbers" if standings.contest.unit is Unit.RUBBER else "boards"
    lines = [
        "Figures are net, against the mean of all others, whomever an entrant met; ± is half of a 95 %",
        "interval, which allows for what other matches of the same bots would bring. Not separated from:",
        f"places whose difference in {_unit(standings)} may be luck, at 95 % for all pairs{looks}. W-D-L are {units}.",
    ]
    if standings.of_one_match:
        lines.append(
            "Each pair met in one match only: what is told apart here may be that match's alone."
        )
    if any(place.rank is None for place in standings.places):
        lines.append("Without a place: who has played less than half of its schedule.")
    if width < MAX_WIDTH:
        lines = textwrap.wrap(" ".join(lines), max(width, _MIN_TEXT))
    return "\n".join(lines)


def _unit(standings: Standings) -> str:
    return "rubbers" if standings.contest.ranked_by is Figure.RUBBERS else "games"


def _signs(standings: Standings, shown: Callable[[str], str]) -> Iterator[str]:
    """What the organiser should look at."""
    if standings.signs:
        lines = [f"To be looked at: {sign.words}" for sign in standings.signs[:_SHOWN_SIGNS]]
        if (rest := len(standings.signs) - _SHOWN_SIGNS) > 0:
            lines.append(f"and {rest} more, in the JSON")
        yield "\n".join(map(shown, lines))


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


def _table(
    standings: Standings, style: Style, name_width: int | None, left_out: Sequence[str] = ()
) -> str:
    columns = [column for column in STANDING if column.key not in left_out]
    return _of_columns(columns, standings.places, standings, style, name_width)


def _individuals(
    standings: Standings, style: Style, name_width: int | None, left_out: Sequence[str] = ()
) -> str:
    columns = [column for column in INDIVIDUAL if column.key not in left_out]
    return _of_columns(columns, standings.individuals, standings, style, name_width)


_NAMES: Final = frozenset({"entrant", "bot"})
_LEFT: Final = _NAMES | {"rank", "not_separated_from"}


def _of_columns(
    columns: Sequence[Column[PlaceT]],
    places: Sequence[PlaceT],
    standings: Standings,
    style: Style,
    name_width: int | None,
) -> str:
    cells: list[_Cells] = []
    for column in columns:
        if column.heading is None or not column.is_read(standings):
            continue
        texts = [column.shown(place, standings) for place in places]
        if column.key in _NAMES:
            texts = [_name(text, style, name_width) for text in texts]
        side: Literal["left", "right"] = "left" if column.key in _LEFT else "right"
        cells.append(_Cells(column.heading, texts, side))
    return _tabulate(cells, style)


def _fitting(width: int, show: Callable[[int | None, Sequence[str]], str]) -> str:
    """A table whose names are cut so far that it fits, and which leaves columns out where that isn't enough."""
    text = ""
    for count in range(len(_SPARED) + 1):
        text = show(None, _SPARED[:count])
        too_much = _width(text) - width
        if too_much > 0:
            text = show(max(_MIN_NAME, _longest_name(text) - too_much), _SPARED[:count])
        if _width(text) <= width:
            return f"{text}\n{_LEFT_OUT}" if count else text
    return f"{text}\n{_LEFT_OUT}"


def _longest_name(text: str) -> int:
    """How wide the second column of a "simple" table is, as its line of dashes tells."""
    rule = next(line for line in text.splitlines() if line.startswith("---"))
    return len(rule.split("  ")[1])


def _width(text: str) -> int:
    return max(map(len, text.splitlines()))


def _widest_cross_table(standings: Standings, width: int) -> str | None:
    """The most telling cross-table that fits: without names as headings, without intervals, or none."""
    if len(standings.places) * _MIN_CROSS_COLUMN > width:
        return None
    for named, sure in ((True, True), (False, True), (True, False), (False, False)):
        text = _cross_table(standings, "simple", points=False, named=named, sure=sure)
        if _width(text) <= width:
            return text
    return None


def _cross_table(
    standings: Standings, style: Style, *, points: bool, named: bool = True, sure: bool = True
) -> str:
    """Each row's entrant's figure against each column's. named: columns are headed by names, not places."""
    places = standings.places
    columns = [
        _Cells("#", [rank_text(place) for place in places], "left"),
        _Cells("entrant", [_name(place.name, style) for place in places], "left"),
    ]
    for other in places:
        cells = [
            _SAME if one is other else _against(standings, one, other, points=points, sure=sure)
            for one in places
        ]
        columns.append(_Cells(_name(other.name, style) if named else rank_text(other), cells))
    return _tabulate(columns, style)


def _against(
    standings: Standings, one: Standing, other: Standing, *, points: bool, sure: bool
) -> str:
    """A cell of the cross-table; what counts for nobody stands in brackets."""
    meeting = standings.between.get((one.name, other.name))
    if meeting is None:
        return NOTHING
    decimals = POINTS_DECIMALS if points else CROSS_DECIMALS
    figure = Figure.POINTS if points else Figure.GAMES
    estimate = standings.against(one.name, other.name, figure)
    if estimate is None:
        mean = (meeting.points if points else meeting.games).mean
        return NOTHING if mean is None else f"({signed(mean, decimals)})"
    return with_interval(estimate, decimals) if sure else signed(estimate.mean, decimals)


def _tabulate(columns: Sequence[_Cells], style: Style) -> str:
    """All cells are texts already. Markdown has no headings of two lines."""
    return tabulate(
        list(zip(*(column.cells for column in columns), strict=True)),
        [column.heading.replace("\n", " " if style == "pipe" else "\n") for column in columns],
        tablefmt=style,
        disable_numparse=True,
        colalign=[column.side for column in columns],
    )


def _name(name: str, style: Style, width: int | None = None) -> str:
    if style == "pipe":
        return markdown_text(name)
    return name if width is None else shortened(name, width)


__all__ = ["MAX_WIDTH", "show_csv", "show_json", "show_markdown", "show_table"]
