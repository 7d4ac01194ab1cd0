"""The lines of a match log as strict models: text at the border ("AH", "N"), units in the names.

A line is one JSON object: ``n`` (its number, from 1), ``type``, the record's own fields, and ``chain``. The
``to_event``/``from_event`` pairs in ``convert.py`` tie them to the referee's events.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from protocol.messages import CardName, FaultCode

LOG_FORMAT: Final = 1
"""The version of the log's format; a reader refuses another one."""

SeatName = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Micros = Annotated[int, Field(ge=0, description="microseconds")]
Number = Annotated[int, Field(ge=0)]
ByPartnership = Annotated[tuple[int, int], Field(description="(NS, EW)")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Record(BaseModel):
    """Base of all records."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class BotRecord(Record):
    """A bot: its name and the hash of what was submitted."""

    name: str
    sha256: str


class EntrantRecord(Record):
    """A partnership that competes as one."""

    name: str
    bots: tuple[BotRecord, BotRecord]


class SeatingRecord(Record):
    """One half: who sits at N, E, S, W as (entrant, bot), and each bot's own random seed."""

    seating: tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]
    seeds: tuple[Number, Number, Number, Number]


class MatchRecord(Record):
    """The header: all that was settled before the first fact, and where it was played."""

    type: Literal["match"] = "match"
    format: int
    match_id: str
    tournament: str
    entrants: tuple[EntrantRecord, EntrantRecord]
    unit: Literal["board", "rubber"]
    units: tuple[Number, ...]
    rules: dict[str, int | str]
    start_ms: Number
    move_ms: Number
    bank_ms: Number
    on_fault: Literal["forfeit", "substitute"]
    max_faults: Number
    show_hands: bool
    halves: tuple[SeatingRecord, SeatingRecord]
    provenance: dict[str, int | str]


class HalfRecord(Record):
    """A half begins: fresh processes, seats as the header says. ``half`` is 0 or 1."""

    type: Literal["half"] = "half"
    half: Annotated[int, Field(ge=0, le=1)]


class HelloRecord(Record):
    """A bot started and shook hands."""

    type: Literal["hello"] = "hello"
    seat: SeatName
    id: Number
    spawned_us: Micros
    asked_us: Micros
    wall_us: Micros
    cpu_us: Micros
    delay_us: Micros
    minor: Number
    name: str | None
    version: str | None
    author: str | None


class UnitRecord(Record):
    """A board or rubber begins."""

    type: Literal["unit"] = "unit"
    unit: Number
    at_us: Micros


class DealRecord(Record):
    """A deal begins: who holds what."""

    type: Literal["deal"] = "deal"
    unit: Number
    deal: Number
    at_us: Micros
    board: Number
    dealer: SeatName
    trump: CardName
    hands: tuple[str, str, str, str]
    games: ByPartnership
    carry: Number


class PlayRecord(Record):
    """A card was played; ``by`` the bot, or the referee as a substitute."""

    type: Literal["play"] = "play"
    deal: Number
    trick: Number
    seat: SeatName
    card: CardName
    by: Literal["bot", "referee"]
    id: Number
    asked_us: Micros
    wall_us: Micros
    cpu_us: Micros
    delay_us: Micros
    bank_us: Micros
    overloaded: bool
    comment: str | None


class FaultRecord(Record):
    """A bot did something wrong: what, when, and the evidence."""

    type: Literal["fault"] = "fault"
    seat: SeatName
    code: FaultCode
    at_us: Micros
    deal: Number | None
    trick: Number | None
    for_id: Number | None
    request: str | None
    spawned_us: Micros | None
    asked_us: Micros | None
    cause: Literal["spawn", "bytes", "eof", "exit", "time"]
    received: Annotated[
        str, Field(description="bytes as text, those that aren't printable escaped")
    ]
    status: int | None
    reason: str | None
    cpu_us: Micros
    delay_us: Micros
    lag_us: Micros
    faults: Number
    fatal: bool
    hint: str


class StderrRecord(Record):
    """The last that a bot wrote to stderr, noted when its process ended."""

    type: Literal["stderr"] = "stderr"
    seat: SeatName
    total_bytes: Number
    tail: str


class StaleRecord(Record):
    """A late answer was dropped."""

    type: Literal["stale"] = "stale"
    seat: SeatName
    at_us: Micros
    id: Number


class OverloadedRecord(Record):
    """A seat's time was extended because the host was slow."""

    type: Literal["host_overloaded"] = "host_overloaded"
    seat: SeatName
    at_us: Micros
    id: Number
    spawned_us: Micros | None
    asked_us: Micros | None
    cpu_us: Micros
    delay_us: Micros
    lag_us: Micros
    until_us: Micros


class DealEndRecord(Record):
    """A deal is over."""

    type: Literal["deal_end"] = "deal_end"
    unit: Number
    deal: Number
    at_us: Micros
    board: Number
    ending: str
    points: ByPartnership
    tricks: ByPartnership
    winner: Side | None
    worth: Annotated[int, Field(ge=0, description="games of the deal alone, without the carry")]
    games_won: Number
    games: ByPartnership
    carry: Number


class UnitEndRecord(Record):
    """A board or rubber is over."""

    type: Literal["unit_end"] = "unit_end"
    unit: Number
    at_us: Micros
    ending: str
    winner: Side | None
    games: ByPartnership
    points: ByPartnership
    deals: Number


class HalfEndRecord(Record):
    """The half is over."""

    type: Literal["half_end"] = "half_end"
    at_us: Micros
    ending: str
    lost_by: Side | None
    faults: ByPartnership
    stale: tuple[int, int, int, int]
    reason: str | None


class OutcomeRecord(Record):
    """What the match counts as, folded from all above (see ``outcome.py``), from entrant 0's side.

    boards: (board, net games in half 0 and 1, net points in half 0 and 1). rubbers: (half, unit,
    the winning entrant or null, entrant 0's games, entrant 1's). faults: codes and counts by entrant.
    """

    type: Literal["outcome"] = "outcome"
    ending: Literal["played", "match_lost", "void"]
    lost_by: Annotated[int, Field(ge=0, le=1)] | None
    reason: str | None
    net_games: int
    net_points: int
    deals: Number
    boards: tuple[tuple[int, int, int, int, int], ...]
    rubbers: tuple[tuple[int, int, int | None, int, int], ...]
    faults: tuple[dict[FaultCode, int], dict[FaultCode, int]]


class SealRecord(Record):
    """The last line: how many lines there are before it, and the SHA-256 of their bytes."""

    type: Literal["seal"] = "seal"
    lines: Number
    sha256: Sha256


EventRecord = (
    HelloRecord
    | UnitRecord
    | DealRecord
    | PlayRecord
    | FaultRecord
    | StaleRecord
    | OverloadedRecord
    | DealEndRecord
    | UnitEndRecord
    | HalfEndRecord
)
AnyRecord = MatchRecord | HalfRecord | EventRecord | StderrRecord | OutcomeRecord | SealRecord

RECORD: Final[TypeAdapter[AnyRecord]] = TypeAdapter(
    Annotated[AnyRecord, Field(discriminator="type")]
)
