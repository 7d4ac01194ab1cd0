"""What can happen to a table: the inputs of ``Table.feed``.

``at_us`` is the time of the fact in microseconds since the table was opened, never falling from one fact to
the next. The shell promises: after an effect ``Stop`` for a seat, no further fact of the process that
it stopped.
"""

from enum import StrEnum

from arena.engine import Layout, Seat
from arena.engine.values import value


@value
class Usage:
    """What a bot's process used since its current request was written, in microseconds.

    cpu_us: CPU time of all its threads, and of the processes that it started. delay_us: how long these
    threads stood ready to run but had no core (the kernel's run-queue delay), summed. Both 0 where the
    host can't measure them.
    """

    cpu_us: int = 0
    delay_us: int = 0


class Doing(StrEnum):
    """What a bot's process, with all that it started, was doing at the moment of a look."""

    UNKNOWN = "unknown"
    """The host can't tell."""
    RUNNING = "running"
    """It had a core."""
    QUEUED = "queued"
    """It was ready to run, and had no core."""
    READING = "waiting for its stdin"
    """It was waiting for input, though it had read all that was sent."""
    SLEEPING = "sleeping"
    """It was waiting for something else, or for a moment."""


@value
class Spawned:
    """The seat's process exists and can be written to."""

    seat: Seat
    at_us: int


@value
class SpawnFailed:
    """The seat's command couldn't be started, and that is the bot's own doing (not found, not executable)."""

    seat: Seat
    at_us: int
    reason: str


@value
class Written:
    """All that was sent to the seat so far has been written to its pipe.

    off_turn_us: CPU time that its process used since its turn was over (the effect ``Rest``).
    """

    seat: Seat
    at_us: int
    off_turn_us: int = 0


@value
class Received:
    """Bytes from the seat's stdout, as they came: any number of lines or a part of one."""

    seat: Seat
    at_us: int
    data: bytes
    usage: Usage = Usage()


@value
class StdoutClosed:
    """The seat's stdout came to its end although the process hasn't been seen to exit."""

    seat: Seat
    at_us: int
    usage: Usage = Usage()


@value
class Exited:
    """The seat's process ended: ``status`` is its exit code, or minus the signal that killed it.

    Fed after all that could still be read of its stdout.
    """

    seat: Seat
    at_us: int
    status: int
    usage: Usage = Usage()


@value
class TimePassed:
    """The alarm set by ``SetAlarm`` went off; the shell has read once more without blocking.

    ``usage`` is that of the seat that the alarm was set for. ``lag_us``: how much later than the
    alarm the referee itself came round to look. ``doing``: what it was doing then.
    """

    seat: Seat
    at_us: int
    usage: Usage = Usage()
    lag_us: int = 0
    doing: Doing = Doing.UNKNOWN


@value
class BoardDealt:
    """The board that ``DealBoard`` asked for."""

    at_us: int
    board: int
    layout: Layout


@value
class HostFailed:
    """The host, not a bot, broke: no memory to spawn, a worker told to stop. The match is void."""

    at_us: int
    reason: str


Fact = (
    Spawned
    | SpawnFailed
    | Written
    | Received
    | StdoutClosed
    | Exited
    | TimePassed
    | BoardDealt
    | HostFailed
)
SeatFact = Spawned | SpawnFailed | Written | Received | StdoutClosed | Exited | TimePassed
