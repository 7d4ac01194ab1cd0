"""Every message of the protocol as a pydantic model: the one definition that all else follows.

The JSON Schemas in ``protocol/schema/`` are generated from these models, ``SPEC.md`` describes them,
and the SDK (which must not import pydantic) is tested against them. Field order is wire order.
"""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

PROTOCOL_MAJOR: Final = 1
PROTOCOL_MINOR: Final = 0

LINE_BYTES: Final = 4096
"""The longest line either side may send, its newline included. A ``play`` request with a full history
is under 1 KiB and a reply under 100 bytes; one page leaves room for a comment and later fields."""

COMMENT_BYTES: Final = 1024
"""The longest ``comment``, in UTF-8 bytes: a few sentences for a human reader."""

OUTPUT_BYTES: Final = 64 * 1024
"""The most a bot may write to stdout for one request, blank lines included: one pipe's capacity."""

CardName = Annotated[str, Field(pattern=r"^[A7KJQ65432][CDHS]$", description="rank then suit: AH")]
SeatNumber = Annotated[int, Field(ge=0, le=3, description="0..3, shown as N E S W")]
MessageId = Annotated[int, Field(ge=0, le=2**31 - 1)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Millis = Annotated[int, Field(ge=0, le=2**31 - 1, description="milliseconds")]
Pair = Annotated[list[Count], Field(min_length=2, max_length=2, description="[ours, theirs]")]


class Message(BaseModel):
    """Base of what the referee sends."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Reply(BaseModel):
    """Base of what a bot answers. Fields that this version doesn't know are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Rules(Message):
    """The ruleset in force; the fields and values of ``arena.engine.Ruleset``."""

    games_to_win: Count
    double_above: Count
    sweep_games: Count
    sweep_by: Literal["tricks", "points"]
    tie: Literal["carry", "carry_once", "void"]
    deal_direction: Literal["clockwise", "anticlockwise"]
    table_direction: Literal["clockwise", "anticlockwise"]


class ClockSettings(Message):
    """Time allowed: from start to the ``hello`` reply, for each move, and the match's reserve."""

    start_ms: Millis
    move_ms: Millis
    bank_ms: Millis


class Limits(Message):
    """The sizes that a bot must keep to."""

    line_bytes: Count
    comment_bytes: Count


class Hello(Message):
    """The first line to a bot. Needs a ``HelloReply``."""

    type: Literal["hello"] = "hello"
    id: MessageId
    protocol: Count
    minor: Count
    rules: Rules
    seat: SeatNumber
    partner: SeatNumber
    clock: ClockSettings
    limits: Limits
    seed: Annotated[int, Field(ge=0, le=2**53 - 1, description="this bot's own random seed")]


class DealStart(Message):
    """A new deal; no reply. ``deal`` counts from 1 within the match's half."""

    type: Literal["deal"] = "deal"
    deal: Count
    dealer: SeatNumber
    trump: CardName
    trump_seat: SeatNumber
    leader: SeatNumber
    hand: Annotated[list[CardName], Field(min_length=10, max_length=10)]
    games: Pair
    carry: Count


class MoveClock(Message):
    """Time for this move: the move's own allowance and what remains of the reserve."""

    move_ms: Millis
    bank_ms: Millis


class Play(Message):
    """Choose a card. Needs a ``PlayReply``. Enough on its own: a bot needn't remember anything.

    ``leader`` leads the current trick; ``trick`` counts from 1. ``table`` is the trick so far as
    (seat, card); ``history`` the finished tricks as (leader, the four cards in order of play).
    """

    type: Literal["play"] = "play"
    id: MessageId
    deal: Count
    trick: Annotated[int, Field(ge=1, le=10)]
    seat: SeatNumber
    hand: Annotated[list[CardName], Field(min_length=1, max_length=10)]
    legal: Annotated[list[CardName], Field(min_length=1, max_length=10)]
    trump: CardName
    trump_seat: SeatNumber
    leader: SeatNumber
    table: Annotated[list[tuple[SeatNumber, CardName]], Field(max_length=3)]
    history: Annotated[
        list[tuple[SeatNumber, tuple[CardName, CardName, CardName, CardName]]], Field(max_length=9)
    ]
    points: Pair
    games: Pair
    carry: Count
    clock: MoveClock


class DealEnd(Message):
    """A deal is over; no reply. ``games_won`` is what it brought (ours, theirs), carry included.

    ``hands`` is there only where the tournament allows it: the four hands as dealt, by seat.
    """

    type: Literal["deal_end"] = "deal_end"
    deal: Count
    points: Pair
    tricks: Pair
    games_won: Pair
    games: Pair
    carry: Count
    hands: list[list[CardName]] | None = None


class FaultCode(StrEnum):
    """What a bot can do wrong. Stable API: a code is never renamed or reused."""

    START_FAILED = "start_failed"
    START_TIMEOUT = "start_timeout"
    WRONG_VERSION = "wrong_version"
    MOVE_TIMEOUT = "move_timeout"
    EXITED = "exited"
    CLOSED_STDOUT = "closed_stdout"
    BAD_JSON = "bad_json"
    BAD_MESSAGE = "bad_message"
    WRONG_ID = "wrong_id"
    ILLEGAL_CARD = "illegal_card"
    LINE_TOO_LONG = "line_too_long"
    TOO_MUCH_OUTPUT = "too_much_output"
    UNSOLICITED_OUTPUT = "unsolicited_output"


class FaultNotice(Message):
    """This bot did something wrong; no reply. ``fatal``: its process is about to be stopped."""

    type: Literal["fault"] = "fault"
    code: FaultCode
    for_id: MessageId | None
    text: str
    faults: Count
    fatal: bool


class ByeReason(StrEnum):
    """Why the referee says good-bye."""

    MATCH_OVER = "match_over"
    FAULT = "fault"
    VOID = "void"


class Bye(Message):
    """The last line; stdin closes after it. No reply."""

    type: Literal["bye"] = "bye"
    reason: ByeReason


class HelloReply(Reply):
    """The answer to ``hello``: the protocol's major number and, if the bot likes, who it is."""

    id: MessageId
    protocol: Count
    minor: Count | None = None
    name: Annotated[str, Field(max_length=64)] | None = None
    version: Annotated[str, Field(max_length=64)] | None = None
    author: Annotated[str, Field(max_length=64)] | None = None


class PlayReply(Reply):
    """The answer to ``play``: one of the ``legal`` cards and, if the bot likes, a comment."""

    id: MessageId
    card: CardName
    comment: str | None = None


MESSAGES: Final[tuple[type[Message], ...]] = (Hello, DealStart, Play, DealEnd, FaultNotice, Bye)
REPLIES: Final[tuple[type[Reply], ...]] = (HelloReply, PlayReply)
