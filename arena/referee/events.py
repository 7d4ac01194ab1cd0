"""What a table decided or took note of: the substance of the match log.

Events hold all that is needed to feed the same facts again: times, measured usage, and of a fault the
very bytes that came. So a log can be proved by playing it through a new ``Table``.
"""

from dataclasses import dataclass
from enum import StrEnum

from arena.engine import Card, DealResult, Layout, Partnership, Seat
from arena.engine.values import value
from arena.referee.facts import Doing, Usage
from protocol.messages import FaultCode


@dataclass(frozen=True, slots=True)
class HelloAnswered:
    """A seat's process started and shook hands: what it says of itself, and how long it took.

    spawned_us is when the process began, asked_us when ``hello`` was written; wall_us runs from
    spawned_us to the reply, as ``start_ms`` does.
    """

    seat: Seat
    id: int
    spawned_us: int
    asked_us: int
    wall_us: int
    usage: Usage
    minor: int
    name: str | None
    version: str | None
    author: str | None


@dataclass(frozen=True, slots=True)
class UnitStarted:
    """A board or rubber begins; ``unit`` counts from 1 within the half."""

    unit: int
    at_us: int


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal begins; ``deal`` counts from 1 within the half. ``games`` is the rubber's score so far."""

    unit: int
    deal: int
    at_us: int
    board: int
    layout: Layout
    games: tuple[int, int]
    carry: int


class PlayedBy(StrEnum):
    """Who chose a card."""

    BOT = "bot"
    REFEREE = "referee"


@value
class CardPlayed:
    """A card was played.

    id, asked_us, wall_us and usage describe the request: when its writing ended, and how long the
    reply took from there. bank_us is the seat's reserve after the move. ``overloaded``: late by the wall
    clock, but in time once the host's own delays (run queue, referee lag) were taken off. ``by``
    REFEREE is a substitute's card, and follows its ``Faulted``; where the request never was written in
    full, asked_us is when it was sent. off_turn_us: CPU time that the bot's process used between its
    turn before and this request, when it had nothing to do.
    """

    deal: int
    trick: int
    seat: Seat
    card: Card
    by: PlayedBy
    id: int
    asked_us: int
    wall_us: int
    usage: Usage
    bank_us: int
    overloaded: bool
    comment: str | None
    off_turn_us: int = 0


class Cause(StrEnum):
    """The kind of fact that made a fault."""

    SPAWN = "spawn"
    BYTES = "bytes"
    EOF = "eof"
    EXIT = "exit"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did wrong, and the evidence.

    deal and trick are None outside a deal. for_id is the request it was to answer, None when none was open.
    request is the line that was sent for it. cause says which fact it was, with that fact's own
    data: received, status (exit), reason (spawn). asked_us is when the request's writing ended, None
    if it never did; spawned_us when the process began, for a fault before its ``hello`` reply alone.
    faults counts this partnership's faults in the match, this one included. fatal: the process is
    stopped for it. hint says in words what an author should look at. off_turn_us is as in ``CardPlayed``.
    doing: what the process did when its time was up, where that is known.

    received is what came, raw: a whole line with its line end; a part of a line where the line never
    ended; for LINE_TOO_LONG the first bytes, one more than the limit; for TOO_MUCH_OUTPUT the line
    that passed the limit.
    """

    seat: Seat
    code: FaultCode
    at_us: int
    deal: int | None
    trick: int | None
    for_id: int | None
    request: str | None
    spawned_us: int | None
    asked_us: int | None
    cause: Cause
    received: bytes
    status: int | None
    reason: str | None
    usage: Usage
    lag_us: int
    faults: int
    fatal: bool
    hint: str
    off_turn_us: int = 0
    doing: Doing = Doing.UNKNOWN


@dataclass(frozen=True, slots=True)
class Faulted:
    """A fault was charged."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class StaleReply:
    """A late answer was dropped: its request had timed out, or ended by a fault without a true answer."""

    seat: Seat
    at_us: int
    id: int


@dataclass(frozen=True, slots=True)
class HostOverloaded:
    """A seat's time was extended because the host, not the bot, was slow; ``until_us`` is the new deadline.

    spawned_us, asked_us, off_turn_us and doing are as in ``Fault``.
    """

    seat: Seat
    at_us: int
    id: int
    spawned_us: int | None
    asked_us: int | None
    usage: Usage
    lag_us: int
    until_us: int
    off_turn_us: int = 0
    doing: Doing = Doing.UNKNOWN


class Ending(StrEnum):
    """Why a deal, unit or half ended."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BOTH_FORFEIT = "both_forfeit"
    DEAL_LIMIT = "deal_limit"
    MATCH_LOST = "match_lost"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal is over: its result, the games it brought with the carry, and the score after it.

    A board carries nothing. BOTH_FORFEIT leaves the score as it was, with no points and no games.
    """

    unit: int
    deal: int
    at_us: int
    board: int
    ending: Ending
    result: DealResult
    games_won: int
    games: tuple[int, int]
    carry: int


@dataclass(frozen=True, slots=True)
class UnitEnded:
    """A board or rubber is over.

    winner is None for a tied board, a rubber at the deal limit, or a unit that both sides forfeited.
    games is the unit's score by partnership (a board's own games, a rubber's score), points the card
    points summed over ``deals``, the forfeited deal with its sweep included. A unit that both sides
    forfeited counts nothing of what was played: no games, no points, no deals.
    """

    unit: int
    at_us: int
    ending: Ending
    winner: Partnership | None
    games: tuple[int, int]
    points: tuple[int, int]
    deals: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The half is over. ``lost_by`` is the partnership that reached ``max_faults``, if one did.

    ending is PLAYED, MATCH_LOST or VOID; reason tells why a half is void. A deal or unit in play when the
    match is lost or void has no ending of its own. faults are those charged in this half, by
    partnership; stale counts the late answers dropped, by seat.
    """

    at_us: int
    ending: Ending
    lost_by: Partnership | None
    faults: tuple[int, int]
    stale: tuple[int, int, int, int]
    reason: str | None


Event = (
    HelloAnswered
    | UnitStarted
    | DealStarted
    | CardPlayed
    | Faulted
    | StaleReply
    | HostOverloaded
    | DealEnded
    | UnitEnded
    | TableClosed
)
