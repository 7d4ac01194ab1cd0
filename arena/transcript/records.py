"""The lines of a match log as strict models: text at the border ("AH", "N"), units in the names.

A line is one JSON object: ``n`` (its number, from 1), ``type``, the record's own fields, and ``chain``.
``convert.py`` ties records to the referee's events, ``chain.py`` makes lines of them; every field is
explained in ``docs/log-format.md``.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
)

from arena.referee.events import Ending
from arena.referee.facts import Doing
from arena.transcript.escapes import check_escaped, writable_text
from protocol.messages import CardName, FaultCode, Millis

LOG_FORMAT: Final = 2
"""The version of the log's format that is written. All versions from 1 on are read."""


@dataclass(frozen=True, slots=True)
class Since:
    """Marks a field that came with a later version of the log's format; it has a default, for older logs lack it."""

    format: int


SeatName = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Micros = Annotated[int, Field(ge=0, description="microseconds")]
Number = Annotated[int, Field(ge=0)]
ByPartnership = Annotated[tuple[Number, Number], Field(description="(NS, EW)")]
BotSeed = Annotated[int, Field(ge=0, lt=2**53)]
Index = Annotated[int, Field(ge=0, le=1)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9._+-]{1,65}$")]
"""A bot, an entrant, a mixed partnership ("ana+rui"), a tournament: shown on terminals and in pages, by whoever
is handed a log by a stranger."""

MatchId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,64}$")]
"""The name of a match's file too, so it must lead nowhere else."""

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


Moment = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
"""UTC, ISO 8601, to the second."""

Words = Annotated[str, BeforeValidator(writable_text)]
"""Text that may quote a file's name, which needn't be UTF-8."""

Escaped = Annotated[str, AfterValidator(check_escaped)]
"""Bytes as ``escape_bytes`` writes them."""

SeatPlace = tuple[Index, Index]
"""(entrant, bot) at a seat."""


class Record(BaseModel):
    """Base of all records."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class BotRecord(Record):
    """A bot: its name and the hash of what was submitted."""

    name: Name
    sha256: Sha256


class EntrantRecord(Record):
    """A partnership that competes as one."""

    name: Name
    bots: tuple[BotRecord, BotRecord]


class SeatingRecord(Record):
    """One half: who sits at N, E, S, W as (entrant, bot), and each bot's own random seed."""

    seating: tuple[SeatPlace, SeatPlace, SeatPlace, SeatPlace]
    seeds: tuple[BotSeed, BotSeed, BotSeed, BotSeed]


class LimitsRecord(Record):
    """What each bot's process may use (``arena.referee.spec.Limits``)."""

    memory_mib: Number
    processes: Number
    file_mib: Number
    open_files: Number
    cpu_s: Number


class MatchRecord(Record):
    """The header: all that was settled before the first fact, and where it was played."""

    type: Literal["match"] = "match"
    format: Literal[1, 2]
    match_id: MatchId
    tournament: Name
    entrants: tuple[EntrantRecord, EntrantRecord]
    unit: Literal["board", "rubber"]
    units: tuple[Number, ...]
    rules: dict[str, int | str]
    start_ms: Millis
    move_ms: Millis
    bank_ms: Millis
    on_fault: Literal["forfeit", "substitute"]
    max_faults: Number
    show_hands: bool
    limits: LimitsRecord
    freeze: bool
    halves: tuple[SeatingRecord, SeatingRecord]
    started_at: Annotated[str, Field(description="UTC, ISO 8601, to the second")]
    provenance: dict[str, int | Words]


class HalfRecord(Record):
    """A half begins: fresh processes, seats as the header says. ``half`` is 0 or 1."""

    type: Literal["half"] = "half"
    half: Index


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
    off_turn_us: Micros


def _is_unknown(doing: Doing) -> bool:
    return doing is Doing.UNKNOWN


DoingName = Annotated[Doing, Field(exclude_if=_is_unknown)]
"""What a process did when its deadline passed; not written where that isn't known."""


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
    received: Escaped
    status: int | None
    reason: Words | None
    cpu_us: Micros
    delay_us: Micros
    lag_us: Micros
    faults: Number
    fatal: bool
    hint: Words
    off_turn_us: Micros
    doing: DoingName = Doing.UNKNOWN


class StderrRecord(Record):
    """The last that a bot wrote to stderr, noted when its process ended."""

    type: Literal["stderr"] = "stderr"
    seat: SeatName
    total_bytes: Number
    tail: Escaped


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
    off_turn_us: Micros
    doing: DoingName = Doing.UNKNOWN


class DealEndRecord(Record):
    """A deal is over."""

    type: Literal["deal_end"] = "deal_end"
    unit: Number
    deal: Number
    at_us: Micros
    board: Number
    ending: Ending
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
    ending: Ending
    winner: Side | None
    games: ByPartnership
    points: ByPartnership
    deals: Number


class HalfEndRecord(Record):
    """The half is over."""

    type: Literal["half_end"] = "half_end"
    at_us: Micros
    ending: Ending
    lost_by: Side | None
    faults: ByPartnership
    stale: tuple[Number, Number, Number, Number]
    reason: Words | None


Marks = tuple[tuple[Index, Number], ...]
"""Boards or rubbers by half and number."""


class OutcomeRecord(Record):
    """What the match counts as, folded from all above (see ``outcome.py``), from entrant 0's side.

    boards: (board, net games in half 0 and 1, net points in half 0 and 1). rubbers: (half, unit,
    the winning entrant or null, entrant 0's games, entrant 1's). faults: codes and counts by entrant. faulted
    and unplayed: (half, board or rubber) with a fault in it, and forfeited by both.
    turns: requests for a card by entrant; cpu_us: CPU time used for them; off_turn_us: between them.
    overloaded: turns that were late only because the host was slow.
    """

    type: Literal["outcome"] = "outcome"
    ending: Ending
    lost_by: Index | None
    reason: Words | None
    net_games: int
    net_points: int
    deals: Number
    boards: tuple[tuple[Number, int, int, int, int], ...]
    rubbers: tuple[tuple[Index, Number, Index | None, Number, Number], ...]
    faults: tuple[dict[FaultCode, Number], dict[FaultCode, Number]]
    faulted: Annotated[Marks, Since(2)] = ()
    unplayed: Annotated[Marks, Since(2)] = ()
    turns: tuple[Number, Number]
    cpu_us: tuple[Micros, Micros]
    off_turn_us: tuple[Micros, Micros]
    overloaded: tuple[Number, Number]

    @model_serializer(mode="wrap")
    def _as_read(self, write: SerializerFunctionWrapHandler) -> dict[str, object]:
        """All fields but those that the older log which it is of hasn't."""
        fields: dict[str, object] = write(self)
        lacking = _LATE[OutcomeRecord].keys() - self.model_fields_set
        return {name: value for name, value in fields.items() if name not in lacking}


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


_LATE: Final[dict[type[Record], dict[str, int]]] = {
    kind: {
        name: mark.format
        for name, field in kind.model_fields.items()
        for mark in field.metadata
        if isinstance(mark, Since)
    }
    for kind in (OutcomeRecord,)
}
"""By kind of record: the fields that older versions of the format lack, and since when they are there."""


def misplaced_field(record: AnyRecord, log_format: int) -> str | None:
    """A field that is there although ``log_format`` hasn't it, or that is missing although it has; None if none is."""
    for name, since in _LATE.get(type(record), {}).items():
        if (name in record.model_fields_set) != (since <= log_format):
            return name
    return None


def complaint(error: ValidationError) -> str:
    """The first thing that is wrong with a record, on one line: "half.half: Input should be…"."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
