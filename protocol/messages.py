"""Every message of the protocol as a pydantic model: the one definition that all else follows.

The JSON Schemas in ``protocol/schema/`` are generated from these models, ``SPEC.md`` describes them,
and the SDK (which must not import pydantic) is tested against them. Field order is wire order. The text
under a field is what its schema says of it (``protocol.schemas`` takes it from this source).
"""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

PROTOCOL_MAJOR: Final = 1
PROTOCOL_MINOR: Final = 0

LINE_BYTES: Final = 4096
"""The longest line either side may send, its newline included. A ``play`` request with a full history
is under 1 KiB and a reply under 100 bytes; one page leaves room for a comment and later fields."""

COMMENT_BYTES: Final = 1024
"""The longest ``comment``, in UTF-8 bytes: a few sentences for a human reader."""

OUTPUT_BYTES: Final = 64 * 1024
"""The most a bot may write to stdout for one request, blank lines included: one pipe's capacity."""

NOTICE_CHARACTERS: Final = 300
"""The longest ``text`` of a ``fault`` line. A character takes at most twelve bytes as JSON in ASCII, so
that even the strangest text leaves the line within LINE_BYTES."""


def _shorten(text: object) -> object:
    """A notice quotes what a bot sent, so its length is the bot's choice: cut it, never refuse it."""
    if isinstance(text, str) and len(text) > NOTICE_CHARACTERS:
        return text[: NOTICE_CHARACTERS - 3] + "..."
    return text


def _is_none(value: object) -> bool:
    return value is None


CardName = Annotated[
    str,
    Field(pattern=r"^[A7KJQ65432][CDHS]$", description="A card: rank, then suit. AH, 7C, 2S."),
]
SeatNumber = Annotated[
    int, Field(ge=0, le=3, description="A seat: 0 to 3, shown as N E S W; the next is +1 mod 4.")
]
MessageId = Annotated[int, Field(ge=0, le=2**31 - 1)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Millis = Annotated[int, Field(ge=0, le=2**31 - 1, description="Milliseconds.")]
Pair = Annotated[list[Count], Field(min_length=2, max_length=2)]
Notice = Annotated[str, Field(max_length=NOTICE_CHARACTERS), BeforeValidator(_shorten)]
Words = Annotated[str, Field(max_length=64)]


class Message(BaseModel):
    """Base of what the referee sends."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Reply(BaseModel):
    """Base of what a bot answers. Fields that this version doesn't know are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Rules(Message):
    """The ruleset in force; the fields and values of ``arena.engine.Ruleset``."""

    games_to_win: Count
    """Games that win a rubber (R16)."""
    double_above: Count
    """More points than this win 2 games (R12)."""
    sweep_games: Count
    """Games that a sweep wins (R13)."""
    sweep_by: Literal["tricks", "points"]
    """What a sweep is: all ten tricks, or all 120 points (R13)."""
    tie: Literal["carry", "carry_once", "void"]
    """What 60-60 leaves to the next deal: a game for each tie, one game however many, nothing (R14, R15)."""
    deal_direction: Literal["clockwise", "anticlockwise"]
    """How the cards are dealt (R3, R5)."""
    table_direction: Literal["clockwise", "anticlockwise"]
    """How a table is drawn (R2); it changes nothing in the play."""


class ClockSettings(Message):
    """The time allowed."""

    start_ms: Millis
    """From the start of the process to the ``hello`` reply."""
    move_ms: Millis
    """For each card."""
    bank_ms: Millis
    """The reserve for the whole half, which cards that take longer than ``move_ms`` draw on."""


class Limits(Message):
    """The sizes that a bot must keep to."""

    line_bytes: Count
    """The longest line, its newline included."""
    comment_bytes: Count
    """The longest comment, in UTF-8."""


class Hello(Message):
    """The first line to a bot. It needs a reply: ``hello_reply``."""

    type: Literal["hello"] = "hello"
    id: MessageId
    """To be repeated in the reply."""
    protocol: Count
    """The protocol's major version; a bot that speaks another can't play."""
    minor: Count
    """The protocol's minor version; a higher one only adds fields and notes."""
    rules: Rules
    seat: SeatNumber
    """This bot's seat."""
    partner: SeatNumber
    """The seat of this bot's partner."""
    clock: ClockSettings
    limits: Limits
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)]
    """This bot's own random seed: a bot that takes all its chance from it can be repeated."""


class DealStart(Message):
    """A new deal. It needs no reply."""

    type: Literal["deal"] = "deal"
    deal: Count
    """The deal's number, from 1 within the half."""
    dealer: SeatNumber
    """Who dealt."""
    trump: CardName
    """The trump card, which all see."""
    trump_seat: SeatNumber
    """Who holds the trump card: the dealer (R4)."""
    leader: SeatNumber
    """Who leads the first trick (R6)."""
    hand: Annotated[list[CardName], Field(min_length=10, max_length=10)]
    """This bot's ten cards, in canonical order."""
    games: Pair
    """Games so far, ours and theirs: the rubber's score, or 0 and 0 on a board."""
    carry: Count
    """Games that earlier ties added to what this deal is worth (R14, R15)."""


class MoveClock(Message):
    """The time for this card."""

    move_ms: Millis
    """The card's own allowance."""
    bank_ms: Millis
    """What is left of the reserve."""


class Play(Message):
    """Choose a card. It needs a reply: ``play_reply``. All that is needed to choose is in here."""

    type: Literal["play"] = "play"
    id: MessageId
    """To be repeated in the reply."""
    deal: Count
    """The deal's number, from 1 within the half."""
    trick: Annotated[int, Field(ge=1, le=10)]
    """The trick's number, from 1."""
    seat: SeatNumber
    """This bot's seat."""
    hand: Annotated[list[CardName], Field(min_length=1, max_length=10)]
    """The cards that this bot holds, in canonical order."""
    legal: Annotated[list[CardName], Field(min_length=1, max_length=10)]
    """Those of them that may be played now (R7, R8), in canonical order."""
    trump: CardName
    """The trump card that all saw; its suit is the trump suit."""
    trump_seat: SeatNumber
    """Who was dealt the trump card."""
    leader: SeatNumber
    """Who led, or leads, the trick in play."""
    table: Annotated[list[tuple[SeatNumber, CardName]], Field(max_length=3)]
    """The trick in play so far: seat and card, in order of play."""
    history: Annotated[
        list[tuple[SeatNumber, tuple[CardName, CardName, CardName, CardName]]], Field(max_length=9)
    ]
    """The finished tricks: who led, and the four cards in order of play from there."""
    points: Pair
    """Card points taken so far in this deal, ours and theirs."""
    games: Pair
    """Games so far, ours and theirs: the rubber's score, or 0 and 0 on a board."""
    carry: Count
    """Games that earlier ties added to what this deal is worth (R14, R15)."""
    clock: MoveClock


class DealEnd(Message):
    """A deal is over. It needs no reply."""

    type: Literal["deal_end"] = "deal_end"
    deal: Count
    """The deal's number, from 1 within the half."""
    points: Pair
    """Card points, ours and theirs; a forfeited deal reads as a sweep."""
    tricks: Pair
    """Tricks, ours and theirs."""
    games_won: Pair
    """Games that the deal brought, ours and theirs, what was carried included."""
    games: Pair
    """Games after it, ours and theirs."""
    carry: Count
    """Games that ties now add to the next deal (R14, R15)."""
    hands: Annotated[list[list[CardName]] | None, Field(exclude_if=_is_none)] = None
    """The four hands as dealt, by seat. Left out unless the tournament shows them."""


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
    """This bot did something wrong. It needs no reply."""

    type: Literal["fault"] = "fault"
    code: FaultCode
    """What it was; see the table of faults in SPEC.md."""
    for_id: MessageId | None
    """The request that it was to answer; null when none was open."""
    text: Notice
    """What an author should look at."""
    faults: Count
    """The partnership's faults in this match, this one included."""
    fatal: bool
    """Whether the process is stopped for it."""


class ByeReason(StrEnum):
    """Why the referee says good-bye."""

    MATCH_OVER = "match_over"
    FAULT = "fault"
    VOID = "void"


class Bye(Message):
    """The last line; stdin closes after it. It needs no reply."""

    type: Literal["bye"] = "bye"
    reason: ByeReason
    """All is played, this bot's fault ended its process, or the match doesn't count."""


class HelloReply(Reply):
    """The answer to ``hello``."""

    id: MessageId
    """The ``id`` of the ``hello``."""
    protocol: Count
    """The major version that the bot speaks: 1."""
    minor: Count | None = None
    """The minor version that the bot speaks; left out it is 0."""
    name: Words | None = None
    """What the bot calls itself, at most 64 characters; for logs only."""
    version: Words | None = None
    """The bot's own version, at most 64 characters; for logs only."""
    author: Words | None = None
    """Who wrote the bot, at most 64 characters; for logs only."""


class PlayReply(Reply):
    """The answer to ``play``."""

    id: MessageId
    """The ``id`` of the ``play``."""
    card: CardName
    """One of the cards in ``legal``."""
    comment: str | None = None
    """Words for those who study the match, at most 1024 bytes of UTF-8; nobody at the table sees them."""


MESSAGES: Final[tuple[type[Message], ...]] = (Hello, DealStart, Play, DealEnd, FaultNotice, Bye)
REPLIES: Final[tuple[type[Reply], ...]] = (HelloReply, PlayReply)
