"""Bots that misbehave, as real processes: each gets its own code, in time, and harms nobody else.

So at each level of isolation. All tables are played at once, when the first test needs them: they
mostly wait.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio

from arena.engine import Layout, Seat
from arena.referee.clocks import HELD_UP_US
from arena.referee.events import (
    CardPlayed,
    Ending,
    Event,
    Fault,
    Faulted,
    StaleReply,
    TableClosed,
    UnitEnded,
)
from arena.referee.levels import Level
from arena.referee.spec import Clock, OnFault, TableSpec, Terms
from arena.runner.process.stderr import HEAD_BYTES, TAIL_BYTES, StderrTail
from arena.runner.table.shell import run_table
from arena.sandbox.launch import LaunchPlan, plan_launch
from protocol.messages import FaultCode

pytestmark = pytest.mark.hostile

BOTS = Path(__file__).parents[1] / "bots"
BAD = Seat.EAST
TABLES_AT_ONCE = 6
FIRST_BOARDS = (1, 2)
"""Boards that East doesn't lead: it follows suit in the first trick of both, or could revoke."""
MARGIN_US = 500_000
BUSY_US = 100_000
"""Who comes round so late is on a host that is busy."""

"""On top of a limit, where this process itself gets a core whenever it wants one."""

HEARTBEAT_S = 0.01
ATTEMPTS = 3

PATIENT = Clock(start_ms=30_000, move_ms=10_000)
"""For faults that don't take time: nothing else than the fault may end a request."""

HASTY = Clock(start_ms=30_000, move_ms=400)
STARTING = Clock(start_ms=2_500, move_ms=10_000)


@dataclass
class Scenario:
    """A table with one bad bot at East: how it is set up, what is to come of it, and what came."""

    command: tuple[str, ...]
    code: FaultCode | None
    clock: Clock = PATIENT
    boards: int = 2
    on_fault: OnFault = OnFault.FORFEIT
    faults: int | None = 2
    level: Level = Level.OFF
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    events: list[Event] = field(default_factory=list)
    tails: list[StderrTail] = field(default_factory=list)
    took_s: float = 0.0
    left: list[str] = field(default_factory=list)

    @property
    def spec(self) -> TableSpec:
        terms = Terms(clock=self.clock, on_fault=self.on_fault, max_faults=20)
        return TableSpec(terms, FIRST_BOARDS[: self.boards], (1, 2, 3, 4))

    def launch(self, command: tuple[str, ...]) -> LaunchPlan:
        plan = plan_launch(command, BOTS, self.level)
        return replace(plan, env=(*plan.env, ("MARK", self.mark)))

    def at(self, level: Level) -> "Scenario":
        """The same, to be played at that level."""
        return Scenario(
            self.command,
            self.code,
            self.clock,
            self.boards,
            self.on_fault,
            self.faults,
            level,
        )

    async def play(self, board: Callable[[int], Layout]) -> None:
        """Play it, and again where the host kept a core from a bot for too long: as the arena does."""
        for _ in range(ATTEMPTS):
            self.events.clear()
            self.tails.clear()
            await self._attempt(board)
            if self.closed.ending is not Ending.VOID:
                break

    async def _attempt(self, board: Callable[[int], Layout]) -> None:
        began = trio.current_time()
        launches = [self.launch(("python3", "honest.py"))] * 4
        launches[BAD] = self.launch(self.command)
        await run_table(self.spec, launches, board, self.events.append, self.tails.append)
        self.took_s = trio.current_time() - began

    def all(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def charged(self) -> list[Fault]:
        return [event.fault for event in self.all(Faulted)]

    @property
    def closed(self) -> TableClosed:
        last = self.events[-1]
        assert isinstance(last, TableClosed)
        return last

    def stderr(self) -> str:
        return b"".join(it.kept for it in self.tails if it.seat == BAD).decode()


def bot(name: str) -> tuple[str, ...]:
    return ("python3", f"{name}.py")


SCENARIOS = {
    name: Scenario(bot(name), code, **terms)
    for name, code, terms in [
        ("silent", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("unflushed", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("slow", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("busy", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("dribble", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("dribble_lines", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("no_newline", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("stops_itself", FaultCode.MOVE_TIMEOUT, {"clock": HASTY}),
        ("closes_stdin", FaultCode.MOVE_TIMEOUT, {}),
        ("garbage", FaultCode.BAD_JSON, {}),
        ("bad_utf8", FaultCode.BAD_JSON, {}),
        ("utf16", FaultCode.BAD_JSON, {}),
        ("bad_message", FaultCode.BAD_MESSAGE, {}),
        ("wrong_id", FaultCode.WRONG_ID, {}),
        ("answers_again", FaultCode.WRONG_ID, {}),
        ("illegal_card", FaultCode.ILLEGAL_CARD, {}),
        ("foreign_card", FaultCode.ILLEGAL_CARD, {}),
        ("early_answer", FaultCode.UNSOLICITED_OUTPUT, {}),
        ("double_answer", FaultCode.UNSOLICITED_OUTPUT, {}),
        ("flood_stdout", FaultCode.LINE_TOO_LONG, {}),
        ("flood_lines", FaultCode.TOO_MUCH_OUTPUT, {}),
        ("closes_stdout", FaultCode.CLOSED_STDOUT, {}),
        ("exits", FaultCode.EXITED, {}),
        ("answers_and_exits", FaultCode.EXITED, {}),
        ("kills_group", FaultCode.EXITED, {}),
        ("silent_at_start", FaultCode.START_TIMEOUT, {"clock": STARTING, "faults": 1}),
        ("never_reads", FaultCode.START_TIMEOUT, {"clock": STARTING, "faults": 1}),
        ("exits_at_start", FaultCode.EXITED, {"faults": 1}),
        ("wrong_version", FaultCode.WRONG_VERSION, {"faults": 1}),
        ("odd_but_right", None, {}),
        ("flood_stderr", None, {"boards": 1}),
        ("stubborn", None, {}),
        ("daemon", None, {}),
        ("thinks_long", None, {"clock": Clock(start_ms=30_000, move_ms=20_000), "boards": 1}),
    ]
} | {
    "holds_pipes": Scenario(("./holds_pipes.sh",), FaultCode.EXITED),
    "not_there": Scenario(("./no_such_bot",), FaultCode.START_FAILED, faults=1),
    "not_executable": Scenario(("./not_executable.txt",), FaultCode.START_FAILED, faults=1),
    "late_but_spared": Scenario(
        bot("naps_once"), FaultCode.MOVE_TIMEOUT, HASTY, on_fault=OnFault.SUBSTITUTE, faults=None
    ),
    "stops_reading": Scenario(
        bot("stops_reading"),
        FaultCode.MOVE_TIMEOUT,
        Clock(start_ms=30_000, move_ms=100),
        boards=1,
        on_fault=OnFault.SUBSTITUTE,
        faults=9,
    ),
}


@dataclass
class Host:
    """How busy the machine was: the latest that this process came round to do what was due."""

    stall_us: int = 0

    async def watch(self) -> None:
        while True:
            due = trio.current_time() + HEARTBEAT_S
            await trio.sleep_until(due)
            self.stall_us = max(self.stall_us, round(1e6 * (trio.current_time() - due)))

    @property
    def margin_us(self) -> int:
        return MARGIN_US + 5 * self.stall_us


@pytest.fixture(scope="module")
def host() -> Host:
    return Host()


@pytest.fixture(scope="module")
def played(host, board, processes_with, levels) -> dict[tuple[str, Level], Scenario]:
    """Every scenario, played at each level that is there."""
    scenarios = {
        (name, level): scenario.at(level)
        for name, scenario in SCENARIOS.items()
        for level in levels.there
    }

    async def play(scenario: Scenario, limiter: trio.CapacityLimiter) -> None:
        async with limiter:
            await scenario.play(board)
            scenario.left = processes_with(scenario.mark)

    async def play_all() -> None:
        limiter = trio.CapacityLimiter(TABLES_AT_ONCE)
        async with trio.open_nursery() as watch:
            watch.start_soon(host.watch)
            async with trio.open_nursery() as nursery:
                for scenario in scenarios.values():
                    nursery.start_soon(play, scenario, limiter)
            watch.cancel_scope.cancel()

    trio.run(play_all)
    return scenarios


@pytest.fixture(params=list(Level))
def level(request, levels) -> Level:
    levels.require(request.param)
    return request.param


@pytest.fixture(params=sorted(SCENARIOS))
def scenario(request, played, level) -> Scenario:
    return played[request.param, level]


def test_the_bad_bot_gets_its_own_code(scenario):
    """Each kind of misdeed has one code, charged once per board."""
    codes = [fault.code for fault in scenario.charged]
    assert ({scenario.code} if scenario.code else set()) == set(codes)
    if scenario.code and scenario.faults:
        assert scenario.faults == len(codes)


def test_nobody_else_is_blamed(scenario):
    """The other three seats have no fault."""
    assert {BAD} >= {fault.seat for fault in scenario.charged}


def test_the_verdict_comes_within_its_limit(scenario, host):
    """A limit plus a margin, however much else the bot does; on a busy host twice the limit, and the time for which
    a bot without a core is held up."""
    limits_us = {FaultCode.MOVE_TIMEOUT: 1000 * scenario.clock.move_ms}
    for fault in scenario.charged:
        limit_us = limits_us.get(fault.code, 0)
        since_us = fault.asked_us
        if fault.spawned_us is not None:  # it was starting, which takes an interpreter its time
            limit_us, since_us = 1000 * scenario.clock.start_ms, fault.spawned_us
        if since_us is not None:
            excused_us = min(fault.usage.delay_us, limit_us)
            if host.stall_us > BUSY_US:
                excused_us += HELD_UP_US
            assert limit_us + excused_us + host.margin_us > fault.at_us - since_us


def test_the_table_goes_on(scenario):
    """Every board is ended; those that were forfeited went to the other side."""
    assert Ending.PLAYED == scenario.closed.ending
    units = scenario.all(UnitEnded)
    assert scenario.boards == len(units)
    if scenario.on_fault is OnFault.FORFEIT and scenario.code is not None:
        assert {Ending.FORFEIT} == {unit.ending for unit in units}
        assert {BAD.partnership.opponents} == {unit.winner for unit in units}
    else:
        assert 40 * scenario.boards == len(scenario.all(CardPlayed))


def test_no_process_is_left(scenario):
    """Nor a child, a grandchild, a stopped one or a daemon."""
    assert [] == scenario.left


def test_bots_that_play_properly_are_seen_off_quickly(played, level):
    """Only the stubborn one needs the whole of its grace."""
    assert 1.0 <= played["stubborn", level].took_s
    assert 12.0 <= played["thinks_long", level].took_s


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("unflushed", "flush stdout?"),
        ("no_newline", "does it end with a newline?"),
        ("busy", "ms of CPU"),
        ("closes_stdin", "does not read its stdin"),
        ("silent_at_start", "no reply within 2500 ms; nothing came"),
        ("exits", "exited with status 3"),
        ("kills_group", "SIGKILL"),
        ("holds_pipes", "exited with status 5"),
        ("exits_at_start", "exited with status 1"),
    ],
)
def test_a_hint_tells_the_author_what_to_look_at(played, level, name, words):
    """The fault says in words what was seen."""
    assert words in played[name, level].charged[0].hint


def test_what_a_bot_wrote_to_stderr_is_kept(played, level):
    """The last words of one that exits are there to be read."""
    assert "I have had enough" in played["exits", level].stderr()
    assert "no model file, no bot" in played["exits_at_start", level].stderr()


def test_a_flood_on_stderr_is_drained_and_capped(played, level):
    """Far more than a pipe holds has come, and little of it is kept."""
    tail = next(it for it in played["flood_stderr", level].tails if it.seat == BAD)
    assert 1_000_000 < tail.total_bytes
    assert HEAD_BYTES + TAIL_BYTES + 100 > len(tail.kept)


def test_a_late_answer_is_dropped_and_the_bot_plays_on(played, level):
    """Its answers come after the substitute's cards, and none is taken for the next one."""
    scenario = played["late_but_spared", level]
    assert 2 <= len(scenario.charged)
    assert [BAD] * len(scenario.charged) == [event.seat for event in scenario.all(StaleReply)]


def test_a_bot_that_stopped_reading_is_timed_out_for_the_write_in_the_end(played, level):
    """When its pipe is full, its requests can't even be written; the others play on."""
    last = played["stops_reading", level].charged[-1]
    assert None is last.asked_us
    assert "does not read its stdin" in last.hint


def test_start_failures_name_the_command(played, level):
    """What couldn't be run, and why."""
    assert "no_such_bot" in (played["not_there", level].charged[0].reason or "")
    assert "Permission denied" in (played["not_executable", level].charged[0].reason or "")


@pytest.mark.parametrize("name", ["flood_stdout", "flood_lines", "flood_stderr"])
def test_the_memory_of_the_referee_stays_flat_under_a_flood(name, board, peak_memory):
    """Peak memory hardly rises while a bot writes all it can."""
    warm_up = Scenario(bot("honest"), None, boards=1)
    trio.run(warm_up.play, board)
    assert 4 * 1024 > peak_memory(lambda: trio.run(SCENARIOS[name].at(Level.OFF).play, board))
