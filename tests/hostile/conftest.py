"""The world that hostile bots are let loose in: a run with its secrets, and tables to play at."""

import os
import random
import secrets
import shutil
import socket
import time
import tomllib
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pytest
import trio

from arena.engine import PRESETS, SEATS, Card, Layout, Seat
from arena.errors import SandboxUnavailableError
from arena.referee.events import CardPlayed, Event, Fault, Faulted, TableClosed
from arena.referee.levels import Level, LevelChoice
from arena.referee.spec import Clock, Limits, TableSpec, Terms
from arena.runner.process import sweep
from arena.runner.process.isolation import choose
from arena.runner.process.stderr import StderrTail
from arena.runner.table.shell import run_table
from arena.sandbox.launch import plan_launch

BOTS = Path(__file__).parents[1] / "bots"
TABLE = Path(__file__).with_name("attacks.toml")
NORTH, EAST, WEST = Seat.NORTH, Seat.EAST, Seat.WEST
PATIENT = Clock(start_ms=60_000, move_ms=60_000)
"""On a busy host a bot may take long; nothing here is about time."""

PYTHON = ("python3", "-S", "-E")
"""Quick to start, for there are many."""

TOKEN_FILES = 16
TABLES_AT_ONCE = 5
UNTRIED = "untried"


@dataclass(frozen=True)
class Attack:
    """A row of the table: what is tried, and what comes of it at each level."""

    name: str
    does: str
    outcomes: dict[str, str | dict[str, str]]
    bot: str = ""
    args: tuple[str, ...] = ()
    pair: bool = False
    twin: bool = False
    needy: bool = False
    shown: bool = False
    matches: int = 1
    limits: dict[str, int] = field(default_factory=dict)
    fault: dict[str, str] = field(default_factory=dict)

    @property
    def program(self) -> str:
        return f"{self.bot or self.name}.py"

    def outcome(self, level: str) -> str:
        """What the table says for the user who runs this."""
        outcome = self.outcomes[level]
        if isinstance(outcome, dict):
            return outcome["root" if os.geteuid() == 0 else "user"]
        return outcome


def read_table() -> list[tuple[str, list[Attack]]]:
    """The table of attacks, by group."""
    levels = [level.value for level in Level]
    groups = tomllib.loads(TABLE.read_text(encoding="utf-8"))["group"]
    return [
        (
            group["title"],
            [
                Attack(
                    outcomes={level: row[level] for level in levels},
                    **{key: value for key, value in row.items() if key not in levels},
                )
                for row in group["attacks"]
            ],
        )
        for group in groups
    ]


def board(number: int) -> Layout:
    """Any board: the same for the same number."""
    pack = [Card(index) for index in range(40)]
    random.Random(number).shuffle(pack)
    return Layout.from_pack(tuple(pack), SEATS[number % 4], PRESETS["seed"].deal_direction)


def processes_with(mark: str) -> list[str]:
    """The commands of processes that carry the mark in their environment or their arguments."""
    found = []
    reap()
    for path in Path("/proc").iterdir():
        if path.name.isdigit() and path.name != str(os.getpid()):
            known = command = b""
            try:
                command = known = (path / "cmdline").read_bytes()
                known += (path / "environ").read_bytes()
            except OSError:
                pass
            if mark.encode() in known:
                found.append(command.replace(b"\0", b" ").decode())
    return found


def strange_children() -> list[sweep.Relative]:
    """Direct children that no match looks after."""
    return sweep.strangers(sweep.relatives_now())


def command_of(pid: int) -> str:
    """What the process is, for who reads why a test failed."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return "gone by now"


def reap() -> None:
    """Take the status of orphans that have ended, as a worker does after each match."""
    for orphan in strange_children():
        with suppress(ChildProcessError):
            os.waitpid(orphan.pid, os.WNOHANG)


@dataclass
class World:
    """A run's folder with its secrets, an organiser's home, services of the host, and its terminal."""

    root: Path

    def __post_init__(self) -> None:
        self.run, self.home = self.root / "run", self.root / "home"
        (self.run / "bots").mkdir(parents=True)
        (self.run / "matches").mkdir()
        self.home.mkdir(mode=0o700)
        self.log = self.run / "matches" / "match.jsonl.part"
        self.log.write_text("East holds the ace of trumps", encoding="utf-8")
        (self.home / "diary").write_text("dear diary", encoding="utf-8")
        self.rival, self.needy = self.folder("honest.py"), self.folder("needs_much.py")
        self.seed = self.run / "seed"
        self.seed.touch(mode=0o600)
        self.seed.write_text(secrets.token_hex(16), encoding="utf-8")
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.unix = socket.socket(socket.AF_UNIX)
        self.unix_path = f"/tmp/sueca-{uuid.uuid4().hex[:8]}.sock"
        self.unix.bind(self.unix_path)
        self.unix.listen(50)
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract_name = uuid.uuid4().hex
        self.abstract.bind("\0" + self.abstract_name)
        self.abstract.listen(50)
        self.sentinel = Path(f"/tmp/sueca-{uuid.uuid4().hex[:8]}")
        self.sentinel.mkdir()
        (self.sentinel / "file").touch()
        self.master, self.slave = os.openpty()
        self.open_file = os.open(self.seed, os.O_RDONLY)
        os.set_inheritable(self.open_file, True)  # noqa: FBT003 - positional only
        os.environ["SUECA_SECRET"] = "a token of the organiser's"

    def close(self) -> None:
        del os.environ["SUECA_SECRET"]
        for it in (self.tcp, self.unix, self.abstract):
            it.close()
        for number in (self.master, self.slave, self.open_file):
            os.close(number)
        shutil.rmtree(self.sentinel)
        Path(self.unix_path).unlink()

    def folder(self, program: str) -> Path:
        """A frozen folder with a bot's program: each table has its own, as its files are shared there."""
        folder = self.run / "bots" / uuid.uuid4().hex
        folder.mkdir()
        for path in (
            BOTS / "attacks" / program,
            BOTS / "attacks" / "attack.py",
            BOTS / "scripted.py",
        ):
            shutil.copy(path, folder)
        for number in range(TOKEN_FILES):
            (folder / f"bit{number}").write_bytes(b"a bit")
            # It was read before it was written, and so the kernel notes when it is read next.
            os.utime(folder / f"bit{number}", (1_000_000_000, 1_100_000_000))
        (folder / "end").write_bytes(b"end")
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        return folder

    def bears(self, mark: str) -> bool:
        """Whether a table's mark was written into one of the files, or stands in a file's name."""
        return mark in self.log.read_text(encoding="utf-8") or any(self.root.rglob(f"*{mark}*"))

    @cached_property
    def facts(self) -> dict[str, str]:
        """What an attacker knows of the host, by the names that the table of attacks uses."""
        return {
            "referee": str(os.getpid()),
            "seed": str(self.seed),
            "log": str(self.log),
            "run": str(self.run),
            "home": str(self.home),
            "bots": str(self.rival.parent),
            "rival": str(self.rival / "honest.py"),
            "rival_folder": str(self.rival),
            "sentinel": self.sentinel.name,
            "port": str(self.tcp.getsockname()[1]),
            "network": str(Path("/proc/self/ns/net").readlink()),
            "socket": self.unix_path,
            "abstract": self.abstract_name,
            "terminal": os.ttyname(self.slave),
        }


@dataclass
class Battle:
    """An attack that is tried at a level, and what came of it."""

    attack: Attack
    level: Level
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    events: list[Event] = field(default_factory=list)
    tails: list[StderrTail] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    changed: bool = False
    took_s: float = 0.0

    async def play(self, world: World) -> None:
        began = trio.current_time()
        attack = self.attack
        folder = world.folder(attack.program)
        rival = world.needy if attack.needy else world.rival
        limits = Limits(**attack.limits)
        facts = world.facts
        args = [argument.format(**facts) for argument in attack.args]
        name = "needs_much.py" if attack.needy else "honest.py"
        honest = plan_launch((*PYTHON, name, self.mark), rival, self.level, limits)
        command = (*PYTHON, attack.program, self.mark, *args)
        evil = plan_launch(command, folder, self.level, limits)
        launches = [honest, evil, honest, evil if attack.pair or attack.twin else honest]
        spec = TableSpec(Terms(clock=PATIENT, limits=limits), (1,), (1, 2, 3, 4))
        for _ in range(attack.matches):
            await run_table(spec, launches, board, self.events.append, self.tails.append)
        self.changed = attack.shown and world.bears(self.mark)
        folder.chmod(0o755)
        shutil.rmtree(folder)
        self.left = processes_with(self.mark)
        self.took_s = trio.current_time() - began

    def said(self, seat: Seat) -> list[str]:
        """The lines that a seat's bots wrote to stderr."""
        kept = b"".join(it.kept for it in self.tails if it.seat == seat)
        return kept.decode("utf-8", "replace").splitlines()

    @cached_property
    def leaks(self) -> list[str]:
        """What the attack reached. A token counts if it is the one that was sent."""
        heard = [line for seat in (EAST, WEST) for line in self.said(seat) if "LEAK " in line]
        if not self.attack.pair:
            return heard if self.changed or not self.attack.shown else []
        sent = {line.removeprefix("token ") for line in self.said(EAST) if "token " in line}
        return [line for line in heard if line.removeprefix("LEAK ") in sent]

    @property
    def faults(self) -> list[Fault]:
        return [event.fault for event in self.events if isinstance(event, Faulted)]

    @property
    def cards(self) -> int:
        return sum(isinstance(event, CardPlayed) for event in self.events)

    @property
    def closed(self) -> TableClosed:
        last = self.events[-1]
        assert isinstance(last, TableClosed)
        return last


@dataclass
class War:
    """All battles at all levels, and what they cost the referee that stands by all of their tables."""

    battles: dict[tuple[str, str], Battle] = field(default_factory=dict)
    grown_kib: int = 0
    left: list[str] = field(default_factory=list)

    def play(self, world: World, attacks: list[Attack], levels: list[Level]) -> None:
        self.battles = {
            (attack.name, level.value): Battle(attack, level)
            for attack in attacks
            for level in levels
            if not attack.outcome(level).startswith(UNTRIED)
        }
        before = {it.pid for it in strange_children()}  # such as a browser of other tests
        self.grown_kib = grown_memory(lambda: trio.run(self._play_all, world))
        for _ in range(100):  # who was killed takes a moment to be gone
            reap()
            left = [it for it in strange_children() if it.pid not in before]
            if not left:
                break
            time.sleep(0.02)
        self.left = [f"{it}: {command_of(it.pid)}" for it in left]

    async def _play_all(self, world: World) -> None:
        limiter = trio.CapacityLimiter(TABLES_AT_ONCE)

        async def play(battle: Battle) -> None:
            async with limiter:
                await battle.play(world)

        async with trio.open_nursery() as nursery:
            for battle in self.battles.values():
                nursery.start_soon(play, battle)


def grown_memory(act: Callable[[], object]) -> int:
    """How much the peak of this process's memory rises by an act, in KiB."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = memory_kib("VmRSS")
    act()
    return memory_kib("VmHWM") - before


def memory_kib(key: str) -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(it for it in status.splitlines() if it.startswith(key))
    return int(line.split()[1])


def pytest_generate_tests(metafunc) -> None:
    """A test that asks for a battle is run for each attack at each level at which it is tried."""
    if "battle" in metafunc.fixturenames:
        cases = [
            pytest.param((attack.name, level.value), id=f"{attack.name}-{level.value}")
            for _, attacks in read_table()
            for attack in attacks
            for level in Level
            if not attack.outcome(level).startswith(UNTRIED)
        ]
        metafunc.parametrize("battle", cases, indirect=True)


@dataclass
class Levels:
    """The levels that this host offers, and why it doesn't offer the others."""

    there: list[Level] = field(default_factory=list)
    missing: dict[Level, str] = field(default_factory=dict)

    def require(self, level: Level) -> None:
        """Fail where a level isn't there: a test of it that isn't run proves nothing."""
        if level in self.missing:
            pytest.fail(f"level {level} can't be tested here: {self.missing[level]}")


@pytest.fixture(scope="session")
def levels() -> Levels:
    levels = Levels()
    for level in Level:
        try:
            choose(LevelChoice(level.value), level)
        except SandboxUnavailableError as error:
            levels.missing[level] = str(error)
        else:
            levels.there.append(level)
    return levels


@pytest.fixture(scope="session", name="board")
def board_fixture() -> Callable[[int], Layout]:
    return board


@pytest.fixture(scope="session")
def bots() -> Path:
    """The folder of bots that are written for tests."""
    return BOTS


@pytest.fixture(scope="session", name="processes_with")
def processes_with_fixture() -> Callable[[str], list[str]]:
    return processes_with


@pytest.fixture(scope="session")
def peak_memory() -> Callable[[Callable[[], object]], int]:
    return grown_memory


@pytest.fixture(scope="session")
def attacks() -> list[tuple[str, list[Attack]]]:
    """The table of attacks, by group."""
    return read_table()


@pytest.fixture(scope="session")
def war(world, attacks, levels) -> War:
    """Every attack, tried at every level."""
    war = War()
    war.play(world, [attack for _, group in attacks for attack in group], levels.there)
    return war


@pytest.fixture
def battle(request, war, levels) -> Battle:
    name, level = request.param
    levels.require(Level(level))
    return war.battles[name, level]


@pytest.fixture(scope="session")
def world(tmp_path_factory) -> Iterator[World]:
    world = World(tmp_path_factory.mktemp("world"))
    yield world
    world.close()
