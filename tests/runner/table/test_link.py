"""A table that is alone in its process: quick replies are taken in without trio's waiting."""

import json
import os
import random
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from arena.engine import PRESETS, SEATS, Card, Layout, Seat
from arena.referee.events import CardPlayed, Ending, Event, Faulted, TableClosed
from arena.referee.facts import Doing, Usage
from arena.referee.spec import OnFault, TableSpec, Terms
from arena.runner.process.stderr import StderrBuffer
from arena.runner.table.shell import Shell
from protocol.messages import FaultCode


@dataclass(eq=False)
class PipedBot:
    """A bot in this process, whose replies come through a real pipe, at once.

    noisy: at its third card it answers twice. quits: its stdout ends before its third card.
    """

    noisy: bool = False
    quits: bool = False
    waits: int = 0
    cards: int = 0
    stderr: StderrBuffer = field(default_factory=StderrBuffer)

    def __post_init__(self) -> None:
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.reader, False)
        self.gone = trio.Event()
        self.open = True

    def write(self, data: bytes | bytearray) -> int:
        for line in data.splitlines():
            message = json.loads(line)
            if message["type"] == "hello":
                self.say({"id": message["id"], "protocol": 1})
            if message["type"] == "play":
                self.play(message)
        return len(data)

    def play(self, message: dict) -> None:
        self.cards += 1
        if self.quits and self.cards == 3:
            self.close_stdout()
            return
        for _ in range(2 if self.noisy and self.cards == 3 else 1):
            self.say({"id": message["id"], "card": message["legal"][0]})

    def say(self, reply: dict) -> None:
        if self.open:
            os.write(self.writer, json.dumps(reply).encode() + b"\n")

    def close_stdout(self) -> None:
        if self.open:
            self.open = False
            os.close(self.writer)

    def read(self) -> bytes | None:
        try:
            return os.read(self.reader, 8192)
        except BlockingIOError:
            return None

    def fileno(self) -> int:
        return self.reader

    async def wait_readable(self) -> None:
        self.waits += 1
        await trio.lowlevel.wait_readable(self.reader)

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()

    async def wait_exit(self) -> int:
        await self.gone.wait()
        return 0

    async def drain_stderr(self) -> None:
        await trio.sleep_forever()

    def usage(self) -> Usage:
        return Usage()

    def doing(self) -> Doing:
        return Doing.UNKNOWN

    def off_turn_us(self) -> int:
        return 0

    def mark(self) -> None:
        """Nothing is measured."""

    def rest(self, *, freeze: bool) -> None:
        """It does nothing by itself."""

    def wake(self) -> None:
        """It never sleeps."""

    def close_stdin(self) -> None:
        self.gone.set()

    def terminate(self) -> None:
        self.gone.set()

    def kill(self) -> None:
        self.gone.set()

    async def bury(self) -> None:
        self.close_stdout()
        os.close(self.reader)


def board(number: int) -> Layout:
    pack = [Card(index) for index in range(40)]
    random.Random(number).shuffle(pack)
    return Layout.from_pack(tuple(pack), SEATS[number % 4], PRESETS["seed"].deal_direction)


def play(*, alone: bool, **traits: bool) -> tuple[TableClosed, list[Event], list[PipedBot]]:
    """Three boards; the traits are East's."""
    terms = Terms(on_fault=OnFault.SUBSTITUTE, max_faults=99)
    events: list[Event] = []
    bots: list[PipedBot] = []

    def open_process(seat: Seat) -> PipedBot:
        bots.append(PipedBot(**traits) if seat is Seat.EAST else PipedBot())
        return bots[-1]

    async def main() -> TableClosed:
        spec = TableSpec(terms, (0, 1, 2), (1, 2, 3, 4))
        shell = Shell(spec, open_process, board, events.append, lambda _: None, alone=alone)
        return await shell.run()

    return trio.run(main, clock=MockClock(autojump_threshold=0.01)), events, bots


def test_a_table_that_is_alone_hardly_ever_waits_by_trio():
    closed, events, bots = play(alone=True)
    assert Ending.PLAYED is closed.ending
    assert 120 == sum(isinstance(event, CardPlayed) for event in events)
    assert 30 > sum(bot.waits for bot in bots)


def test_a_table_that_shares_its_process_leaves_all_waiting_to_trio():
    _, events, bots = play(alone=False)
    assert 120 == sum(isinstance(event, CardPlayed) for event in events)
    assert 120 < sum(bot.waits for bot in bots)


@pytest.mark.parametrize("alone", [False, True])
def test_a_second_answer_is_charged_before_the_next_request(alone):
    """It is noise of the seat that made it, and no answer to what is asked later."""
    _, events, _ = play(alone=alone, noisy=True)
    faults = [event.fault for event in events if isinstance(event, Faulted)]
    assert [(Seat.EAST, FaultCode.UNSOLICITED_OUTPUT, None)] == [
        (fault.seat, fault.code, fault.for_id) for fault in faults
    ]


@pytest.mark.parametrize("alone", [False, True])
def test_the_end_of_an_output_is_seen(alone):
    """Each of East's processes plays two of its thirty cards; after the last fault none is needed."""
    closed, events, bots = play(alone=alone, quits=True)
    codes = [event.fault.code for event in events if isinstance(event, Faulted)]
    assert (Ending.PLAYED, {FaultCode.CLOSED_STDOUT}) == (closed.ending, set(codes))
    assert (10, 4 + 9) == (len(codes), len(bots))
