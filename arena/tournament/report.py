"""Standings to read: as a table for the terminal, as Markdown, and as JSON (``docs/standings.md``)."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tabulate import tabulate

from arena.referee.spec import Unit
from arena.tournament.standings import Standing, Standings, Tally

STANDINGS_FORMAT: Final = 1
"""The version of the JSON; a further key doesn't change it."""

JSON_DECIMALS: Final = 4
"""Digits after the point in the JSON. Half a unit goes to the even neighbour."""

GAMES_DECIMALS: Final = 3
POINTS_DECIMALS: Final = 2
"""Digits after the point in the tables: about what a thousand deals settle."""

MAX_WIDTH: Final = 100
"""Columns of a terminal that the cross-table must fit in."""

RANKED_BY: Final = {
    Unit.BOARD: ("net_games_per_deal", "net_games_per_deal_among_equals", "net_points_per_deal"),
    Unit.RUBBER: ("won", "net_games", "net_points"),
}
"""What places an entrant, by unit: the first figure that differs decides."""

_MINUS: Final = "-"
_NOTHING: Final = "."


def show_table(standings: Standings, *, crossed: bool = True) -> str:
    """The standings for a terminal; ends with a line feed. crossed: the cross-table below, if it fits."""
    parts = [_summary(standings), _table(standings, "simple")]
    cross_table = _cross_table(standings, "simple", games=True)
    if crossed and max(map(len, cross_table.splitlines())) <= MAX_WIDTH:
        parts += ["Net games per deal against each:", cross_table]
    return "\n\n".join(parts) + "\n"


def show_markdown(standings: Standings) -> str:
    """The standings and both cross-tables as Markdown."""
    parts = [
        f"# Standings of {_escape(standings.contest.name)}",
        _summary(standings),
        _table(standings, "pipe"),
        "## Net games per deal against each",
        _cross_table(standings, "pipe", games=True),
        "## Net points per deal against each",
        _cross_table(standings, "pipe", games=False),
    ]
    return "\n\n".join(parts) + "\n"


def show_json(standings: Standings) -> str:
    """The standings as JSON, keys in a settled order; the same standings give the same bytes."""
    contest = standings.contest
    document = {
        "format": STANDINGS_FORMAT,
        "tournament": contest.name,
        "unit": contest.unit.value,
        "ranked_by": list(RANKED_BY[contest.unit]),
        "matches": {
            "planned": contest.planned,
            "scored": standings.scored,
            "void": list(standings.void),
        },
        "standings": [_place_fields(place) for place in standings.places],
        "head_to_head": [
            {"entrant": one.name, "against": other.name}
            | _tally_fields(standings.between[one.name, other.name])
            for one in standings.places
            for other in standings.places
            if one is not other
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _place_fields(place: Standing) -> dict[str, object]:
    return {
        "rank": place.rank,
        "shared": place.shared,
        "entrant": place.name,
        **_tally_fields(place.tally),
        "faults": {code.value: count for code, count in place.faults.items()},
    }


def _tally_fields(tally: Tally) -> dict[str, object]:
    return {
        "matches": tally.matches,
        "deals": tally.deals,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "net_games": tally.net_games,
        "net_games_per_deal": _rounded(tally.games_per_deal),
        "net_points": tally.net_points,
        "net_points_per_deal": _rounded(tally.points_per_deal),
    }


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else float(round(value, JSON_DECIMALS))


def _summary(standings: Standings) -> str:
    contest = standings.contest
    text = f"{contest.name}: {standings.scored} of {contest.planned} matches"
    if standings.void:
        text += f"; void by faults of the host, not scored: {', '.join(standings.void)}"
    return text


def _table(standings: Standings, style: str) -> str:
    unit = "boards" if standings.contest.unit is Unit.BOARD else "rubbers"
    headers = ["#", "entrant", "matches", "deals", f"{unit} W-D-L", "games/deal", "points/deal", "faults"]  # fmt: skip
    rows = [
        [
            _rank(place),
            _name(place, style),
            str(tally.matches),
            str(tally.deals),
            f"{tally.won}-{tally.drawn}-{tally.lost}",
            _signed(tally.games_per_deal, GAMES_DECIMALS),
            _signed(tally.points_per_deal, POINTS_DECIMALS),
            str(sum(place.faults.values())),
        ]
        for place in standings.places
        for tally in [place.tally]
    ]
    return _tabulate(headers, rows, style, left=2)


def _cross_table(standings: Standings, style: str, *, games: bool) -> str:
    """Each row's entrant's figure against each column's."""
    places = standings.places
    headers = ["#", "entrant", *(_name(place, style) for place in places)]
    rows: list[list[str]] = []
    for one in places:
        cells: list[str] = []
        for other in places:
            if one is other:
                cells.append(_NOTHING)
                continue
            tally = standings.between[one.name, other.name]
            value = tally.games_per_deal if games else tally.points_per_deal
            cells.append(_signed(value, GAMES_DECIMALS if games else POINTS_DECIMALS))
        rows.append([_rank(one), _name(one, style), *cells])
    return _tabulate(headers, rows, style, left=2)


def _tabulate(
    headers: Sequence[str], rows: Sequence[Sequence[str]], style: str, *, left: int
) -> str:
    """All cells are texts already. The first ``left`` columns are aligned left, numbers right."""
    sides = ["left"] * left + ["right"] * (len(headers) - left)
    return tabulate(rows, headers, tablefmt=style, disable_numparse=True, colalign=sides)


def _rank(place: Standing) -> str:
    return f"{place.rank}=" if place.shared else str(place.rank)


def _name(place: Standing, style: str) -> str:
    return _escape(place.name) if style == "pipe" else place.name


def _escape(name: str) -> str:
    """A name in Markdown: of what a name may hold, only the underscore means something there."""
    return name.replace("_", "\\_")


def _signed(value: Fraction | None, decimals: int) -> str:
    """A figure with its sign and so many decimals, rounded exactly; a dash where there is none."""
    if value is None:
        return _MINUS
    scaled = round(value * 10**decimals)
    whole, part = divmod(abs(scaled), 10**decimals)
    sign = "+" if scaled > 0 else "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}}"
