"""One process of a bot, talked to by a script, and judged as the referee judges.

A ``Talk`` is a seat's ``Dialogue`` with a process behind it and no table in front: what is said comes from the
caller. It adds what no table does: a line that comes in pieces, and a time-out that is only pretended.
"""

import math
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio

from arena.engine import Deal, Seat
from arena.errors import BotStartError, HostTooBusyError
from arena.referee import faults
from arena.referee.dialogue import Dialogue
from arena.referee.effects import CancelAlarm, Effect, Send, SetAlarm
from arena.referee.events import HelloAnswered, HostOverloaded, StaleReply
from arena.referee.facts import (
    Exited,
    Received,
    SeatFact,
    Spawned,
    SpawnFailed,
    StdoutClosed,
    TimePassed,
    Written,
)
from arena.referee.seat import Answer, HostTooSlow, Misdeed, Phase, Report, Request
from arena.referee.spec import Clock
from arena.runner.conformance.turn import EndedBy, Parting, Turn, illegal_card
from arena.runner.process.seat import SeatProcess
from arena.runner.table.shell import GRACE_S
from protocol.codec import encode
from protocol.messages import OUTPUT_BYTES, Bye, ByeReason, Hello, Message

MANY_REPORTS: Final = 100
"""A process that says so much at once is listened to no more."""

PIECE_S: Final = 0.000_2
"""Between two bytes of a line in pieces: enough for the bot to read each by itself."""

_US: Final = 1_000_000

Opener = Callable[[], SeatProcess]
"""Starts a process of the bot; raises as ``BotProcess.start`` does."""


@asynccontextmanager
async def talk_to(open_process: Opener, seat: Seat, clock: Clock) -> AsyncGenerator["Talk"]:
    """Start a process and talk to it; it and all that it started is gone afterwards.

    Raises OSError or subprocess.SubprocessError where this host can't start any.
    """
    try:
        process = open_process()
    except BotStartError as error:
        yield Talk(None, seat, clock, str(error))
        return
    talk = Talk(process, seat, clock)
    try:
        async with trio.open_nursery() as tasks:
            for task in (process.drain_stderr, talk.listen, talk.watch, talk.write_rest):
                tasks.start_soon(task)
            yield talk
            tasks.cancel_scope.cancel()
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.bury()


class Talk:
    """A conversation with one process; made by ``talk_to``. Begin with ``greet``.

    process: None where none could be started. over: nothing more can be said or heard. hello: how it was
    answered. overloaded: how often the host was too slow to blame the bot.
    """

    def __init__(
        self, process: SeatProcess | None, seat: Seat, clock: Clock, reason: str = ""
    ) -> None:
        self.process = process
        self.seat = seat
        self.over = False
        self.hello: HelloAnswered | None = None
        self.overloaded = 0
        self._reason = reason
        self._effects: list[Effect] = []
        self._dialogue = Dialogue(seat, clock, self._effects)
        self._reports: deque[Report] = deque()
        self._news = trio.Event()
        self._unsent = bytearray()
        self._blocked = trio.Event()
        self._writing = trio.CancelScope()
        self._exited = trio.Event()
        self._status = 0
        self._deaf = False
        self._alarm_us: int | None = None
        self._opened_s = trio.current_time()
        self._skipped_us = 0

    def next_id(self) -> int:
        """A fresh message id."""
        return self._dialogue.next_id()

    # What can be said.

    async def greet(
        self, hello: Hello, line: bytes | None = None, *, in_pieces: bool = False
    ) -> Misdeed | None:
        """Say hello, as ``line`` where that is given. What was wrong with the answer, else None."""
        text = encode(hello) if line is None else line
        self._dialogue.start(Request(hello.id, b"" if in_pieces else text, self._now_us()))
        if self.process is None:
            self._feed(SpawnFailed(self.seat, self._now_us(), self._reason))
        else:
            self._feed(Spawned(self.seat, self._now_us()))
        if in_pieces:
            await self._drip(text)
        while True:
            match await self._hear():
                case HelloAnswered() as answered:
                    self.hello = answered
                    return None
                case Misdeed() as misdeed:
                    self.over = True
                    return misdeed
                case _:
                    pass

    def tell(self, *messages: Message) -> None:
        """Send messages that need no reply."""
        self.tell_lines(b"".join(map(encode, messages)))

    def tell_lines(self, lines: bytes) -> None:
        """The same for lines as they are."""
        if not self.over and not self._exited.is_set():
            self._dialogue.say(lines)
            self._carry_out()

    async def ask(
        self,
        message_id: int,
        line: bytes,
        deal: Deal | None = None,
        *,
        in_pieces: bool = False,
    ) -> Turn:
        """Ask for a card by a line with this id; a card that ``deal`` doesn't allow is a misdeed."""
        text = line
        if in_pieces:
            await self._drip(line[:-1])
            text = line[-1:]
        misdeeds = self._unasked()
        stale = 0
        answer: Answer | None = None
        if not self.over:
            self._dialogue.ask(Request(message_id, text, self._now_us()))
            self._carry_out()
        while not self.over:
            match await self._hear():
                case Answer() as report:
                    answer = report
                    break
                case Misdeed() as misdeed:
                    misdeeds.append(misdeed)
                    if misdeed.request is not None:
                        break
                case StaleReply():
                    stale += 1
                case _:
                    pass
        if (
            answer is not None
            and deal is not None
            and (illegal := illegal_card(answer, deal, self.seat))
        ):
            return Turn(None, (*misdeeds, illegal), stale)
        return Turn(answer, tuple(misdeeds), stale)

    def ask_and_give_up(self, message_id: int, line: bytes) -> None:
        """Ask for a card, and act as if time had run out at once: the reply is stale when it comes."""
        if self.over or self._phase() is not Phase.IDLE:
            return
        self._dialogue.ask(Request(message_id, line, self._now_us()))
        self._carry_out()
        if self._phase() is Phase.THINKING and self._alarm_us is not None:
            self._skipped_us += max(0, self._alarm_us - self._now_us())
            self._feed(TimePassed(self.seat, self._now_us()))
            self._reports.pop()

    async def settle(self, quiet_s: float) -> list[Misdeed]:
        """Listen for a while when nothing is asked: what came that shouldn't have."""
        if not self.over:
            with trio.move_on_after(quiet_s):
                await self._exited.wait()
        return self._unasked()

    async def part(self) -> Parting | None:
        """Say bye and let the process end, as the table does; None where it is gone or can't be talked to."""
        process = self.process
        if process is None or self.over or self._exited.is_set():
            return None
        self.tell(Bye(reason=ByeReason.MATCH_OVER))
        self.over = self._deaf = True
        self._writing.cancel()
        began = trio.current_time()
        process.close_stdin()
        ended_by = EndedBy.ITSELF
        with trio.move_on_after(GRACE_S) as grace:
            await self._exited.wait()
        if grace.cancelled_caught:
            ended_by = EndedBy.SIGTERM
            process.terminate()
            with trio.move_on_after(GRACE_S) as grace:
                await self._exited.wait()
        if grace.cancelled_caught:
            ended_by = EndedBy.SIGKILL
            process.kill()
            await self._exited.wait()
        return Parting(ended_by, self._status, round((trio.current_time() - began) * _US))

    # The process, minded by tasks of ``talk_to``.

    async def listen(self) -> None:
        """Take in stdout, until its end or until nothing of it matters any more."""
        assert self.process is not None
        while not self._deaf:
            await self.process.wait_readable()
            if self._read_now() == 0:
                if not self._exited.is_set():
                    usage = self.process.usage()
                    self._feed(StdoutClosed(self.seat, self._now_us(), usage))
                return

    async def watch(self) -> None:
        """Wait for the exit."""
        assert self.process is not None
        self._status = await self.process.wait_exit()
        size = 0
        while size <= OUTPUT_BYTES and (read := self._read_now()):
            size += read
        self._exited.set()
        if self._dialogue.has_process and not self._deaf:
            usage = self.process.usage()
            self._feed(Exited(self.seat, self._now_us(), self._status, usage))
        self._deaf = True

    async def write_rest(self) -> None:
        """Write what didn't fit into the pipe, whenever something didn't."""
        assert self.process is not None
        with self._writing:
            while True:
                await self._blocked.wait()
                await self.process.wait_writable()
                self._blocked = trio.Event()
                self._push()

    def _read_now(self) -> int | None:
        """Take in what one read finds of stdout: how many bytes, 0 at its end, None if nothing is there."""
        assert self.process is not None
        data = None if self._deaf else self.process.read()
        if data:
            self._feed(Received(self.seat, self._now_us(), data, self.process.usage()))
        return None if data is None else len(data)

    # The dialogue.

    def _now_us(self) -> int:
        """Microseconds since the talk began, with those that were only pretended to pass."""
        return round((trio.current_time() - self._opened_s) * _US) + self._skipped_us

    def _phase(self) -> Phase:
        return self._dialogue.phase

    def _feed(self, fact: SeatFact) -> None:
        report = self._dialogue.feed(fact)
        while report is not None:
            self._reports.append(report)
            if _is_fatal(report) or len(self._reports) > MANY_REPORTS:
                self._deaf = True
                break
            report = self._dialogue.next_report()
        self._carry_out()
        self._news.set()
        self._news = trio.Event()

    def _carry_out(self) -> None:
        effects = self._effects[:]
        self._effects.clear()
        for effect in effects:
            match effect:
                case Send(_, line):
                    self._unsent += line
                case SetAlarm(_, at_us):
                    self._alarm_us = at_us
                case CancelAlarm():
                    self._alarm_us = None
                case _:
                    pass
        if any(isinstance(effect, Send) for effect in effects) and not self._blocked.is_set():
            self._push()

    def _push(self) -> None:
        """Write what fits of what is to be sent."""
        assert self.process is not None
        try:
            if self._unsent:
                del self._unsent[: self.process.write(self._unsent)]
        except BrokenPipeError:
            self._unsent.clear()
            return
        if self._unsent:
            self._blocked.set()
        else:
            self.process.mark()
            self._feed(Written(self.seat, self._now_us()))

    async def _drip(self, text: bytes) -> None:
        """Write a line byte by byte, past the dialogue."""
        for at in range(len(text)):
            if self.process is None or self.over or self._exited.is_set():
                return
            try:
                self.process.write(text[at : at + 1])
            except BrokenPipeError:
                return
            await trio.sleep(PIECE_S)

    async def _hear(self) -> Report:
        """The next report; minds the time meanwhile."""
        while not self._reports:
            alarm_us = self._alarm_us
            with trio.move_on_at(self._real_s(alarm_us)) as scope:
                await self._news.wait()
            if scope.cancelled_caught:
                self._ring(alarm_us)
        return self._take_report()

    def _take_report(self) -> Report:
        report = self._reports.popleft()
        if isinstance(report, HostTooSlow):
            raise HostTooBusyError(faults.too_slow(report))
        self.over = self.over or _is_fatal(report)
        self.overloaded += isinstance(report, HostOverloaded)
        return report

    def _unasked(self) -> list[Misdeed]:
        """What was wrong while nothing was asked, an unfinished line included."""
        found: list[Misdeed] = []
        while not self.over:
            if not self._reports:
                early = self._dialogue.early_output(self._now_us())
                if early is None:
                    break
                self._reports.append(early)
            report = self._take_report()
            if isinstance(report, Misdeed):
                found.append(report)
        return found

    def _real_s(self, at_us: int | None) -> float:
        """When it is ``at_us`` on trio's clock."""
        return math.inf if at_us is None else self._opened_s + (at_us - self._skipped_us) / _US

    def _ring(self, alarm_us: int | None) -> None:
        """The alarm is due: unless the reply has come after all, the dialogue is told the time."""
        assert self.process is not None
        self._read_now()
        if alarm_us is not None and self._alarm_us == alarm_us:
            now_us = max(self._now_us(), alarm_us)
            doing, usage = self.process.doing(), self.process.usage()
            self._feed(TimePassed(self.seat, now_us, usage, now_us - alarm_us, doing))


def _is_fatal(report: Report) -> bool:
    """Whether nothing that the process says afterwards matters."""
    return isinstance(report, Misdeed) and report.code in faults.FATAL
