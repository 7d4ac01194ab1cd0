"""What a table wants done: the outputs of ``Table.feed``, to be carried out in order."""

from arena.engine import Seat
from arena.engine.values import value
from arena.referee.events import Event


@value
class Start:
    """Start a fresh process for the seat; answer with ``Spawned``, ``SpawnFailed`` or ``HostFailed``."""

    seat: Seat


@value
class Send:
    """Write one line (its newline included) to the seat, without waiting; answer with ``Written``."""

    seat: Seat
    line: bytes


@value
class SetAlarm:
    """Feed ``TimePassed`` for the seat once the time is ``at_us``. Replaces the seat's earlier alarm."""

    seat: Seat
    at_us: int


@value
class CancelAlarm:
    """Forget the seat's alarm."""

    seat: Seat


@value
class Rest:
    """The seat's turn is over: what its process uses from its last output on is off turn.

    freeze: stop the process, and all that it started, until ``Wake``. A process that rests already may be
    told so later, when the host turns out to be short of cores.
    """

    seat: Seat
    freeze: bool


@value
class Wake:
    """Let a seat's resting process run: before it is asked, or for its end to show itself."""

    seat: Seat


@value
class Stop:
    """End the seat's process and all that it started.

    gracefully: what was sent is still written, stdin closes, and the process has the shell's grace
    time before SIGTERM and SIGKILL, for which it is let run; otherwise SIGKILL at once. Nothing of it is a fact any more. Each
    ``Start`` is followed by one ``Stop``, also where no process came of it.
    """

    seat: Seat
    gracefully: bool


@value
class DealBoard:
    """Make the board of this number; answer with ``BoardDealt``."""

    board: int


@value
class Log:
    """Something to be written to the match log."""

    event: Event


@value
class Close:
    """The table is over; every seat has been stopped. Always the last effect."""


Effect = Start | Send | SetAlarm | CancelAlarm | Rest | Wake | Stop | DealBoard | Log | Close
