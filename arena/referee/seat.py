"""What can be said of one seat: its phase, the request that is open, and what it did.

These are the values that ``Dialogue`` reports and ``Table`` judges.
"""

from dataclasses import dataclass
from enum import StrEnum

from arena.engine import Seat
from arena.engine.values import value
from arena.referee.events import Cause, HelloAnswered, HostOverloaded, StaleReply
from arena.referee.facts import Doing, Usage
from protocol.messages import FaultCode, PlayReply

NO_USAGE = Usage()
"""Nothing measured."""


class Phase(StrEnum):
    """Where a seat is in its conversation."""

    ABSENT = "absent"
    """No process."""
    SPAWNING = "spawning"
    """A process was asked for."""
    GREETING = "greeting"
    """It was sent ``hello``, and must answer."""
    IDLE = "idle"
    """Nothing is asked of it."""
    ASKED = "asked"
    """A request was sent, but isn't known to be written in full."""
    THINKING = "thinking"
    """Its clock runs."""
    CLOSING = "closing"
    """Its stdout is closed; shortly it will be known whether it exited."""


@dataclass(slots=True)
class Request:
    """A line that needs a reply.

    spawned_us is set for ``hello`` alone; asked_us and off_turn_us (CPU time that the process used since
    its last turn) once it is written.
    """

    id: int
    line: bytes
    sent_us: int
    spawned_us: int | None = None
    asked_us: int | None = None
    off_turn_us: int = 0


@value
class Answer:
    """A well-formed reply to ``request``; whether its card may be played isn't known here.

    raw is the line as it came. late: past the limit by the wall clock, but excused.
    """

    request: Request
    reply: PlayReply
    raw: bytes
    at_us: int
    usage: Usage
    late: bool


@dataclass(frozen=True, slots=True)
class Misdeed:
    """Something that a bot did wrong, with its evidence; what it costs isn't known here.

    request is the one that it ended, None when nothing was asked.
    """

    code: FaultCode
    at_us: int
    cause: Cause
    hint: str
    request: Request | None
    received: bytes = b""
    status: int | None = None
    reason: str | None = None
    usage: Usage = NO_USAGE
    lag_us: int = 0
    doing: Doing = Doing.UNKNOWN


@dataclass(frozen=True, slots=True)
class HostTooSlow:
    """The host kept a core from the seat's process for longer than a match is held up for."""

    seat: Seat
    at_us: int
    wall_us: int
    usage: Usage
    lag_us: int
    doing: Doing


Report = HelloAnswered | StaleReply | HostOverloaded | HostTooSlow | Answer | Misdeed
"""What a dialogue has for the table: to judge, or only to note."""
