"""The shell around a table: carries out effects on real processes, and feeds back what happened.

All of it runs in one trio thread, and ``Table.feed`` is called where a fact turns up, so there is no
channel and no lock. Three things keep deadlines true:

- Nothing that minds the time ever waits for a bot: a line goes out with one write that doesn't block, and
  what didn't fit is left to a task of that seat.
- One alarm task serves all seats. Its deadline is moved, and only ever moved to be earlier: it wakes
  for nothing now and then, which is cheaper than a cancel scope per request.
- Before time is called, stdout is read once more: a reply that lay there came in time.

A bot that answers at once isn't waited for by trio, whose waiting costs more than all the rest of a move:
``_sprint`` waits for a moment in the kernel, and trio has its turn every few milliseconds.
"""

import math
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, assert_never

import trio

from arena.engine import Layout, Seat
from arena.errors import BotStartError, RefereeBug
from arena.referee.effects import (
    CancelAlarm,
    Close,
    DealBoard,
    Effect,
    Log,
    Rest,
    Send,
    SetAlarm,
    Start,
    Stop,
    Wake,
)
from arena.referee.events import Event, TableClosed
from arena.referee.facts import (
    BoardDealt,
    Exited,
    Fact,
    HostFailed,
    Received,
    Spawned,
    SpawnFailed,
    StdoutClosed,
    TimePassed,
    Written,
)
from arena.referee.spec import TableSpec
from arena.referee.table import Table
from arena.runner.process import sweep
from arena.runner.process.child import STORAGE_ERRNOS
from arena.runner.process.seat import BotProcess, SeatProcess
from arena.runner.process.stderr import StderrSink, StderrTail
from arena.runner.table.link import Link, Outputs
from arena.sandbox.launch import LaunchPlan
from protocol.messages import OUTPUT_BYTES

GRACE_S: Final = 0.5
"""How long a bot has to end after its stdin is closed, and again after SIGTERM."""

_MOMENT_MS: Final = 1
"""How long the whole process waits for one reply, and minds nothing else. A bot that takes longer is left
to trio, which then costs a twentieth of the bot's own time at most."""

_SPRINT_S: Final = 0.01
"""After so long trio has its turn: deadlines, exits and stderr can't wait for ever. Ten milliseconds are
nothing to them, and two hundred quick moves."""

_US: Final = 1_000_000
_NEVER: Final = math.inf

Opener = Callable[[Seat], SeatProcess]
"""Starts a process for a seat; raises as ``BotProcess.start`` does."""


async def run_table(
    spec: TableSpec,
    launches: Sequence[LaunchPlan],
    board: Callable[[int], Layout],
    log: Callable[[Event], None],
    stderr: StderrSink,
    *,
    alone: bool = False,
) -> TableClosed:
    """Play one half with real processes, from their start to the end of the last of them.

    launches are by seat; alone: this process plays no other table meanwhile, and may wait for a moment in
    the kernel; board makes the layout of a board's number; log is given every event in order.
    Returns the event that closed the table, which was also logged. However it ends, by an error or
    by being cancelled too, no process is left that can be told to be of this table.
    """
    sweep.become_subreaper()

    def open_process(seat: Seat) -> SeatProcess:
        return BotProcess.start(launches[seat])

    return await Shell(spec, open_process, board, log, stderr, alone=alone).run()


class Shell:
    """One table and its processes. ``open_process`` is the seam for tests; else as ``run_table``."""

    _tasks: trio.Nursery
    _time_s: Callable[[], float]

    def __init__(
        self,
        spec: TableSpec,
        open_process: Opener,
        board: Callable[[int], Layout],
        log: Callable[[Event], None],
        stderr: StderrSink,
        *,
        alone: bool = False,
    ) -> None:
        self._table = Table(spec)
        self._open_process = open_process
        self._board = board
        self._log = log
        self._stderr = stderr
        self._alone = alone
        self._links: dict[Seat, Link] = {}
        self._outputs = Outputs()
        self._written_to: dict[Seat, Link] = {}
        self._facts: deque[tuple[Link | None, Fact]] = deque()
        self._pumping = False
        self._alarms: dict[Seat, int] = {}
        self._wake_us = _NEVER
        self._alarm_scope = trio.CancelScope()
        self._opened_s = 0.0
        self._closing: TableClosed | None = None
        self._closed = trio.Event()

    async def run(self) -> TableClosed:
        """Play to the end. To be called once."""
        self._time_s = trio.lowlevel.current_clock().current_time
        self._opened_s = self._time_s()
        async with trio.open_nursery() as self._tasks:
            self._tasks.start_soon(self._mind_alarms)
            self._pumping = True
            self._carry_out(self._table.open())
            self._pump()
            await self._closed.wait()
            self._alarm_scope.cancel()
        if self._closing is None:
            raise RefereeBug("the table closed without saying how it ended")
        return self._closing

    # Time.

    def _now_us(self) -> int:
        """Microseconds since the table was opened, never falling. Rounded, so that no alarm comes early."""
        return round((self._time_s() - self._opened_s) * _US)

    # Facts in.

    def _note(self, link: Link | None, fact: Fact) -> None:
        """Take in a fact, of the process that it is about; and all that follows from it."""
        self._facts.append((link, fact))
        if not self._pumping:
            self._pump()

    def _pump(self) -> None:
        """Feed facts until there are none. Left pumping by an error, after which nothing is fed."""
        self._pumping = True
        while self._facts:
            link, fact = self._facts.popleft()
            if self._is_moot(link, fact):
                continue
            self._carry_out(self._table.feed(fact))
        self._pumping = False

    def _is_moot(self, link: Link | None, fact: Fact) -> bool:
        """Whether a fact ceased to be one while it waited its turn."""
        if link is None:
            return self._table.closed
        return link.stopped or (isinstance(fact, Written) and bool(link.unsent or link.broken))

    # Effects out.

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            self._do(effect)
        if self._written_to:
            for link in self._written_to.values():
                self._push(link)
            self._written_to.clear()

    def _do(self, effect: Effect) -> None:  # noqa: C901 - one case for each kind
        match effect:  # patterns that take fields out would cost thrice as much
            case SetAlarm():
                self._set_alarm(effect.seat, effect.at_us)
            case Log():
                if isinstance(effect.event, TableClosed):
                    self._closing = effect.event
                self._log(effect.event)
            case Send():
                link = self._links[effect.seat]
                link.unsent += effect.line
                self._written_to[effect.seat] = link
            case CancelAlarm():
                self._alarms.pop(effect.seat, None)
            case Rest():
                self._links[effect.seat].process.rest(freeze=effect.freeze)
            case Wake():
                self._links[effect.seat].process.wake()
            case Start():
                self._start(effect.seat)
            case Stop():
                self._stop(effect.seat, gracefully=effect.gracefully)
            case DealBoard():
                layout = self._board(effect.board)
                self._note(None, BoardDealt(self._now_us(), effect.board, layout))
            case Close():
                self._closed.set()
            case _:
                assert_never(effect)

    def _start(self, seat: Seat) -> None:
        try:
            process = self._open_process(seat)
        except BotStartError as error:
            at_us = self._now_us()
            self._note(None, SpawnFailed(seat, at_us, str(error)))
            return
        except (OSError, subprocess.SubprocessError) as error:
            if isinstance(error, OSError) and error.errno in STORAGE_ERRNOS:
                raise  # no table can do without a disk
            reason = f"seat {seat}'s process can't be started by this host: {error}"
            self._note(None, HostFailed(self._now_us(), reason))
            return
        link = Link(seat, process)
        self._links[seat] = link
        self._outputs.add(link)
        self._tasks.start_soon(self._live, link)
        self._note(link, Spawned(seat, self._now_us()))

    def _stop(self, seat: Seat, *, gracefully: bool) -> None:
        link = self._links.pop(seat, None)
        if link is None:  # the host couldn't start it
            return
        if self._written_to.pop(seat, None) is not None and not link.blocked.is_set():
            link.push()
        link.stopped = True
        link.gracefully = gracefully
        self._outputs.drop(link)
        if gracefully:
            link.process.wake()
        else:
            link.process.kill()
        link.conversation.cancel()

    def _push(self, link: Link) -> None:
        """Write what was sent, unless earlier lines are still on their way."""
        if not link.blocked.is_set():
            link.push()
            self._say_written(link)

    def _say_written(self, link: Link) -> None:
        if link.unsent or link.broken:
            return
        link.process.mark()
        at_us = self._now_us()
        self._note(link, Written(link.seat, at_us, link.process.off_turn_us()))

    # One process's life.

    async def _live(self, link: Link) -> None:
        """Attend to a process from its start till it is gone and buried."""
        process = link.process
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(process.drain_stderr)
                await self._converse(link)
                if link.gracefully:
                    await self._see_off(link)
                nursery.cancel_scope.cancel()
        finally:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.bury()
            stderr = process.stderr
            self._stderr(StderrTail(link.seat, stderr.total_bytes, stderr.kept))

    async def _converse(self, link: Link) -> None:
        """Turn what the process does into facts, until the table stops it."""
        with link.conversation:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen, link)
                nursery.start_soon(self._write_rest, link)
                status = await link.process.wait_exit()
                link.listening.cancel()
                self._read_rest(link)
                at_us = self._now_us()
                self._note(link, Exited(link.seat, at_us, status, link.process.usage()))
                await trio.sleep_forever()

    async def _listen(self, link: Link) -> None:
        with link.listening:
            while True:
                await link.process.wait_readable()
                data = link.process.read()
                if data is None:
                    continue
                at_us, usage = self._now_us(), link.process.usage()
                if not data:
                    self._outputs.drop(link)
                    self._note(link, StdoutClosed(link.seat, at_us, usage))
                    return
                self._note(link, Received(link.seat, at_us, data, usage))
                if self._alone:
                    self._sprint()

    def _sprint(self) -> None:
        """Take in replies for as long as they come at once, then leave the waiting to trio."""
        end_s = self._time_s() + _SPRINT_S
        while (asked := self._table.asked) is not None and self._time_s() < end_s:
            ready = self._outputs.wait(_MOMENT_MS)
            if not ready:
                return
            if len(ready) > 1:
                # What others say is said before the next request: nobody's noise is taken for an answer.
                ready.sort(key=lambda link: link.seat is asked)
            for link in ready:
                if not self._read_now(link):
                    self._outputs.drop(link)

    def _read_rest(self, link: Link) -> None:
        """Read what a process left in its pipe: bounded, for a child of it may still be writing."""
        size = 0
        while size <= OUTPUT_BYTES and (read := self._read_now(link)):
            size += read

    def _read_now(self, link: Link) -> int:
        """Take in what one read finds of stdout; how many bytes that was."""
        data = None if link.stopped else link.process.read()
        if not data:
            return 0
        at_us, usage = self._now_us(), link.process.usage()
        self._note(link, Received(link.seat, at_us, data, usage))
        return len(data)

    async def _write_rest(self, link: Link) -> None:
        """Write what didn't fit into the pipe, whenever something didn't."""
        while not link.broken:
            await link.blocked.wait()
            await link.process.wait_writable()
            link.push()
            if not link.unsent:
                link.blocked = trio.Event()
                self._say_written(link)

    async def _see_off(self, link: Link) -> None:
        """Let a process end by itself: its input closes, and SIGTERM follows if that isn't enough."""
        process = link.process
        with trio.move_on_after(GRACE_S):
            while link.unsent:
                await process.wait_writable()
                link.push()
            process.close_stdin()
            await process.wait_exit()
            return
        process.close_stdin()
        process.terminate()
        with trio.move_on_after(GRACE_S):
            await process.wait_exit()

    # Alarms.

    async def _mind_alarms(self) -> None:
        """Tell the table when a seat's time has come, for as long as it is open."""
        while not self._closed.is_set():
            with trio.CancelScope() as self._alarm_scope:
                self._wake_us = _NEVER
                self._wake_at(min(self._alarms.values(), default=_NEVER))
                await trio.sleep_forever()
            self._ring()

    def _set_alarm(self, seat: Seat, at_us: int) -> None:
        self._alarms[seat] = at_us
        self._wake_at(at_us)

    def _wake_at(self, at_us: float) -> None:
        """Have the alarm task wake no later than that."""
        if at_us < self._wake_us:
            self._wake_us = at_us
            self._alarm_scope.deadline = self._opened_s + at_us / _US

    def _ring(self) -> None:
        """Call time for every seat whose alarm is due."""
        now_us = self._now_us()
        while self._alarms:
            seat = min(self._alarms, key=self._alarms.__getitem__)
            if self._alarms[seat] > now_us:
                return
            self._ring_for(seat, now_us)

    def _ring_for(self, seat: Seat, now_us: int) -> None:
        """Call time for a seat, unless its reply has come after all."""
        at_us = self._alarms[seat]
        process = self._links[seat].process
        self._read_now(self._links[seat])
        if self._alarms.get(seat) == at_us:
            del self._alarms[seat]
            lag_us = now_us - at_us
            # In this order: a wait for a core that is over when ``doing`` looks is in the usage read after it.
            at_us, doing = self._now_us(), process.doing()
            self._note(None, TimePassed(seat, at_us, process.usage(), lag_us, doing))
