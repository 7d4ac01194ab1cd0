"""A house for tables: virtual time, scripted bots, and every promise of the referee checked on the way.

``house.play(bots, ...)`` carries out a table's effects as a shell would, in virtual microseconds. Each
run is checked: effects are consistent, and its events can be fed again to equality.
"""

import heapq
import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from arena.engine import CARDS, SEATS, Direction, Layout, Seat
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
from arena.referee.events import (
    CardPlayed,
    DealEnded,
    Event,
    Fault,
    Faulted,
    TableClosed,
    UnitEnded,
)
from arena.referee.facts import (
    BoardDealt,
    Doing,
    Exited,
    Fact,
    HostFailed,
    Received,
    Spawned,
    SpawnFailed,
    StdoutClosed,
    TimePassed,
    Usage,
    Written,
)
from arena.referee.refeed import facts_of
from arena.referee.spec import Clock, OnFault, TableSpec, Terms, Unit
from arena.referee.table import Table
from protocol.messages import LINE_BYTES

MS = 1_000
SECOND = 1_000_000


def dealt(board: int) -> Layout:
    """Some board for each number; dealers rotate."""
    pack = list(CARDS)
    random.Random(board).shuffle(pack)
    return Layout.from_pack(pack, SEATS[board % 4], Direction.CLOCKWISE)


class Process:
    """One process of a bot: what the bot does with it becomes facts later on."""

    def __init__(self, house: "House", seat: Seat) -> None:
        self._house = house
        self.seat = seat
        self.usage = Usage()
        self.doing = Doing.UNKNOWN
        self.frozen = False
        self.off_turn_us = 0
        self.resting = False
        self.stdout_closed = False
        self.reads = True

    @property
    def now(self) -> int:
        return self._house.now

    def write(self, data: bytes, after: int = MS, usage: Usage | None = None) -> None:
        """Output ``data``; it is read ``after`` microseconds from now."""

        def read(at: int) -> Fact | None:
            used = self.usage if usage is None else usage
            return None if self.stdout_closed else Received(self.seat, at, data, used)

        self._house.later(self, after, read)

    def say(self, reply: dict, after: int = MS, **more) -> None:
        self.write(json.dumps(reply).encode() + b"\n", after, **more)

    def exit(self, status: int = 0, after: int = MS) -> None:
        self._house.later(self, after, lambda at: Exited(self.seat, at, status, self.usage))

    def close_stdout(self, after: int = MS) -> None:
        def closed(at: int) -> Fact | None:
            if self.stdout_closed:
                return None
            self.stdout_closed = True
            return StdoutClosed(self.seat, at, self.usage)

        self._house.later(self, after, closed)


class Bot:
    """An honest bot: it plays the first legal card a millisecond after it was asked.

    Bots in tests override what they do otherwise. One object stands for a seat through all its
    processes; ``asked`` and ``starts`` count over the half.
    """

    spawn_us = 2 * MS
    spawn_fails: str | None = None
    delay_us = MS

    def __init__(self) -> None:
        self.asked = 0
        self.starts = 0
        self.heard: list[dict] = []

    def started(self, me: Process) -> None:
        """The process exists, and hasn't been told anything."""

    def hear(self, message: dict, me: Process) -> None:
        self.heard.append(message)
        getattr(self, message["type"])(message, me)

    def hello(self, message: dict, me: Process) -> None:
        me.say({"id": message["id"], "protocol": 1, "name": "honest"}, self.delay_us)

    def play(self, message: dict, me: Process) -> None:
        self.asked += 1
        self.answer(message, me)

    def answer(self, message: dict, me: Process, after: int | None = None) -> None:
        delay = self.delay_us if after is None else after
        me.say({"id": message["id"], "card": message["legal"][0]}, delay)

    def deal(self, message: dict, me: Process) -> None: ...
    def deal_end(self, message: dict, me: Process) -> None: ...
    def fault(self, message: dict, me: Process) -> None: ...
    def bye(self, message: dict, me: Process) -> None: ...


class Scripted(Bot):
    """Honest, but for its n-th ``play`` (from 1) or its n-th start, where ``acts`` say what it does."""

    def __init__(self, plays: dict | None = None, hellos: dict | None = None) -> None:
        super().__init__()
        self.plays = plays or {}
        self.hellos = hellos or {}

    def hello(self, message, me) -> None:
        act = self.hellos.get(self.starts)
        act(message, me) if act else super().hello(message, me)

    def play(self, message, me) -> None:
        self.asked += 1
        act = self.plays.get(self.asked)
        act(message, me) if act else self.answer(message, me)


@dataclass
class Played:
    """What came of a table."""

    spec: TableSpec
    bots: list[Bot]
    events: list[Event] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    sent: list[tuple[Seat, dict]] = field(default_factory=list)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def faults(self) -> list[Fault]:
        return [event.fault for event in self.of(Faulted)]

    @property
    def blamed(self) -> list[tuple[str, str]]:
        """Who was charged with what, in order: ("E", "exited")."""
        return [(str(fault.seat), str(fault.code)) for fault in self.faults]

    @property
    def fault(self) -> Fault:
        (fault,) = self.faults
        return fault

    @property
    def closed(self) -> TableClosed:
        return self.events[-1]

    @property
    def cards(self) -> list[CardPlayed]:
        return self.of(CardPlayed)

    @property
    def endings(self) -> list[str]:
        return [str(event.ending) for event in self.of(UnitEnded)]

    @property
    def winners(self) -> list[str | None]:
        return [None if e.winner is None else str(e.winner) for e in self.of(UnitEnded)]

    def to(self, seat: Seat, kind: str) -> list[dict]:
        """The messages of one type that a seat was sent."""
        return [message for to, message in self.sent if to is seat and message["type"] == kind]


class House:
    """Carries out effects in virtual time, like a shell, and checks that they make sense."""

    def __init__(self, spec: TableSpec, bots: list[Bot]) -> None:
        self.table = Table(spec)
        self.played = Played(spec, bots)
        self.now = 0
        self.lag_us = 0
        self.write_us = 5
        self.usage_at_alarm: Callable[[Seat], Usage] | None = None
        self._queue: list = []
        self._order = itertools.count()
        self._processes: dict[Seat, Process | None] = dict.fromkeys(SEATS)
        self._wanted: set[Seat] = set()
        self._alarms: dict[Seat, int] = {}
        self._last_ids = dict.fromkeys(SEATS, 0)
        self._over = False

    def later(
        self, process: Process | None, after: int, make: Callable[[int], Fact | None]
    ) -> None:
        heapq.heappush(self._queue, (self.now + after, next(self._order), process, make))

    def run(self, until_us: int = 10**12) -> Played:
        """Play until the table closes; a table that waits for nothing hangs, and fails the test."""
        self.do(self.table.open())
        return self.run_on(until_us)

    def run_on(self, until_us: int = 10**12) -> Played:
        """Play on at a table that was opened by hand."""
        while not self.table.closed:
            assert self.step(until_us), "the table hangs"
        assert self._over
        self.check_end()
        return self.played

    def step(self, until_us: int = 10**12) -> bool:
        while self._queue and self._is_stale(self._queue[0][2]):
            heapq.heappop(self._queue)
        next_fact = self._queue[0][0] if self._queue else None
        alarm = min(self._alarms.items(), key=lambda item: item[1], default=None)
        if alarm is not None and (next_fact is None or alarm[1] + self.lag_us < next_fact):
            return self.ring(alarm[0], until_us)
        if next_fact is None or next_fact > until_us:
            return False
        at, _, _, make = heapq.heappop(self._queue)
        self.now = max(at, self.now)
        if (fact := make(self.now)) is not None:
            self.feed(fact)
        return True

    def _is_stale(self, process: Process | None) -> bool:
        return process is not None and self._processes[process.seat] is not process

    def ring(self, seat: Seat, until_us: int) -> bool:
        at = self._alarms.pop(seat)
        if at > until_us:
            return False
        self.now = max(self.now, at + self.lag_us)
        process = self._processes[seat]
        usage = self.usage_at_alarm(seat) if self.usage_at_alarm else process.usage
        self.feed(TimePassed(seat, self.now, usage, self.now - at, process.doing))
        return True

    def ring_early(self, seat: Seat) -> None:
        self.feed(TimePassed(seat, self.now))

    def fail(self, reason: str) -> None:
        self.feed(HostFailed(self.now, reason))

    def feed(self, fact: Fact) -> None:
        self.played.facts.append(fact)
        self.do(self.table.feed(fact))

    def do(self, effects: list[Effect]) -> None:
        for effect in effects:
            assert not self._over, "an effect after Close"
            self.played.effects.append(effect)
            match effect:
                case Start(seat):
                    self.spawn(seat)
                case Send(seat, line):
                    self.deliver(seat, line)
                case SetAlarm(seat, at):
                    assert self._processes[seat] is not None, "an alarm for a seat without process"
                    assert not self._processes[seat].resting, "time runs for a resting seat"
                    assert at >= self.now, "an alarm in the past"
                    self._alarms[seat] = at
                case CancelAlarm(seat):
                    self._alarms.pop(seat, None)
                case Rest(seat, freeze):
                    assert freeze or not self.played.spec.terms.freeze
                    process = self._processes[seat]
                    assert not process.resting or (freeze and not process.frozen), "a second rest"
                    process.frozen = freeze
                    assert seat not in self._alarms, "time runs for a resting seat"
                    self._processes[seat].resting = True
                case Wake(seat):
                    assert self._processes[seat].resting, "a resting seat alone can be woken"
                    self._processes[seat].resting = False
                case Stop(seat):
                    assert seat in self._wanted, "a stop without a start"
                    assert seat not in self._alarms, "a stopped seat has an alarm"
                    self._wanted.remove(seat)
                    self._processes[seat] = None
                case DealBoard(board):
                    self.later(
                        None, 10, lambda at, board=board: BoardDealt(at, board, dealt(board))
                    )
                case Log(event):
                    self.played.events.append(event)
                case Close():
                    self._over = True

    def spawn(self, seat: Seat) -> None:
        assert seat not in self._wanted, "a second process for one seat"
        self._wanted.add(seat)
        bot = self.played.bots[seat]
        bot.starts += 1
        process = self._processes[seat] = Process(self, seat)

        def born(at: int) -> Fact:
            if bot.spawn_fails is not None:
                return SpawnFailed(seat, at, bot.spawn_fails)
            bot.started(process)
            return Spawned(seat, at)

        self.later(process, bot.spawn_us, born)

    def deliver(self, seat: Seat, line: bytes) -> None:
        process = self._processes[seat]
        assert process is not None, "a line for a seat without process"
        assert line.endswith(b"\n")
        assert len(line) <= LINE_BYTES
        message = json.loads(line)
        self.played.sent.append((seat, message))
        if "id" in message:
            assert not process.resting, "a seat that rests is asked"
            assert message["id"] > self._last_ids[seat], "ids don't rise"
            self._last_ids[seat] = message["id"]
        assert message.get("clock", {"bank_ms": 0})["bank_ms"] >= 0
        if process.reads:

            def written(at: int) -> Fact:
                self.later(process, 0, lambda _: self.played.bots[seat].hear(message, process))
                return Written(seat, at, process.off_turn_us)

            self.later(process, self.write_us, written)

    def check_end(self) -> None:
        """What must hold of every half that is over."""
        played = self.played
        assert not self._wanted, "a process was left"
        assert not self._alarms, "an alarm was left"
        assert isinstance(played.events[-1], TableClosed)
        assert played.events == refed(played.spec, played.events)
        times = [at_of(event) for event in played.events]
        assert times == sorted(times)
        for unit in played.of(UnitEnded):
            deals = [event for event in played.of(DealEnded) if event.unit == unit.unit]
            assert deals[-1].ending == unit.ending or unit.ending == "deal_limit"
            if unit.ending != "both_forfeit":
                assert unit.deals == len(deals)
                points = zip(*(event.result.points for event in deals), strict=True)
                assert unit.points == tuple(map(sum, points))
                assert unit.games == deals[-1].games


def at_of(event: Event) -> int:
    match event:
        case Faulted(fault):
            return fault.at_us
        case CardPlayed():
            return event.asked_us + event.wall_us
    return event.at_us if hasattr(event, "at_us") else event.spawned_us + event.wall_us


def refed(spec: TableSpec, events: list[Event]) -> list[Event]:
    """The events that a new table makes of the facts behind ``events``."""
    table = Table(spec)
    effects = table.open()
    for fact in facts_of(events):
        effects += table.feed(fact)
    return [effect.event for effect in effects if isinstance(effect, Log)]


class Houses:
    """What tests use: ``houses.play(...)``, and the bots to play with."""

    Bot = Bot
    Scripted = Scripted
    House = House
    dealt = staticmethod(dealt)
    refed = staticmethod(refed)
    message = staticmethod(json.loads)

    @staticmethod
    def failed(at: int) -> Fact:
        return HostFailed(at, "the host broke")

    @staticmethod
    def spec(
        units: int | tuple[int, ...] = 2,
        *,
        unit: Unit = Unit.BOARD,
        on_fault: OnFault = OnFault.FORFEIT,
        faults_before: tuple[int, int] = (0, 0),
        **terms,
    ) -> TableSpec:
        boards = tuple(range(units)) if isinstance(units, int) else units
        clock = terms.pop("clock", Clock(start_ms=1_000, move_ms=100, bank_ms=0))
        return TableSpec(
            Terms(unit=unit, on_fault=on_fault, clock=clock, **terms),
            boards,
            (11, 22, 33, 44),
            faults_before,
        )

    def house(self, bots: dict[str, Bot] | None = None, **spec) -> House:
        """A table with honest bots but where ``bots`` says otherwise, by seat letter."""
        chosen = bots or {}
        return House(self.spec(**spec), [chosen.get(str(seat)) or Bot() for seat in SEATS])

    def play(self, bots: dict[str, Bot] | None = None, **spec) -> Played:
        return self.house(bots, **spec).run()


@pytest.fixture
def houses() -> Houses:
    return Houses()
