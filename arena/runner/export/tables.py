"""The tables that a run is exported as: their columns, whatever they are written to (``docs/export.md``)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Final, Protocol, Self

from arena.tournament import columns as columns_of
from arena.tournament.columns import INDIVIDUAL, STANDING, PlaceT, flat_columns
from arena.transcript.reader import LoggedMatch

Cell = str | int | float | None
Row = tuple[Cell, ...]


class Kind(StrEnum):
    """What a column holds. FLAG: 0 or 1. WORDS: text that bots or organisers wrote."""

    TEXT = "text"
    WORDS = "words"
    INTEGER = "integer"
    REAL = "real"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Column:
    """A column; a value may be missing in any that isn't part of the key."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Table:
    """A table. key: the columns that tell rows apart. parent: a table whose key begins this one's rows.

    indexes: columns by which rows are often looked for.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    parent: "Table | None" = None
    indexes: tuple[str, ...] = ()


class Sink(Protocol):
    """Where an export goes. Left without an error it is whole, and on disk.

    takes_rows: rows are wanted; otherwise matches alone.
    """

    takes_rows: bool

    def __enter__(self) -> Self:
        """Begin."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""
        ...

    def add(self, table: Table, row: Row) -> None:
        """Take in a row."""
        ...

    def add_match(self, match: LoggedMatch) -> None:
        """Take in a match, before its rows."""
        ...


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from lines of a kind and the names of that kind, in the table's order."""
    return tuple(
        Column(name, Kind(kind))
        for kind, *names in (line.split() for line in text.strip().splitlines())
        for name in names
    )


def _flat(columns: Sequence[columns_of.Column[PlaceT]]) -> tuple[Column, ...]:
    """Those of a table of standings."""
    return tuple(Column(name, Kind(kind.value)) for name, kind in flat_columns(columns))


ENTRANTS: Final = Table(
    "entrants",
    _columns("""
        text entrant
        integer bot
        text bot_name bot_sha256 status
        words reason
    """),
    key=("entrant", "bot"),
)
STANDINGS: Final = Table(
    "standings",
    (*_flat(STANDING), Column("not_rankable", Kind.WORDS)),
    key=("entrant",),
)
INDIVIDUALS: Final = Table("individuals", _flat(INDIVIDUAL), key=("bot",))
MATCHES: Final = Table(
    "matches",
    _columns("""
        text match_id
        integer line attempt
        flag counts
        text entrant0 entrant1 unit ending started_at
        integer lost_by net_games net_points deals faults0 faults1
        text arena sandbox log_sha256
        integer log_bytes
    """),
    key=("match_id",),
    indexes=("entrant0", "entrant1"),
)
DEALS: Final = Table(
    "deals",
    _columns("""
        text match_id
        integer half deal unit board
        text entrant_ns entrant_ew dealer trump hand_n hand_e hand_s hand_w
        integer games_before_ns games_before_ew carry_before at_us
        text ending
        integer end_us points_ns points_ew tricks_ns tricks_ew
        text winner
        integer worth games_won
    """),
    key=("match_id", "half", "deal"),
    parent=MATCHES,
    indexes=("board",),
)
PLAYS: Final = Table(
    "plays",
    _columns("""
        text match_id
        integer half deal trick turn board
        text seat entrant bot card legal by
        integer choices asked_us wall_us cpu_us delay_us bank_us off_turn_us
        flag overloaded
        words comment
    """),
    key=("match_id", "half", "deal", "trick", "turn"),
    parent=DEALS,
    indexes=("entrant", "bot"),
)
FAULTS: Final = Table(
    "faults",
    _columns("""
        text match_id
        integer half line
        text seat entrant bot code
        integer deal trick at_us
        text cause
        integer status cpu_us delay_us lag_us faults
        flag fatal
        words hint received request reason
    """),
    key=("match_id", "half", "line"),
    parent=MATCHES,
    indexes=("code", "entrant"),
)
TABLES: Final = (ENTRANTS, STANDINGS, INDIVIDUALS, MATCHES, DEALS, PLAYS, FAULTS)
"""In an order in which a row's parent comes before it."""
