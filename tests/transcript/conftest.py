"""Real logs: matches played at real tables in virtual time, by bots that are functions.

``matches.play(...)`` plays a match as the runner does and returns the sealed log's path. ``every_log`` has
one match of each kind that there is, made once for the whole session.
"""

import hashlib
import heapq
import itertools
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.engine import CARDS, PRESETS, SEATS, Layout, Ruleset, Seat
from arena.referee.effects import CancelAlarm, Close, DealBoard, Log, Send, SetAlarm, Start, Stop
from arena.referee.events import Ending, Event, TableClosed
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
    Usage,
    Written,
)
from arena.referee.spec import (
    BotRef,
    Clock,
    Entrant,
    HalfSpec,
    MatchSpec,
    OnFault,
    Place,
    TableSpec,
    Terms,
    Unit,
)
from arena.referee.table import Table
from arena.transcript.chain import GENESIS, Line, chain_value
from arena.transcript.writer import MatchLog

MS = 1_000
PROVENANCE = {"arena": "0.1.0", "python": "3.11.9", "cores": 2, "sandbox": "off"}
QUICK = Clock(start_ms=1_000, move_ms=100, bank_ms=0)
STARTED = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


@dataclass
class Me:
    """What a bot can do with the process that heard a message; ``turn`` counts its ``play`` requests."""

    table: "VirtualTable"
    seat: Seat
    turn: int = 0
    dead: bool = False
    off_turn_us: int = 41
    usage: Usage = field(default_factory=lambda: Usage(700, 40))

    def write(self, data: bytes, after: int = MS, usage: Usage | None = None) -> None:
        used = self.usage if usage is None else usage
        self.table.later(self, after, lambda at: Received(self.seat, at, data, used))

    def say(self, reply: dict, after: int = MS, usage: Usage | None = None) -> None:
        self.write(json.dumps(reply).encode() + b"\n", after, usage)

    def exit(self, status: int, after: int = MS) -> None:
        self.table.later(self, after, lambda at: Exited(self.seat, at, status, self.usage))

    def close_stdout(self, after: int = MS) -> None:
        self.table.later(self, after, lambda at: StdoutClosed(self.seat, at, self.usage))

    def break_host(self, reason: str) -> None:
        self.table.later(None, MS, lambda at: HostFailed(at, reason))

    def note(self, text: bytes) -> None:
        self.table.stderr.append((self.seat, text))


Script = Callable[[dict, Me], None]


def honest(message: dict, me: Me) -> None:
    """Play the first legal card a millisecond after being asked."""
    if message["type"] == "hello":
        me.say({"id": message["id"], "protocol": 1, "name": "honest", "version": "1.2"})
    elif message["type"] == "play":
        me.say({"id": message["id"], "card": message["legal"][0]})


def chatty(message: dict, me: Me) -> None:
    """Play some legal card, at some pace, and talk about it now and then."""
    if message["type"] != "play":
        honest(message, me)
        return
    dice = random.Random(f"{message['hand']} {message['table']}")
    reply = {"id": message["id"], "card": dice.choice(message["legal"])}
    if dice.random() < 0.15:
        reply["comment"] = f"I hold {len(message['hand'])} cards; olá"
    me.say(reply, dice.randrange(100, 90 * MS), Usage(dice.randrange(50), dice.randrange(50)))


def at_turn(turns: dict[int, Script], otherwise: Script = chatty) -> Script:
    """A bot that follows another script at its n-th ``play`` request (from 1) of a process."""

    def script(message: dict, me: Me) -> None:
        act = turns.get(me.turn) if message["type"] == "play" else None
        (act or otherwise)(message, me)

    return script


def silent(message: dict, me: Me) -> None:
    """Say nothing."""


def moonlight(message: dict, me: Me) -> None:
    """Work for 2 seconds whenever another is asked."""
    me.off_turn_us = 2_000 * MS
    honest(message, me)


def late(message: dict, me: Me) -> None:
    """Answer when time is long over."""
    me.say({"id": message["id"], "card": message["legal"][0]}, 150 * MS)


def foreign(message: dict, me: Me) -> None:
    """Play a card that somebody else holds."""
    other = next(str(card) for card in CARDS if str(card) not in message["hand"])
    me.say({"id": message["id"], "card": other})


def garbage(message: dict, me: Me) -> None:
    me.write(b'{"card": \xff\x00 "oops\\"}\r\n')


def wrong_id(message: dict, me: Me) -> None:
    me.say({"id": message["id"] + 100, "card": message["legal"][0]})


def twice(message: dict, me: Me) -> None:
    chatty(message, me)
    me.write(b'one more thing\n{"id":', after=91 * MS)


def crash(message: dict, me: Me) -> None:
    me.note(b"Traceback (most recent call last):\n  File \"bot.py\", line 3\nKeyError: 'trump'\n")
    me.write(b'{"id": 1, "ca')
    me.exit(1, after=2 * MS)


def killed(message: dict, me: Me) -> None:
    me.exit(-11)


def hang_up(message: dict, me: Me) -> None:
    me.close_stdout()


def shout(message: dict, me: Me) -> None:
    me.write(b"x" * 5_000)


def flood(message: dict, me: Me) -> None:
    me.write(b"\n" * 70_000)


def starved(message: dict, me: Me) -> None:
    """Late by the wall clock, but for want of a core."""
    me.usage = Usage(1_000, 190 * MS)
    me.say({"id": message["id"], "card": message["legal"][0]}, 150 * MS)


def break_host(message: dict, me: Me) -> None:
    me.break_host("no memory left to spawn a bot")


def old_version(message: dict, me: Me) -> None:
    if message["type"] == "hello":
        me.say({"id": message["id"], "protocol": 2})


def mute(message: dict, me: Me) -> None:
    """Never even say hello."""


class VirtualTable:
    """A table whose effects are carried out in virtual microseconds."""

    def __init__(self, spec: TableSpec, scripts: dict[Seat, Script | str], log: MatchLog) -> None:
        self.stderr: list[tuple[Seat, bytes]] = []
        self._table = Table(spec)
        self._scripts = scripts
        self._log = log
        self._now = 0
        self._queue: list[tuple[int, int, Me | None, Callable[[int], Fact | None]]] = []
        self._order = itertools.count()
        self._live: dict[Seat, Me] = {}
        self._alarms: dict[Seat, int] = {}
        self._closed: TableClosed | None = None

    def later(self, me: Me | None, after: int, make: Callable[[int], Fact | None]) -> None:
        heapq.heappush(self._queue, (self._now + after, next(self._order), me, make))

    def run(self) -> TableClosed:
        self._do(self._table.open())
        while not self._table.closed:
            self._step()
        assert self._closed is not None
        return self._closed

    def _step(self) -> None:
        seat, alarm = min(self._alarms.items(), key=lambda item: item[1], default=(None, None))
        if alarm is not None and (not self._queue or alarm < self._queue[0][0]):
            self._now = max(self._now, alarm)
            del self._alarms[seat]
            self._do(self._table.feed(TimePassed(seat, self._now, self._live[seat].usage)))
            return
        at, _, me, make = heapq.heappop(self._queue)
        if me is None or not me.dead:
            self._now = max(self._now, at)
            if (fact := make(self._now)) is not None:
                self._do(self._table.feed(fact))

    def _do(self, effects: Iterable) -> None:
        for effect in effects:
            match effect:
                case Start(seat):
                    self._spawn(seat)
                case Send(seat, line):
                    self._deliver(self._live[seat], json.loads(line))
                case SetAlarm(seat, at):
                    self._alarms[seat] = at
                case CancelAlarm(seat):
                    self._alarms.pop(seat, None)
                case Stop(seat):
                    self._live.pop(seat).dead = True
                case DealBoard(board):
                    self.later(
                        None, 10, lambda at, board=board: BoardDealt(at, board, dealt(board))
                    )
                case Log(event):
                    self._write(event)
                case Close():
                    pass

    def _spawn(self, seat: Seat) -> None:
        me = self._live[seat] = Me(self, seat)
        script = self._scripts[seat]
        if isinstance(script, str):
            self.later(me, MS, lambda at: SpawnFailed(seat, at, script))
        else:
            self.later(me, MS + seat, lambda at: Spawned(seat, at))

    def _deliver(self, me: Me, message: dict) -> None:
        def written(at: int) -> Fact:
            me.turn += message["type"] == "play"
            self.later(me, 0, lambda _: self._scripts[me.seat](message, me))
            return Written(me.seat, at, me.off_turn_us)

        self.later(me, 7, written)

    def _write(self, event: Event) -> None:
        self._log.event(event)
        if isinstance(event, TableClosed):
            self._closed = event
        for seat, text in self.stderr:
            self._log.stderr(seat, len(text), text)
        self.stderr.clear()


def dealt(board: int) -> Layout:
    """Some board for each number; dealers rotate."""
    pack = list(CARDS)
    random.Random(board).shuffle(pack)
    return Layout.from_pack(pack, SEATS[board % 4], PRESETS["seed"].deal_direction)


def match_spec(
    units: tuple[int, ...] = (0, 1),
    *,
    unit: Unit = Unit.BOARD,
    on_fault: OnFault = OnFault.FORFEIT,
    rules: Ruleset = PRESETS["seed"],
    clock: Clock = QUICK,
    max_faults: int = 3,
    freeze: bool = False,
) -> MatchSpec:
    """A match of alpha against beta."""
    alpha = Entrant("alpha", (BotRef("ant", "a" * 64), BotRef("ape", "1" * 64)))
    beta = Entrant("beta", (BotRef("bee", "b" * 64), BotRef("bat", "2" * 64)))
    home = (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1))
    away = (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1))
    return MatchSpec(
        match_id="00112233445566778899aabbccddeeff",
        tournament="spring",
        terms=Terms(rules, unit, clock, on_fault, max_faults, show_hands=False, freeze=freeze),
        entrants=(alpha, beta),
        units=units,
        halves=(HalfSpec(home, (1, 2, 3, 4)), HalfSpec(away, (5, 6, 7, 2**53 - 1))),
    )


class Matches:
    """Plays matches; bots are named by their names: ant and ape for alpha, bee and bat for beta."""

    spec = staticmethod(match_spec)
    dealt = staticmethod(dealt)
    at_turn = staticmethod(at_turn)
    honest = staticmethod(honest)
    silent = staticmethod(silent)
    moonlight = staticmethod(moonlight)
    foreign = staticmethod(foreign)
    crash = staticmethod(crash)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = itertools.count(1)

    def play(self, bots: dict[str, Script | str] | None = None, **spec) -> Path:
        """The path of the sealed log of a match between ``bots``, chatty ones by default."""
        return self.play_spec(match_spec(**spec), bots or {})

    def play_spec(self, spec: MatchSpec, bots: dict[str, Script | str]) -> Path:
        path = self._folder / f"{next(self._count)}.jsonl"
        faults = (0, 0)
        with MatchLog(path, spec, PROVENANCE, STARTED) as log:
            for half, plan in enumerate(spec.halves):
                names = [
                    spec.entrants[place.entrant].bots[place.bot].name for place in plan.seating
                ]
                scripts = {seat: bots.get(names[seat], chatty) for seat in SEATS}
                log.half(half)
                closed = VirtualTable(spec.table(half, faults), scripts, log).run()
                faults = closed.faults if half == 0 else faults
                if closed.ending is not Ending.PLAYED:
                    break
            log.seal()
        return path


@pytest.fixture
def matches(tmp_path) -> Matches:
    return Matches(tmp_path)


RUBBERS = {"unit": Unit.RUBBER, "units": (0, 101)}
SUBSTITUTE = {"on_fault": OnFault.SUBSTITUTE, "max_faults": 99}

KINDS: dict[str, tuple[dict, dict]] = {
    "boards": ({}, {"units": (0, 1, 2)}),
    "rubbers": ({}, RUBBERS),
    "anticlockwise": ({}, {"rules": PRESETS["portugal"], "units": (7,)}),
    "reserve": ({}, {"clock": Clock(1_000, 50, 300)}),
    "forfeits": (
        {"ant": at_turn({4: foreign}), "bat": at_turn({13: silent})},
        {"units": (0, 1, 2)},
    ),
    "rubber forfeits": ({"ape": at_turn({14: garbage})}, RUBBERS),
    "crash": ({"bee": at_turn({3: crash})}, {}),
    "substitutes": (
        {
            "ant": at_turn({2: late, 5: garbage, 8: wrong_id, 11: starved}),
            "ape": at_turn({3: twice, 7: hang_up}),
            "bee": at_turn({4: shout, 6: killed}),
            "bat": at_turn({2: flood, 9: foreign}),
        },
        SUBSTITUTE,
    ),
    "lost at once": ({"bee": at_turn({2: garbage, 3: garbage})}, SUBSTITUTE | {"max_faults": 2}),
    "lost late": ({"ape": at_turn({20: silent})}, SUBSTITUTE | {"max_faults": 2}),
    "no start": ({"bat": "bat: no such file"}, {}),
    "nobody starts": ({"ant": old_version, "bee": mute}, {}),
    "void": ({"bee": at_turn({6: break_host})}, {}),
}


@pytest.fixture(scope="session")
def every_log(tmp_path_factory) -> dict[str, Path]:
    """One sealed log of each kind."""
    matches = Matches(tmp_path_factory.mktemp("logs"))
    return {kind: matches.play(bots, **spec) for kind, (bots, spec) in KINDS.items()}


def forged(lines: Iterable[bytes], path: Path) -> Path:
    """Write ``lines`` (without or with a chain value) as a log whose numbers, chain and seal are right."""
    chain, out = GENESIS, b""
    for number, line in enumerate(lines, 1):
        fields = json.loads(line)
        fields.pop("chain", None)
        fields["n"] = number
        if fields["type"] == "seal":
            fields |= {"lines": number - 1, "sha256": hashlib.sha256(out).hexdigest()}
        body = json.dumps(fields, separators=(",", ":"))[:-1].encode()
        chain = chain_value(chain, body)
        out += Line(body, chain).raw
    path.write_bytes(out)
    return path


@pytest.fixture(scope="session")
def scratch(tmp_path_factory) -> Path:
    """A file that tests write changed logs to, again and again."""
    return tmp_path_factory.mktemp("scratch") / "changed.jsonl"


@pytest.fixture(scope="session")
def forge() -> Callable[[Iterable[bytes], Path], Path]:
    """The forger: mends numbers, chain and seal of changed lines."""
    return forged


@pytest.fixture
def match_specs() -> list[MatchSpec]:
    """One description of a match for each kind of log."""
    return [match_spec(**spec) for _, spec in KINDS.values()]
