"""The shell around a table, with bots that are scripts in memory and a clock that is virtual."""

import errno
import json
import os
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from arena.engine import PRESETS, SEATS, Card, Layout, Seat
from arena.errors import BotStartError
from arena.referee.events import (
    CardPlayed,
    Ending,
    Event,
    Fault,
    Faulted,
    HelloAnswered,
    StaleReply,
    TableClosed,
    UnitEnded,
)
from arena.referee.facts import Doing, Usage
from arena.referee.spec import Clock, OnFault, TableSpec, Terms
from arena.runner.process.stderr import StderrBuffer, StderrTail
from arena.runner.table.shell import GRACE_S, Shell
from protocol.messages import FaultCode

NEVER = float("inf")


def honest(bot: "ScriptedBot", message: dict) -> None:
    """Answer every request at once."""
    if message["type"] == "hello":
        bot.reply({"id": message["id"], "protocol": 1})
    elif message["type"] == "play":
        bot.reply({"id": message["id"], "card": message["legal"][0]})


@dataclass(eq=False)
class ScriptedBot:
    """A process in memory: ``script`` is called with every line that it has been sent."""

    script: Callable[["ScriptedBot", dict], None] = honest
    chunk: int = 1 << 20
    deaf: bool = False
    ends_at_eof: bool = True
    ends_at_sigterm: bool = True
    used: Usage = field(default_factory=Usage)
    off_turn: int = 0
    frozen: bool = False
    heard: list[dict] = field(default_factory=list)
    deeds: list[tuple[float, str]] = field(default_factory=list)
    stderr: StderrBuffer = field(default_factory=StderrBuffer)
    buried: bool = False
    _input: bytearray = field(default_factory=bytearray)
    _output: deque = field(default_factory=deque)
    _exit_at: float = NEVER
    _status: int = 0
    _news: trio.Event = field(default_factory=trio.Event)

    # What a script can do.

    def say(self, data: bytes, after: float = 0.0) -> None:
        self._output.append((trio.current_time() + after, data))
        self._tell()

    def reply(self, message: dict, after: float = 0.0) -> None:
        self.say(json.dumps(message).encode() + b"\n", after)

    def close_stdout(self) -> None:
        self.say(b"")

    def exit(self, status: int, after: float = 0.0) -> None:
        self._exit_at = min(self._exit_at, trio.current_time() + after)
        self._status = status
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _did(self, deed: str) -> None:
        self.deeds.append((trio.current_time(), deed))

    # What the shell sees.

    def write(self, data: bytes | bytearray) -> int:
        assert not (self.frozen and b'"type":"play"' in data), "a frozen bot is asked"
        if self.deaf:
            return 0
        if trio.current_time() >= self._exit_at:
            raise BrokenPipeError
        taken = bytes(data[: self.chunk])
        self._input += taken
        while b"\n" in self._input:
            line, _, self._input = self._input.partition(b"\n")
            self.heard.append(json.loads(line))
            self.script(self, self.heard[-1])
        return len(taken)

    async def wait_writable(self) -> None:
        if self.deaf:
            await trio.sleep_forever()
        await trio.lowlevel.checkpoint()

    def read(self) -> bytes | None:
        if not self._output or self._output[0][0] > trio.current_time():
            return None
        if not self._output[0][1]:
            return b""
        return self._output.popleft()[1]

    def fileno(self) -> int | None:
        return None

    async def wait_readable(self) -> None:
        while not self._output or self._output[0][0] > trio.current_time():
            with trio.move_on_at(self._output[0][0] if self._output else NEVER):
                await self._news.wait()
        await trio.lowlevel.checkpoint()

    async def wait_exit(self) -> int:
        while trio.current_time() < self._exit_at:
            with trio.move_on_at(self._exit_at):
                await self._news.wait()
        await trio.lowlevel.checkpoint()
        return self._status

    async def drain_stderr(self) -> None:
        await trio.sleep_forever()

    def mark(self) -> None:
        self._did("mark")

    def usage(self) -> Usage:
        return self.used

    def rest(self, *, freeze: bool) -> None:
        self.frozen = freeze
        if freeze:
            self._did("freeze")

    def wake(self) -> None:
        if self.frozen:
            self.frozen = False
            self._did("wake")

    def doing(self) -> Doing:
        return Doing.UNKNOWN

    def off_turn_us(self) -> int:
        return self.off_turn

    def close_stdin(self) -> None:
        if "eof" not in self.did:
            self._did("eof")
            if self.ends_at_eof:
                self.exit(0)

    def terminate(self) -> None:
        self._did("term")
        if self.ends_at_sigterm:
            self.exit(-15)

    def kill(self) -> None:
        self._did("kill")
        self.exit(-9)

    async def bury(self) -> None:
        await self.wait_exit()
        self.buried = True

    @property
    def did(self) -> list[str]:
        return [deed for _, deed in self.deeds]


def board(number: int) -> Layout:
    pack = [Card(index) for index in range(40)]
    random.Random(number).shuffle(pack)
    return Layout.from_pack(tuple(pack), SEATS[number % 4], PRESETS["seed"].deal_direction)


class Played:
    """A table that was played: its bots by seat in order of start, and all that came of it."""

    def __init__(self, **terms) -> None:
        boards = terms.pop("boards", 1)
        self.spec = TableSpec(Terms(**terms), tuple(range(boards)), (1, 2, 3, 4))
        self.bots: dict[Seat, list[ScriptedBot]] = {seat: [] for seat in SEATS}
        self.events: list[Event] = []
        self.tails: list[StderrTail] = []
        self.fails: dict[Seat, Exception] = {}
        self.makes: dict[Seat, Callable[[], ScriptedBot]] = {}
        self.took = 0.0
        self.began = 0.0
        self.log: Callable[[Event], None] = self.events.append

    def seat(self, seat: Seat, script=honest, **traits) -> "Played":
        self.makes[seat] = lambda: ScriptedBot(script, **traits)
        return self

    def _open(self, seat: Seat) -> ScriptedBot:
        if seat in self.fails:
            raise self.fails[seat]
        bot = self.makes.get(seat, ScriptedBot)()
        self.bots[seat].append(bot)
        return bot

    async def run(self) -> TableClosed:
        self.began = trio.current_time()
        shell = Shell(self.spec, self._open, board, self.log, self.tails.append)
        closed = await shell.run()
        self.took = round(trio.current_time() - self.began, 3)
        assert all(bot.buried for bot in self.all_bots)
        return closed

    @property
    def all_bots(self) -> list[ScriptedBot]:
        return [bot for bots in self.bots.values() for bot in bots]

    @property
    def faults(self) -> list[Fault]:
        return [event.fault for event in self.events if isinstance(event, Faulted)]

    @property
    def verdicts(self) -> list[tuple[Seat, FaultCode]]:
        return [(fault.seat, fault.code) for fault in self.faults]

    def all(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    def play(self) -> TableClosed:
        return trio.run(self.run, clock=MockClock(autojump_threshold=0))


def at_trick(number: int, deed: Callable[[ScriptedBot, dict], None]):
    """A script: honest, but for its request in this trick."""

    def script(bot: ScriptedBot, message: dict) -> None:
        if message["type"] == "play" and message["trick"] == number:
            deed(bot, message)
        else:
            honest(bot, message)

    return script


def mute(bot: ScriptedBot, message: dict) -> None:
    """Never say anything."""


def test_honest_bots_play_their_boards_to_the_end():
    """Four bots that answer play every card, and are told good-bye."""
    table = Played(boards=3)
    closed = table.play()
    assert (Ending.PLAYED, (0, 0)) == (closed.ending, closed.faults)
    assert (4, 120) == (len(table.all(HelloAnswered)), len(table.all(CardPlayed)))
    assert {"bye"} == {bot.heard[-1]["type"] for bot in table.all_bots}
    assert [["mark", "eof", "kill"]] * 4 == [list(dict.fromkeys(bot.did)) for bot in table.all_bots]


def test_the_times_of_events_never_fall():
    """However facts come in, the log's times rise."""
    table = Played(boards=2).seat(Seat.EAST, at_trick(2, mute)).seat(Seat.WEST, chunk=7)
    table.play()
    times = [event.at_us for event in table.events if hasattr(event, "at_us")]
    assert sorted(times) == times


def test_a_bot_that_does_not_answer_is_timed_out_at_its_limit():
    """The deadline is absolute: the verdict comes one microsecond after it."""
    table = Played(clock=Clock(move_ms=700)).seat(Seat.SOUTH, at_trick(3, mute))
    table.play()
    assert [(Seat.SOUTH, FaultCode.MOVE_TIMEOUT)] == table.verdicts
    fault = table.faults[0]
    assert fault.asked_us is not None
    assert 700_001 == fault.at_us - fault.asked_us


def test_a_bot_that_never_says_hello_fails_its_start():
    """The time to start runs out by itself."""
    table = Played(clock=Clock(start_ms=900)).seat(Seat.NORTH, mute)
    table.play()
    assert [(Seat.NORTH, FaultCode.START_TIMEOUT)] == table.verdicts
    assert 900_001 == table.faults[0].at_us


def test_a_reply_at_the_very_deadline_is_in_time():
    """A limit of one second includes its last moment."""
    deed = at_trick(
        1, lambda bot, ask: bot.reply({"id": ask["id"], "card": ask["legal"][0]}, after=1.0)
    )
    table = Played().seat(Seat.NORTH, deed).seat(Seat.EAST, deed)
    table.play()
    assert [] == table.verdicts
    walls = {event.seat: event.wall_us for event in table.all(CardPlayed) if event.trick == 1}
    assert (1_000_000, 1_000_000, 0) == (walls[Seat.NORTH], walls[Seat.EAST], walls[Seat.WEST])


def test_a_reply_that_lay_there_when_time_is_called_counts():
    """The shell reads once more before it calls time, though the reader wasn't woken yet."""

    class Unheard(ScriptedBot):
        """A bot whose pipe isn't reported readable once it has been asked for a card."""

        async def wait_readable(self) -> None:
            await super().wait_readable()
            if self.heard[-1]["type"] == "play":
                await trio.sleep_forever()

    table = Played()
    table.makes[Seat.WEST] = Unheard
    table.play()
    assert [] == table.verdicts
    late = [event for event in table.all(CardPlayed) if event.seat == Seat.WEST]
    assert [1_000_001] * 10 == [event.wall_us for event in late]


def test_other_output_does_not_extend_a_deadline():
    """Blank lines all the time are no answer."""

    def dribble(bot: ScriptedBot, message: dict) -> None:
        for tenth in range(100):
            bot.say(b"\n", after=tenth / 10)

    table = Played().seat(Seat.EAST, at_trick(5, dribble))
    table.play()
    assert [(Seat.EAST, FaultCode.MOVE_TIMEOUT)] == table.verdicts
    fault = table.faults[0]
    assert fault.asked_us is not None
    assert 1_000_001 == fault.at_us - fault.asked_us


def test_a_late_answer_is_dropped_and_not_taken_for_the_next():
    """The answer to a request that timed out may come at any time; the bot plays on."""

    def late(bot: ScriptedBot, ask: dict) -> None:
        bot.reply({"id": ask["id"], "card": ask["legal"][-1]}, after=1.5)

    def sleepy(bot: ScriptedBot, ask: dict) -> None:
        bot.reply({"id": ask["id"], "card": ask["legal"][0]}, after=0.9)

    table = Played(on_fault=OnFault.SUBSTITUTE, max_faults=5)
    table.seat(Seat.NORTH, at_trick(2, late)).seat(Seat.EAST, sleepy_after_hello(sleepy))
    table.play()
    assert [(Seat.NORTH, FaultCode.MOVE_TIMEOUT)] == table.verdicts
    assert [Seat.NORTH] == [event.seat for event in table.all(StaleReply)]
    assert 40 == len(table.all(CardPlayed))


def sleepy_after_hello(deed: Callable[[ScriptedBot, dict], None]):
    return lambda bot, message: (deed if message["type"] == "play" else honest)(bot, message)


def test_a_bot_that_never_reads_blocks_nobody():
    """Its hello can't be written; it fails its start, and the others aren't kept waiting."""
    table = Played(clock=Clock(start_ms=800)).seat(Seat.SOUTH, deaf=True)
    table.play()
    assert [(Seat.SOUTH, FaultCode.START_TIMEOUT)] == table.verdicts
    assert 800_001 == table.faults[0].at_us
    assert "stdin" in table.faults[0].hint
    others = [event for event in table.all(HelloAnswered) if event.seat != Seat.SOUTH]
    assert [0, 0, 0] == [event.wall_us for event in others]


def test_a_pipe_that_takes_little_at_a_time_is_written_to_the_end():
    """What doesn't fit at once follows, in order, before the clock starts."""
    table = Played().seat(Seat.NORTH, chunk=11).seat(Seat.WEST, chunk=1)
    table.play()
    assert [] == table.verdicts
    assert 40 == len(table.all(CardPlayed))


def test_a_bot_that_stops_reading_in_mid_line_is_timed_out_for_the_write():
    """A request that can't be written has its own limit."""

    def stop_reading(bot: ScriptedBot, message: dict) -> None:
        bot.deaf = True
        honest(bot, message)

    table = Played(clock=Clock(move_ms=5000)).seat(Seat.EAST, at_trick(4, stop_reading))
    table.play()
    assert [(Seat.EAST, FaultCode.MOVE_TIMEOUT)] == table.verdicts
    assert table.faults[0].asked_us is None
    assert 1_000_001 == table.faults[0].at_us


def test_a_bot_that_closed_its_stdin_is_timed_out_for_the_write():
    """A broken pipe isn't an exit: the exit is told by the process alone."""

    class Sealed(ScriptedBot):
        def write(self, data: bytes | bytearray) -> int:
            if len(self.heard) > 2:
                raise BrokenPipeError
            return super().write(data)

    table = Played()
    table.makes[Seat.NORTH] = Sealed
    table.play()
    assert [(Seat.NORTH, FaultCode.MOVE_TIMEOUT)] == table.verdicts
    assert table.faults[0].asked_us is None


def test_an_exit_is_charged_with_its_status():
    """The end of the process ends its request."""
    table = Played().seat(Seat.WEST, at_trick(2, lambda bot, _: bot.exit(3)))
    table.play()
    assert [(Seat.WEST, FaultCode.EXITED)] == table.verdicts
    assert 3 == table.faults[0].status


def test_what_an_exited_bot_had_said_is_read_first():
    """A reply just before the exit is still a reply; the exit is a fault of its own."""

    def answer_and_go(bot: ScriptedBot, message: dict) -> None:
        honest(bot, message)
        bot.exit(0)

    class Unheard(ScriptedBot):
        async def wait_readable(self) -> None:
            await super().wait_readable()
            if self.heard[-1]["type"] == "play":
                await trio.sleep_forever()

    table = Played()
    table.makes[Seat.WEST] = lambda: Unheard(at_trick(2, answer_and_go))
    table.play()
    assert [(Seat.WEST, FaultCode.EXITED)] == table.verdicts
    assert 2 == max(event.trick for event in table.all(CardPlayed) if event.seat == Seat.WEST)


def test_a_pipe_that_others_hold_is_read_to_a_bound_after_the_exit():
    """A grandchild that writes blank lines for ever doesn't keep the exit from being charged."""

    class Haunted(ScriptedBot):
        def read(self) -> bytes | None:
            gone = trio.current_time() >= self._exit_at
            return b"\n" * 4096 if gone else super().read()

    table = Played()
    table.makes[Seat.EAST] = lambda: Haunted(at_trick(2, lambda bot, _: bot.exit(0)))
    table.play()
    assert [Seat.EAST] == [seat for seat, _ in table.verdicts]


def test_a_closed_stdout_is_a_fault_of_its_own():
    """The process lives on without it."""
    table = Played().seat(Seat.EAST, at_trick(2, lambda bot, _: bot.close_stdout()))
    table.play()
    assert [(Seat.EAST, FaultCode.CLOSED_STDOUT)] == table.verdicts


def test_nothing_of_a_stopped_process_is_a_fact():
    """A flood that goes on after the fault is neither read nor charged again."""

    def flood(bot: ScriptedBot, message: dict) -> None:
        for _ in range(50):
            bot.say(b"x" * 8000)

    table = Played(boards=2).seat(Seat.NORTH, at_trick(2, flood))
    table.play()
    assert [(Seat.NORTH, FaultCode.LINE_TOO_LONG)] * 2 == table.verdicts


def test_an_offender_is_killed_and_replaced_by_a_fresh_process():
    """The next board is played by a new process at the offender's seat, the others live on."""
    table = Played(boards=2).seat(Seat.SOUTH, at_trick(9, mute))
    table.play()
    assert [1, 1, 2, 1] == [len(table.bots[seat]) for seat in SEATS]
    first = table.bots[Seat.SOUTH][0]
    assert "eof" not in first.did
    assert {"fault", "bye"} <= {message["type"] for message in first.heard}


def test_a_bot_that_ends_at_the_end_of_its_input_is_sent_no_signal():
    """Closing stdin is enough for a good bot."""
    table = Played()
    table.play()
    assert 0.0 == table.took
    assert [] == [bot for bot in table.all_bots if "term" in bot.did]


def test_stubborn_bots_are_stopped_step_by_step_and_all_at_once():
    """EOF, SIGTERM after half a second, SIGKILL after another: for four seats in the same second."""
    table = Played()
    for seat in SEATS:
        table.seat(seat, ends_at_eof=False, ends_at_sigterm=seat == Seat.NORTH)
    table.play()
    steps = {
        seat: {deed: round(at - table.began, 3) for at, deed in table.bots[seat][0].deeds}
        for seat in SEATS
    }
    assert {"mark": 0.0, "eof": 0.0, "term": 0.5, "kill": 0.5} == steps[Seat.NORTH]
    assert [{"mark": 0.0, "eof": 0.0, "term": 0.5, "kill": 1.0}] * 3 == [
        steps[seat] for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST)
    ]
    assert 1.0 == table.took


def test_a_bye_that_does_not_fit_is_written_within_the_grace():
    """A slow reader gets its last line whole, and a deaf one is given up."""
    table = Played().seat(Seat.EAST, chunk=5)

    def go_deaf(bot: ScriptedBot, message: dict) -> None:
        honest(bot, message)
        bot.deaf = message.get("trick") == 10

    table.seat(Seat.WEST, go_deaf)
    table.play()
    assert "bye" == table.bots[Seat.EAST][0].heard[-1]["type"]
    assert ["eof", "term", "kill"] == list(dict.fromkeys(table.bots[Seat.WEST][0].did))[1:]
    assert 0.5 == table.took


def test_a_command_that_cannot_be_run_fails_the_start_of_its_seat():
    """Not found, not executable: the bot's own fault."""
    table = Played()
    table.fails[Seat.EAST] = BotStartError("can't run './bot': No such file or directory")
    closed = table.play()
    assert [(Seat.EAST, FaultCode.START_FAILED)] == table.verdicts
    assert "No such file" in (table.faults[0].reason or "")
    assert Ending.PLAYED == closed.ending


def test_a_host_that_cannot_start_a_process_makes_the_match_void():
    """No memory, no process ids: nobody's fault, and the others are stopped."""
    table = Played()
    table.fails[Seat.SOUTH] = BlockingIOError(11, "Resource temporarily unavailable")
    closed = table.play()
    assert ([], Ending.VOID) == (table.verdicts, closed.ending)
    assert "Resource temporarily unavailable" in (closed.reason or "")
    assert [1, 1, 0, 1] == [len(table.bots[seat]) for seat in SEATS]


def test_cancelling_a_table_leaves_no_process():
    """Ctrl-C in the middle of a deal kills and buries all four."""
    table = Played().seat(Seat.NORTH, at_trick(1, mute)).seat(Seat.EAST, at_trick(1, mute))

    async def main() -> None:
        with trio.move_on_after(0.3):
            await table.run()

    trio.run(main, clock=MockClock(autojump_threshold=0))
    assert [True] * 4 == [bot.buried for bot in table.all_bots]
    assert [] == table.all(TableClosed)


def test_an_error_of_the_arena_leaves_no_process():
    """A full disk under the log ends the table, and the error is passed on."""
    table = Played()

    def full(event: Event) -> None:
        if isinstance(event, CardPlayed):
            raise OSError(28, "No space left on device")

    table.log = full
    with pytest.RaisesGroup(OSError, flatten_subgroups=True):
        table.play()
    assert [True] * 4 == [bot.buried for bot in table.all_bots]


def test_usage_is_counted_from_the_writing_of_a_request():
    """The process is marked as its line is written, and what it used is logged with the card."""
    table = Played().seat(Seat.NORTH, used=Usage(1234, 56))
    table.play()
    cards = [event for event in table.all(CardPlayed) if event.seat == Seat.NORTH]
    assert {Usage(1234, 56)} == {event.usage for event in cards}
    assert table.bots[Seat.NORTH][0].did.count("mark") >= 11


def test_time_without_a_core_is_not_charged():
    """A bot that stood ready while others had the cores is given its time."""

    def slow(bot: ScriptedBot, ask: dict) -> None:
        bot.used = Usage(100_000, 900_000)
        bot.reply({"id": ask["id"], "card": ask["legal"][0]}, after=1.4)

    table = Played().seat(Seat.EAST, at_trick(1, slow))
    table.play()
    assert [] == table.verdicts
    assert [True] == [event.overloaded for event in table.all(CardPlayed) if event.overloaded]


def test_what_a_bot_wrote_to_stderr_is_handed_over_when_it_has_ended():
    """Once per process, with what was kept of it."""

    def complain(bot: ScriptedBot, message: dict) -> None:
        honest(bot, message)
        bot.stderr.feed(message["type"].encode() + b" ")

    table = Played().seat(Seat.WEST, complain)
    table.play()
    kept = {tail.seat: (tail.total_bytes, tail.kept) for tail in table.tails}
    assert (4, (0, b"")) == (len(table.tails), kept[Seat.NORTH])
    words = b"hello deal " + b"play " * 10 + b"deal_end bye "
    assert (len(words), words) == kept[Seat.WEST]


def test_frozen_bots_are_frozen_from_each_answer_to_the_next_request():
    """And woken for good before they are told to go, so that they can."""
    table = Played(freeze=True)
    closed = table.play()
    assert (Ending.PLAYED, 40) == (closed.ending, len(table.all(CardPlayed)))
    for bot in table.all_bots:
        assert (11, 11) == (bot.did.count("freeze"), bot.did.count("wake"))
        assert ["wake", "eof", "kill"] == [deed for deed in bot.did if deed != "mark"][-3:]


def test_a_frozen_bot_that_is_to_be_killed_need_not_be_woken():
    """SIGKILL ends a stopped process too."""
    table = Played(freeze=True, boards=2)
    table.seat(Seat.EAST, at_trick(2, lambda bot, _: bot.say(b"what?\n")))
    table.play()
    first = table.bots[Seat.EAST][0]
    assert ["wake", "kill", "kill"] == [deed for deed in first.did if deed != "mark"][-3:]


def test_what_a_bot_used_off_turn_is_noted_with_each_of_its_cards():
    """As its process tells."""
    table = Played().seat(Seat.EAST, off_turn=17)
    table.play()
    assert {17} == {card.off_turn_us for card in table.all(CardPlayed) if card.seat is Seat.EAST}
    assert {0} == {card.off_turn_us for card in table.all(CardPlayed) if card.seat is not Seat.EAST}


def test_a_full_disk_at_a_start_ends_the_table_and_is_no_void_half():
    """No other table could be played either; no process is left."""
    table = Played(boards=2).seat(Seat.NORTH, at_trick(2, lambda bot, _: bot.exit(1)))

    def fill(bot: ScriptedBot, message: dict) -> None:
        honest(bot, message)
        table.fails[Seat.NORTH] = OSError(28, "No space left on device", "/tmp/sueca-bot-1")

    table.seat(Seat.EAST, fill)
    with pytest.RaisesGroup(OSError, flatten_subgroups=True):
        table.play()
    assert all(bot.buried for bot in table.all_bots)
    assert [] == table.all(TableClosed)


@pytest.mark.parametrize("start_ms", [1_000, 60_000])
def test_a_bot_that_never_starts_costs_its_half_no_more_than_its_time_to_start(start_ms):
    """However many boards there are: it stalls nobody's tournament."""
    table = Played(boards=500, clock=Clock(start_ms=start_ms)).seat(Seat.EAST, mute)
    closed = table.play()
    assert [(Seat.EAST, FaultCode.START_TIMEOUT)] == table.verdicts
    assert (Ending.PLAYED, 500) == (closed.ending, len(table.all(UnitEnded)))
    assert start_ms / 1000 <= table.took <= start_ms / 1000 + 2 * GRACE_S + 0.1


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM])
@pytest.mark.parametrize("when", ["first", "restart"])
def test_a_host_that_lacks_what_a_start_needs_makes_the_half_void_and_blames_nobody(number, when):
    """Processes, descriptors, memory: another try, a moment later, may find them."""
    table = Played(boards=2)
    lacking = OSError(number, os.strerror(number))
    if when == "first":
        table.fails[Seat.EAST] = lacking
    else:

        def leave(bot: ScriptedBot, message: dict) -> None:
            table.fails[Seat.EAST] = lacking
            bot.exit(1)

        table.seat(Seat.EAST, at_trick(3, leave))
    closed = table.play()
    assert Ending.VOID == closed.ending
    assert f"E's process can't be started by this host: [Errno {number}]" in closed.reason
    assert [] == [fault for fault in table.faults if fault.code is FaultCode.START_FAILED]
