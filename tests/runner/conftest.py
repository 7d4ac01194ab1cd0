"""A match that is ready to be played; and bots that are scripts in memory, under a virtual clock."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
import trio

from arena.engine import Seat
from arena.errors import BotStartError
from arena.referee.facts import Doing, Usage
from arena.referee.spec import BotRef, Clock, Entrant, HalfSpec, MatchSpec, Place, Terms
from arena.runner.conformance.bench import Bench, Notebook
from arena.runner.process.stderr import StderrBuffer
from arena.runner.table.match import MatchJob
from arena.sandbox.launch import LaunchPlan


@pytest.fixture
def make_job() -> Callable[[str], MatchJob]:
    """Makes a job of which only the id matters."""

    def make(match_id: str) -> MatchJob:
        plans = tuple(LaunchPlan((name,), "/bots", (("PATH", "/bin"),)) for name in "abcd")
        entrants = tuple(Entrant(name, (BotRef(name, "0" * 64),) * 2) for name in "xy")
        north_south = (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1))
        east_west = (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1))
        halves = (HalfSpec(north_south, (1, 2, 3, 4)), HalfSpec(east_west, (5, 6, 7, 8)))
        spec = MatchSpec(match_id, "cup", Terms(), entrants, (0, 1), halves)
        launches = (plans[:2], plans[2:])
        return MatchJob(spec, launches, "abcd", f"/run/{match_id}.jsonl", {"arena": "0.1", "n": 2})

    return make


NEVER = float("inf")


@dataclass(eq=False)
class ScriptedBot:
    """A process in memory: ``answer`` is given each message, and what it returns is sent, be it None.

    It may call ``say``, ``exit`` and ``close_stdout`` itself. stdin_bytes: how much it takes at a time.
    """

    answer: Callable[["ScriptedBot", dict], dict | None]
    ends_at_eof: bool = True
    ends_at_sigterm: bool = True
    status: int = 0
    stdin_bytes: int = 1 << 20
    stderr: StderrBuffer = field(default_factory=StderrBuffer)
    heard: list[dict] = field(default_factory=list)
    writes: list[int] = field(default_factory=list)
    buried: bool = False
    _input: bytearray = field(default_factory=bytearray)
    _output: deque = field(default_factory=deque)
    _exit_at: float = NEVER
    _news: trio.Event = field(default_factory=trio.Event)

    def say(self, data: bytes, after: float = 0.0) -> None:
        self._output.append((trio.current_time() + after, data))
        self._output = deque(sorted(self._output, key=lambda it: it[0]))
        self._tell()

    def close_stdout(self) -> None:
        self.say(b"")

    def exit(self, status: int, after: float = 0.0) -> None:
        if self._exit_at == NEVER:
            self._exit_at, self.status = trio.current_time() + after, status
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    # What the talk sees.

    def write(self, data: bytes | bytearray) -> int:
        if trio.current_time() >= self._exit_at:
            raise BrokenPipeError
        taken = bytes(data[: self.stdin_bytes])
        self.writes.append(len(taken))
        self._input += taken
        while b"\n" in self._input:
            line, _, self._input = self._input.partition(b"\n")
            self.heard.append(json.loads(line))
            reply = self.answer(self, self.heard[-1])
            if reply is not None:
                self.say(json.dumps(reply).encode() + b"\n")
        return len(taken)

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()

    def read(self) -> bytes | None:
        if not self._output or self._output[0][0] > trio.current_time():
            return None
        return self._output.popleft()[1] if self._output[0][1] else b""

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
        return self.status

    async def drain_stderr(self) -> None:
        await trio.sleep_forever()

    def mark(self) -> None:
        pass

    def doing(self) -> Doing:
        return Doing.UNKNOWN

    def usage(self) -> Usage:
        return Usage()

    def close_stdin(self) -> None:
        if self.ends_at_eof:
            self.exit(self.status)

    def terminate(self) -> None:
        if self.ends_at_sigterm:
            self.exit(-15)

    def kill(self) -> None:
        self.exit(-9)

    async def bury(self) -> None:
        self.buried = True
        await trio.lowlevel.checkpoint()


def honest(bot: ScriptedBot, message: dict) -> dict | None:
    """Answer every request properly."""
    match message:
        case {"type": "hello", "id": number}:
            return {"id": number, "protocol": 1, "name": "honest"}
        case {"type": "play", "id": number, "legal": [card, *_]}:
            return {"id": number, "card": card}
        case _:
            return None


@dataclass
class Trial:
    """Many processes of one scripted bot: what was started, and a bench to try it on."""

    answer: Callable[[ScriptedBot, dict], dict | None] = honest
    settings: dict = field(default_factory=dict)
    terms: Terms = field(default_factory=lambda: Terms(clock=Clock(start_ms=5_000, move_ms=1_000)))
    refuses: bool = False
    bots: list[ScriptedBot] = field(default_factory=list)
    notebook: Notebook = field(default_factory=Notebook)

    def __post_init__(self) -> None:
        self.bench = Bench(self.open_process, self.terms, frozenset())

    def open_process(self) -> ScriptedBot:
        if self.refuses:
            raise BotStartError("can't run 'bot': No such file or directory")
        self.bots.append(ScriptedBot(self.answer, **self.settings))
        return self.bots[-1]

    def run(self, script, clock) -> list[tuple[str, str, str]]:
        """Severity, code and cause of all that a step finds."""
        trio.run(script, self.bench, self.notebook, clock=clock)
        assert all(bot.buried for bot in self.bots)
        return [(it.severity, it.code, it.cause) for it in self.notebook.findings()]


@pytest.fixture
def trial():
    """Makes a Trial of a bot: how it answers, and how its processes behave."""
    return Trial


@pytest.fixture
def good():
    """How a good bot answers."""
    return honest


@pytest.fixture
def clock():
    """A clock that jumps to where something happens."""
    from trio.testing import MockClock

    return MockClock(autojump_threshold=0)


@pytest.fixture
def north():
    return Seat.NORTH
