"""The columns of a table of standings: what each is called, how it is found, and how it is shown.

All that shows a table is made from these lists: the terminal, Markdown, JSON, CSV, SQL, Parquet and HTML. A
column is one entry here, and a line in ``docs/standings.md``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from arena.referee.spec import Unit
from arena.tournament.contest import Figure, Individual, Standing, Standings
from arena.tournament.figures import (
    CROSS_DECIMALS,
    GAMES_DECIMALS,
    NOTHING,
    POINTS_DECIMALS,
    spans,
    with_interval,
)
from arena.tournament.statistics import Estimate

JSON_DECIMALS: Final = 4
"""Digits after the point in JSON, CSV and exports. Half a unit goes to the even neighbour."""

JOINED: Final = ";"
"""Between several values in one field of a flat table."""

_MAX_SPANS: Final = 15


class Kind(StrEnum):
    """What a column holds. FIGURE: a mean with the two bounds of its interval. NAMES, COUNTS: several values."""

    INTEGER = "integer"
    FLAG = "flag"
    TEXT = "text"
    WORDS = "words"
    REAL = "real"
    FIGURE = "figure"
    NAMES = "names"
    COUNTS = "counts"


Value = int | float | str | Estimate | tuple[str, ...] | Mapping[str, int] | None
Plain = int | float | str | None
PlaceT = TypeVar("PlaceT", Standing, Individual)


@dataclass(frozen=True, slots=True)
class Column(Generic[PlaceT]):
    """One column. key: in JSON and in flat tables. value: of a place.

    heading: over the column of a table to read, with a line feed where the terminal breaks it; None where only
    programs want it. text: how a table to read shows a place. decimals: those of a figure. when: whether these
    standings have it; flat tables always do. read_when: whether besides there is room for it in a table to read.
    """

    key: str
    kind: Kind
    value: Callable[[PlaceT, Standings], Value]
    heading: str | None = None
    text: Callable[[PlaceT, Standings], str] | None = None
    decimals: int = GAMES_DECIMALS
    when: Callable[[Standings], bool] = lambda _: True
    read_when: Callable[[Standings], bool] = lambda _: True

    def is_read(self, standings: Standings) -> bool:
        """Whether a table to read has it."""
        return self.heading is not None and self.when(standings) and self.read_when(standings)

    def shown(self, place: PlaceT, standings: Standings) -> str:
        """The cell in a table to read."""
        if self.text is not None:
            return self.text(place, standings)
        value = self.value(place, standings)
        if isinstance(value, Estimate):
            return with_interval(value, self.decimals)
        return NOTHING if value is None else str(value)


def _by_rubbers(standings: Standings) -> bool:
    return standings.contest.unit is Unit.RUBBER


def _has_faults(standings: Standings) -> bool:
    return Figure.AT_CARDS in standings.figures


def rank_text(place: Standing | Individual) -> str:
    """A place: "2", "2=" where others share it, "-" without one."""
    if place.rank is None:
        return NOTHING
    return f"{place.rank}=" if place.shared else str(place.rank)


def _alike(ranks: Mapping[str, int | None], names: Sequence[str]) -> str:
    """The places from which one isn't separated."""
    text = spans([rank for name in names if (rank := ranks[name]) is not None])
    return text if len(text) <= _MAX_SPANS else f"{len(names)} others"


def _standing_alike(place: Standing, standings: Standings) -> str:
    return _alike({it.name: it.rank for it in standings.ranking}, place.not_separated)


def _individual_alike(place: Individual, standings: Standings) -> str:
    return _alike({it.name: it.rank for it in standings.individuals}, place.not_separated)


def _ruling(place: Standing, standings: Standings) -> str | None:
    return "withdrawn" if place.name in standings.withdrawn else None


STANDING: Final[tuple[Column[Standing], ...]] = (
    Column("rank", Kind.INTEGER, lambda it, _: it.rank, "#", lambda it, _: rank_text(it)),
    Column("shared", Kind.FLAG, lambda it, _: it.shared),
    Column("entrant", Kind.TEXT, lambda it, _: it.name, "entrant"),
    Column("matches", Kind.INTEGER, lambda it, _: it.tally.matches),
    Column("deals", Kind.INTEGER, lambda it, _: it.tally.deals, "deals"),
    Column("won", Kind.INTEGER, lambda it, _: it.tally.won, "W-D-L",
           lambda it, _: f"{it.tally.won}-{it.tally.drawn}-{it.tally.lost}"),
    Column("drawn", Kind.INTEGER, lambda it, _: it.tally.drawn),
    Column("lost", Kind.INTEGER, lambda it, _: it.tally.lost),
    Column("net_games", Kind.INTEGER, lambda it, _: it.tally.net_games),
    Column("net_points", Kind.INTEGER, lambda it, _: it.tally.net_points),
    Column("net_rubbers_per_rubber", Kind.FIGURE, lambda it, _: it.rubbers, "won - lost\nper rubber",
           decimals=CROSS_DECIMALS, when=_by_rubbers),
    Column("net_games_per_deal", Kind.FIGURE, lambda it, _: it.games, "games\nper deal",
           read_when=lambda standings: not _by_rubbers(standings)),
    Column("without_faults", Kind.FIGURE, lambda it, _: it.at_cards, "without\nfaults",
           decimals=CROSS_DECIMALS, when=_has_faults),
    Column("net_points_per_deal", Kind.FIGURE, lambda it, _: it.points, "points\nper deal",
           decimals=POINTS_DECIMALS),
    Column("faults", Kind.COUNTS, lambda it, _: {code.value: n for code, n in it.faults.items()},
           "faults", lambda it, _: str(sum(it.faults.values()))),
    Column("not_separated_from", Kind.NAMES, lambda it, _: it.not_separated,
           "not separated\nfrom", _standing_alike),
    Column("ahead_of_next", Kind.FIGURE, lambda it, _: it.ahead),
    Column("chance_to_be_best", Kind.REAL, lambda it, _: it.best),
    Column("normalized_elo", Kind.REAL, lambda it, _: it.elo),
    Column("ruling", Kind.TEXT, _ruling),
    Column("reason", Kind.WORDS, lambda it, standings: standings.withdrawn.get(it.name)),
)  # fmt: skip
"""Those of an entrant."""

INDIVIDUAL: Final[tuple[Column[Individual], ...]] = (
    Column("rank", Kind.INTEGER, lambda it, _: it.rank, "#", lambda it, _: rank_text(it)),
    Column("shared", Kind.FLAG, lambda it, _: it.shared),
    Column("bot", Kind.TEXT, lambda it, _: it.name, "bot"),
    Column("boards", Kind.INTEGER, lambda it, _: it.boards, "boards"),
    Column("net_games_per_deal", Kind.FIGURE, lambda it, _: it.games, "games\nper deal"),
    Column("net_points_per_deal", Kind.FIGURE, lambda it, _: it.points, "points\nper deal",
           decimals=POINTS_DECIMALS),
    Column("not_separated_from", Kind.NAMES, lambda it, _: it.not_separated,
           "not separated\nfrom", _individual_alike),
)  # fmt: skip
"""Those of a bot that plays with changing partners."""


def fields(
    columns: Sequence[Column[PlaceT]], place: PlaceT, standings: Standings
) -> dict[str, object]:
    """A place as an object of JSON: a figure is two keys, its mean and ``KEY_interval``."""
    found: dict[str, object] = {}
    for column in columns:
        if not column.when(standings):
            continue
        value = column.value(place, standings)
        if column.kind is Kind.FIGURE:
            assert value is None or isinstance(value, Estimate)
            found[column.key] = rounded(value)
            found[f"{column.key}_interval"] = bounds(value)
        elif column.kind is Kind.REAL and isinstance(value, float):
            found[column.key] = round(value, JSON_DECIMALS) + 0.0
        else:
            found[column.key] = list(value) if isinstance(value, tuple) else value
    return found


def flat_columns(columns: Sequence[Column[PlaceT]]) -> Iterator[tuple[str, Kind]]:
    """The columns of a flat table: a figure is three, the second and third its bounds."""
    for column in columns:
        match column.kind:
            case Kind.FIGURE:
                for name in (column.key, f"{column.key}_low", f"{column.key}_high"):
                    yield name, Kind.REAL
            case Kind.COUNTS:
                yield column.key, Kind.INTEGER
            case Kind.NAMES:
                yield column.key, Kind.TEXT
            case _:
                yield column.key, column.kind


def flat(columns: Sequence[Column[PlaceT]], place: PlaceT, standings: Standings) -> Iterator[Plain]:
    """A place as a row of such a table."""
    for column in columns:
        value = column.value(place, standings)
        match column.kind:
            case Kind.FIGURE:
                assert value is None or isinstance(value, Estimate)
                yield rounded(value)
                yield from bounds(value) or (None, None)
            case Kind.COUNTS:
                assert isinstance(value, Mapping)
                yield sum(value.values())
            case Kind.NAMES:
                assert isinstance(value, tuple)
                yield JOINED.join(value) or None
            case Kind.FLAG:
                yield int(value is True)
            case Kind.REAL:
                assert value is None or isinstance(value, float)
                yield None if value is None else round(value, JSON_DECIMALS) + 0.0
            case _:
                assert value is None or isinstance(value, int | str)
                yield value


def rounded(estimate: Estimate | None) -> float | None:
    """A figure's mean as programs are given it."""
    return None if estimate is None else round(estimate.mean, JSON_DECIMALS) + 0.0


def bounds(estimate: Estimate | None) -> tuple[float, float] | None:
    """The bounds of its 95 % interval."""
    if estimate is None:
        return None
    low, high = estimate.interval()
    return round(low, JSON_DECIMALS) + 0.0, round(high, JSON_DECIMALS) + 0.0  # no -0.0
