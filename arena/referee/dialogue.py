"""One seat's side of the conversation: which facts may happen in which phase, and what they mean.

A ``Dialogue`` knows processes, requests, replies and time, and nothing of cards. It reports what the
table must judge: an answer, a misdeed, or an event that is only to be noted. The table at the end of
this module says which fact is possible in which phase; any other is a bug of the arena.

What the protocol leaves open is decided like this:

- A line is handled by itself, however the bytes happened to be cut into reads.
- A closed stdout waits ``SETTLE_US`` for the process's exit, which says more: the fault is then
  ``exited`` with its status, else ``closed_stdout``. The game doesn't stop for it: the seat may even be
  asked meanwhile, and the fault then answers that request.
- A reply that comes before its request is known to be written in full took no time.
- A right reply that is read after its deadline, but before the alarm, is in time: the referee itself
  came late to look, and can't know when the reply came.
- After a request ended without an answer, one reply with its id is still due, and dropped as stale. A
  line that was half there when time ran out is that reply, whatever it turns out to be.
- Message ids rise through the whole half, across restarts too.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, assert_never

from arena.engine import Seat
from arena.errors import RefereeBug
from arena.referee import faults
from arena.referee.clocks import (
    MS,
    OFF_TURN_US,
    SETTLE_US,
    SETTLED_US,
    WRITE_LIMIT_US,
    Countdown,
    Late,
)
from arena.referee.effects import CancelAlarm, Effect, Rest, Send, SetAlarm, Start, Stop, Wake
from arena.referee.events import Cause, HelloAnswered, HostOverloaded, StaleReply
from arena.referee.facts import (
    Doing,
    Exited,
    Received,
    SeatFact,
    Spawned,
    SpawnFailed,
    StdoutClosed,
    TimePassed,
    Usage,
    Written,
)
from arena.referee.framing import Kind, LineBuffer, Piece
from arena.referee.replies import Stale, Wrong, read_hello, read_play, read_unasked
from arena.referee.seat import Answer, HostTooSlow, Misdeed, Phase, Report, Request
from arena.referee.spec import Clock
from protocol.messages import FaultCode, HelloReply, PlayReply

_FactT = TypeVar("_FactT")
Row = Mapping[Phase, Callable[["Dialogue", _FactT], Report | None]]
"""For one kind of fact: what it means in each phase in which it can happen."""


class Dialogue:
    """The protocol state of one seat, through all processes that it has in one half.

    ``feed`` takes a fact and returns the first thing to be judged; ``next_report`` the others, until
    None. Effects are appended to ``out``. phase, request, greeted (whether the process has answered
    ``hello``) and bank_us (what is left of the reserve) are for reading only.
    """

    def __init__(self, seat: Seat, clock: Clock, out: list[Effect]) -> None:
        self.seat = seat
        self.phase = Phase.ABSENT
        self.request: Request | None = None
        self.greeted = False
        self.bank_us = clock.bank_ms * MS
        self._start_us = clock.start_ms * MS
        self._move_us = clock.move_ms * MS
        self._out = out
        self._lines = LineBuffer()
        self._countdown: Countdown | None = None
        self._alarm_us: int | None = None
        self._last_id = 0
        self._due_ids: set[int] = set()
        self._resting = False
        self._frozen = False
        self._works_off_turn = False
        self._half_come_id = 0
        self._closed_us = 0
        self._read_us = 0
        self._read_usage = Usage()

    @property
    def starting(self) -> bool:
        """Whether a process is under way that hasn't answered ``hello``."""
        return self.phase is not Phase.ABSENT and not self.greeted

    @property
    def has_process(self) -> bool:
        """Whether there is a process, which can be written to."""
        return self.phase not in {Phase.ABSENT, Phase.SPAWNING}

    def next_id(self) -> int:
        """A fresh message id."""
        self._last_id += 1
        return self._last_id

    # What the table wants.

    def start(self, hello: Request) -> None:
        """Ask for a process, which is sent ``hello`` once it exists; the seat must have none."""
        self.phase = Phase.SPAWNING
        self.request = hello
        self._out.append(Start(self.seat))

    def say(self, line: bytes) -> None:
        """Send a line that needs no reply."""
        self._out.append(Send(self.seat, line))

    def early_output(self, at_us: int) -> Report | None:
        """What lies unread of a seat that is about to be asked: to be judged first; None if nothing.

        A part of a line counts too, unless it may belong to a stale reply, or stdout is closed (which is
        a fault of its own that comes with this evidence).
        """
        if (report := self.next_report()) is not None:
            return report
        partial = self._lines.partial
        if not partial or self._due_ids or self.phase is Phase.CLOSING:
            return None
        self._lines.drop_partial()
        hint = faults.hint_unsolicited(partial)
        return Misdeed(FaultCode.UNSOLICITED_OUTPUT, at_us, Cause.BYTES, hint, None, partial)

    def ask(self, request: Request) -> None:
        """Send a request for a card to a seat that is idle (or whose stdout just closed)."""
        self._lines.new_request()
        self.request = request
        self._wake()
        self._out.append(Send(self.seat, request.line))
        if self.phase is Phase.IDLE:
            self.phase = Phase.ASKED
            self._set_alarm(request.sent_us + WRITE_LIMIT_US + 1)

    def rest(self, *, freeze: bool) -> None:
        """Its turn is over, and its process goes on living; to be frozen or only watched.

        Who was found to work when others are asked is frozen from then on.
        """
        if self.phase is Phase.IDLE and not self._resting:
            self._resting = True
            self._frozen = freeze or self._works_off_turn
            self._out.append(Rest(self.seat, self._frozen))

    def hold(self) -> None:
        """Let a process that rests do nothing till its turn: it may be what keeps the core from another."""
        if self._resting and not self._frozen:
            self._frozen = True
            self._out.append(Rest(self.seat, freeze=True))

    def stop(self, *, gracefully: bool) -> None:
        """End the process, and forget all that belonged to it."""
        self._cancel_alarm()
        self._out.append(Stop(self.seat, gracefully))
        self.phase = Phase.ABSENT
        self.request = None
        self.greeted = False
        self._resting = self._works_off_turn = False
        self._lines = LineBuffer()
        self._countdown = None
        self._due_ids.clear()

    # What happens.

    def feed(self, fact: SeatFact) -> Report | None:  # noqa: PLR0911 - one row for each kind of fact
        """Take in a fact. Raises RefereeBug for one that can't be, and then changes nothing."""
        match fact:
            case Received():
                return self._handle(ON_RECEIVED, fact)
            case Written():
                return self._handle(ON_WRITTEN, fact)
            case TimePassed():
                return self._handle(ON_TIME_PASSED, fact)
            case Spawned():
                return self._handle(ON_SPAWNED, fact)
            case SpawnFailed():
                return self._handle(ON_SPAWN_FAILED, fact)
            case StdoutClosed():
                return self._handle(ON_STDOUT_CLOSED, fact)
            case Exited():
                return self._handle(ON_EXITED, fact)
            case _:
                assert_never(fact)

    def _handle(self, row: Row[_FactT], fact: _FactT) -> Report | None:
        handler = row.get(self.phase)
        if handler is None:
            raise RefereeBug(f"{fact} can't happen to a seat that is {self.phase}")
        return handler(self, fact)

    def next_report(self) -> Report | None:
        """What the next line says that has come already; None when all is digested."""
        piece = self._lines.take()
        if piece is None:
            return None
        match piece.kind:
            case Kind.LINE:
                return self._line(piece)
            case Kind.SKIPPED:
                return self._stale(self._half_come_id)
            case Kind.TOO_LONG:
                wrong = Wrong(FaultCode.LINE_TOO_LONG, faults.hint_too_long())
                return self._bad_line(wrong, piece)
            case Kind.TOO_MUCH:
                wrong = Wrong(FaultCode.TOO_MUCH_OUTPUT, faults.hint_too_much())
                return self._bad_line(wrong, piece)
            case _:
                assert_never(piece.kind)

    def spawned(self, fact: Spawned) -> None:
        """The process is there: say hello."""
        request = self._open_request
        request.sent_us = request.spawned_us = fact.at_us
        self.phase = Phase.GREETING
        self._out.append(Send(self.seat, request.line))
        self._count_down(fact.at_us, self._start_us)

    def spawn_failed(self, fact: SpawnFailed) -> Report:
        """There will be no process."""
        request = self._end_request(fact.at_us, Usage())
        return Misdeed(
            FaultCode.START_FAILED, fact.at_us, Cause.SPAWN, fact.reason, request,
            reason=fact.reason,
        )  # fmt: skip

    def hello_written(self, fact: Written) -> None:
        """``hello`` is on its way; its time runs since the process was spawned."""
        if self._open_request.asked_us is None:
            self._open_request.asked_us = fact.at_us

    def play_written(self, fact: Written) -> None:
        """The request is on its way: its time begins."""
        request = self._open_request
        request.asked_us, request.off_turn_us = fact.at_us, fact.off_turn_us
        self._works_off_turn |= fact.off_turn_us > OFF_TURN_US
        self.phase = Phase.THINKING
        self._count_down(fact.at_us, self._move_us + self.bank_us)

    def other_written(self, fact: Written) -> None:
        """No news: that line needs no reply, or its reply came faster than this fact."""

    def received(self, fact: Received) -> Report | None:
        """Output came."""
        self._read_us, self._read_usage = fact.at_us, fact.usage
        self._lines.add(fact.data)
        return self.next_report()

    def stdout_closed(self, fact: StdoutClosed) -> None:
        """No more output will come; give the exit a moment to show itself."""
        self.phase = Phase.CLOSING
        self._closed_us = fact.at_us
        self._wake()
        self._set_alarm(fact.at_us + SETTLE_US)

    def exited(self, fact: Exited) -> Report:
        """The process is gone."""
        partial = self._lines.partial
        request = self._end_request(fact.at_us, fact.usage)
        return Misdeed(
            FaultCode.EXITED, fact.at_us, Cause.EXIT, faults.hint_exited(fact.status, partial),
            request, partial, status=fact.status, usage=fact.usage,
        )  # fmt: skip

    def exit_not_seen(self, fact: TimePassed) -> Report | None:
        """No exit came with the end of stdout."""
        if self._too_early(fact):
            return None
        leaving = fact.doing in {Doing.RUNNING, Doing.QUEUED}
        if leaving and fact.at_us < self._closed_us + SETTLED_US:
            self._set_alarm(fact.at_us + SETTLE_US)
            return None
        partial = self._lines.partial
        request = self._end_request(fact.at_us, fact.usage)
        return Misdeed(
            FaultCode.CLOSED_STDOUT, fact.at_us, Cause.EOF, faults.hint_closed(partial),
            request, partial, usage=fact.usage, lag_us=fact.lag_us,
        )  # fmt: skip

    def write_timed_out(self, fact: TimePassed) -> Report | None:
        """The request still isn't written."""
        if self._too_early(fact):
            return None
        return self._out_of_time(fact, FaultCode.MOVE_TIMEOUT, faults.hint_unread())

    def time_ran_out(self, fact: TimePassed) -> Report | None:
        """The deadline passed; or the host was slow, and it moves."""
        if self._too_early(fact):
            return None
        countdown, request = self._running, self._open_request
        match countdown.look(fact.at_us, fact.usage, fact.lag_us, fact.doing):
            case Late.BOT:
                return self._time_is_up(fact, countdown, request)
            case Late.HOST:
                self._set_alarm(countdown.alarm_us)
                return HostOverloaded(
                    self.seat, fact.at_us, request.id, request.spawned_us, request.asked_us,
                    fact.usage, fact.lag_us, countdown.deadline_us, request.off_turn_us, fact.doing,
                )  # fmt: skip
            case _:  # Late.TOO_SLOW
                self._alarm_us = None  # it went off
                wall_us = fact.at_us - countdown.since_us
                return HostTooSlow(
                    self.seat, fact.at_us, wall_us, fact.usage, countdown.lag_us, fact.doing
                )

    def _time_is_up(self, fact: TimePassed, countdown: Countdown, request: Request) -> Misdeed:
        code = FaultCode.MOVE_TIMEOUT if self.greeted else FaultCode.START_TIMEOUT
        if request.asked_us is None:
            return self._out_of_time(fact, code, faults.hint_unread())
        partial = self._lines.partial
        hint = faults.hint_late(countdown.limit_us // MS, fact.usage, partial, fact.doing)
        return self._out_of_time(fact, code, hint)

    def _out_of_time(self, fact: TimePassed, code: FaultCode, hint: str) -> Misdeed:
        partial = self._lines.partial
        request = self._open_request
        self._end_request(fact.at_us, fact.usage)
        if partial:
            self._lines.skip_partial()
            self._half_come_id = request.id
        else:
            self._due_ids.add(request.id)
        return Misdeed(
            code, fact.at_us, Cause.TIME, hint, request, partial,
            usage=fact.usage, lag_us=fact.lag_us, doing=fact.doing,
        )  # fmt: skip

    # Lines.

    def _line(self, line: Piece) -> Report:
        request = self.request
        reading: HelloReply | PlayReply | Stale | Wrong
        if request is None:
            reading = read_unasked(line, self._due_ids)
        elif self.greeted:
            reading = read_play(line, request.id, self._due_ids)
        else:
            reading = read_hello(line, request.id)
        match reading:
            case PlayReply():
                return self._answer(reading, line)
            case HelloReply():
                return self._greeting(reading)
            case Stale():
                return self._stale(reading.id)
            case Wrong():
                return self._bad_line(reading, line)
            case _:
                assert_never(reading)

    def _greeting(self, reply: HelloReply) -> HelloAnswered:
        at_us, usage, request = self._read_us, self._read_usage, self._open_request
        self._end_request(at_us, usage)
        self.greeted = True
        asked_us = at_us if request.asked_us is None else request.asked_us
        return HelloAnswered(
            self.seat, request.id, request.sent_us, asked_us, at_us - request.sent_us, usage,
            reply.minor or 0, reply.name, reply.version, reply.author,
        )  # fmt: skip

    def _answer(self, reply: PlayReply, line: Piece) -> Answer:
        request = self._open_request
        late = self._countdown is not None and self._countdown.is_late(self._read_us)
        self._end_request(self._read_us, self._read_usage)
        return Answer(request, reply, line.raw, self._read_us, self._read_usage, late)

    def _stale(self, message_id: int) -> StaleReply:
        self._due_ids.discard(message_id)
        return StaleReply(self.seat, self._read_us, message_id)

    def _bad_line(self, wrong: Wrong, line: Piece) -> Misdeed:
        request = self._end_request(self._read_us, self._read_usage)
        if wrong.due and request is not None:
            self._due_ids.add(request.id)
        return Misdeed(
            wrong.code, self._read_us, Cause.BYTES, wrong.hint, request, line.raw,
            usage=self._read_usage,
        )  # fmt: skip

    # Requests and alarms.

    @property
    def _open_request(self) -> Request:
        if self.request is None:
            raise RefereeBug(f"seat {self.seat} is {self.phase} without a request")
        return self.request

    @property
    def _running(self) -> Countdown:
        if self._countdown is None:
            raise RefereeBug(f"seat {self.seat} is {self.phase} without a deadline")
        return self._countdown

    def _end_request(self, at_us: int, usage: Usage) -> Request | None:
        """Close the request, if one is open, and take its time from the reserve."""
        request, countdown = self.request, self._countdown
        if countdown is not None and self.greeted:
            over_us = countdown.charged_us(at_us, usage) - self._move_us
            self.bank_us -= min(self.bank_us, max(0, over_us))
        self.request = None
        self._countdown = None
        self.phase = Phase.IDLE
        self._cancel_alarm()
        return request

    def _wake(self) -> None:
        if self._resting:
            self._resting = False
            self._out.append(Wake(self.seat))

    def _count_down(self, since_us: int, limit_us: int) -> None:
        self._countdown = Countdown.start(since_us, limit_us)
        self._set_alarm(self._countdown.alarm_us)

    def _set_alarm(self, at_us: int) -> None:
        self._alarm_us = at_us
        self._out.append(SetAlarm(self.seat, at_us))

    def _cancel_alarm(self) -> None:
        if self._alarm_us is not None:
            self._alarm_us = None
            self._out.append(CancelAlarm(self.seat))

    def _too_early(self, fact: TimePassed) -> bool:
        """Whether the alarm went off before its time: it is set again, and nothing else happens."""
        if self._alarm_us is None or fact.at_us >= self._alarm_us:
            return False
        self._set_alarm(self._alarm_us)
        return True


_TALKING: Final = (Phase.GREETING, Phase.IDLE, Phase.ASKED, Phase.THINKING)
"""There is a process, and its stdout is open."""
_ALIVE: Final = (*_TALKING, Phase.CLOSING)

ON_SPAWNED: Final[Row[Spawned]] = {Phase.SPAWNING: Dialogue.spawned}
ON_SPAWN_FAILED: Final[Row[SpawnFailed]] = {Phase.SPAWNING: Dialogue.spawn_failed}
ON_RECEIVED: Final[Row[Received]] = dict.fromkeys(_TALKING, Dialogue.received)
ON_STDOUT_CLOSED: Final[Row[StdoutClosed]] = dict.fromkeys(_TALKING, Dialogue.stdout_closed)
ON_EXITED: Final[Row[Exited]] = dict.fromkeys(_ALIVE, Dialogue.exited)
ON_WRITTEN: Final[Row[Written]] = {
    Phase.GREETING: Dialogue.hello_written,
    Phase.IDLE: Dialogue.other_written,
    Phase.ASKED: Dialogue.play_written,
    Phase.THINKING: Dialogue.other_written,
    Phase.CLOSING: Dialogue.other_written,
}
ON_TIME_PASSED: Final[Row[TimePassed]] = {
    Phase.GREETING: Dialogue.time_ran_out,
    Phase.ASKED: Dialogue.write_timed_out,
    Phase.THINKING: Dialogue.time_ran_out,
    Phase.CLOSING: Dialogue.exit_not_seen,
}
