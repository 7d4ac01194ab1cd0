"""What tests of several packages share."""

import errno
import json
import os
import random
import signal
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
import trio
from hypothesis import settings

from arena.engine import Seat
from arena.referee.effects import DealBoard, Log, Send, Start, Stop
from arena.referee.events import Ending, Event, Faulted, TableClosed
from arena.referee.facts import BoardDealt, Fact, Received, Spawned, Usage, Written
from arena.referee.table import Table
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.pool import run_pool
from arena.tournament.boards import board_layout, parse_seed
from arena.transcript.writer import MatchLog

# Where a red run stops a release, the same code must give the same verdict; chance is for the desk.
settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")

# Whoever runs the tests may have ignored these (nohup, a shell's &), which every process below inherits.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

# readline, which pytest loads, puts these behind os.environ's back, and every process below would take them for a terminal.
for _size in ("COLUMNS", "LINES"):
    if _size not in os.environ:
        os.unsetenv(_size)

MOVE_US = 1_000


@dataclass
class PaperTable:
    """One half of a match, played to its end in no time by bots that roll dice from their own seeds.

    A bot whose entrant's name begins with "bad" answers with garbage when it is to play.
    """

    job: MatchJob
    half: int
    board_seed: str
    faults: tuple[int, int] = (0, 0)
    now: int = 0
    facts: deque[Fact] = field(default_factory=deque)
    dice: dict[Seat, random.Random] = field(default_factory=dict)

    def play(self) -> Iterator[Event]:
        table = Table(self.job.spec.table(self.half, self.faults))
        effects = table.open()
        while True:
            for effect in effects:
                match effect:
                    case Log(event):
                        yield event
                    case Stop(seat):
                        rest = (it for it in self.facts if getattr(it, "seat", None) is not seat)
                        self.facts = deque(rest)
                    case Start(seat):
                        self.facts.append(Spawned(seat, self.now))
                    case DealBoard(number):
                        seed, rules = parse_seed(self.board_seed), self.job.spec.terms.rules
                        layout = board_layout(seed, number, rules)
                        self.facts.append(BoardDealt(self.now, number, layout))
                    case Send(seat, line):
                        self._hear(seat, json.loads(line))
            if table.closed:
                return
            effects = table.feed(self.facts.popleft())

    def _hear(self, seat: Seat, message: dict) -> None:
        self.facts.append(Written(seat, self.now))
        if message["type"] == "hello":
            self.dice[seat] = random.Random(message["seed"])
            reply = {"id": message["id"], "protocol": 1}
        elif message["type"] == "play":
            reply = {"id": message["id"], "card": self.dice[seat].choice(message["legal"])}
        else:
            return
        place = self.job.spec.halves[self.half].seating[seat]
        name = self.job.spec.entrants[place.entrant].name
        if message["type"] == "play" and name.startswith("bad"):
            reply = "what?" if name == "bad" else "what? " * 20
        self.now += MOVE_US
        data = json.dumps(reply).encode() + b"\n"
        self.facts.append(Received(seat, self.now, data, Usage(500, 0)))


@dataclass
class PaperOffice:
    """Stands in for worker processes: matches are played in memory, and logged as real ones are.

    void: matches that the host can't play, by the number of the try. jinxed: entrants whose matches it
    can't. full: tries at which the disk is full. signal_after: so many matches, then
    this process gets SIGINT. spoils: each log is changed behind the arena's back. tries: what was
    played.
    """

    void: set[int] = field(default_factory=set)
    jinxed: set[str] = field(default_factory=set)
    full: set[int] = field(default_factory=set)
    signal_after: int | None = None
    spoils: bool = False
    board_seed: str | None = None
    tries: list[MatchJob] = field(default_factory=list)

    def hire(self, _slot: int) -> "PaperWorker":
        return PaperWorker(self)


@dataclass
class PaperWorker:
    """Plays matches for a PaperOffice."""

    office: PaperOffice
    alive: bool = True

    async def play(self, job: MatchJob) -> MatchReport:
        if self.office.signal_after == len(self.office.tries):
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep_forever()
        self.office.tries.append(job)
        if len(self.office.tries) in self.office.full:
            storage = (errno.ENOSPC, f"{job.log_path}.part")
            return MatchReport(job.spec.match_id, job.log_path, "", None, storage)
        names = {entrant.name for entrant in job.spec.entrants}
        if len(self.office.tries) in self.office.void or names & self.office.jinxed:
            return MatchReport(job.spec.match_id, job.log_path, "", "out of luck")
        return play_on_paper(job, self.office)

    async def dismiss(self) -> None:
        await trio.lowlevel.checkpoint()


def play_on_paper(job: MatchJob, office: PaperOffice) -> MatchReport:
    """Play a match in memory, and log it."""
    with MatchLog(Path(job.log_path), job.spec, job.provenance) as log:
        faults = (0, 0)
        for half in range(2):
            log.half(half)
            for event in PaperTable(job, half, office.board_seed or job.seed, faults).play():
                log.event(event)
                if isinstance(event, Faulted):
                    log.stderr(event.fault.seat, 12, b"Ouch!\n\x1b[31m\n")
                if isinstance(event, TableClosed):
                    closed = event
            if closed.ending is not Ending.PLAYED:
                break
            faults = job.spec.turned(half, closed.faults)
        _, sha256 = log.seal()
    if office.spoils:
        with Path(job.log_path).open("ab") as sealed:
            sealed.write(b"\n")
    return MatchReport(job.spec.match_id, job.log_path, sha256, None)


@pytest.fixture(scope="session")
def paper_office():
    """Makes offices that play on paper, for tests that put them to work themselves."""
    return PaperOffice


@pytest.fixture
def office(monkeypatch):
    """Whatever the test plays is played on paper."""
    office = PaperOffice()
    monkeypatch.setattr(
        "arena.runner.workers.session.run_pool", partial(run_pool, hire=office.hire)
    )
    return office


@pytest.fixture
def contest(tmp_path):
    """Writes a tournament's file and its bots, which are never started; returns the file's path.

    Entrants are named by words; other settings come as keywords. A meeting is one match, unless they say more.
    """

    def write(entrants="ana rui eva", name="cup", **settings):
        board = {"unit": "board", "boards": 2} if "unit" not in settings else {}
        # No canary is sent out for it. Last, so that lines count from the other settings.
        last = {"matches_per_pairing": settings.get("matches_per_pairing", 1)}
        last["sandbox"] = settings.get("sandbox", "off")
        keys = board | settings | last
        lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
        for entrant in entrants.split():
            bot = tmp_path / f"{entrant}.py"
            if not bot.exists():
                bot.write_text(f"# {entrant}\n")
            lines += ["[[entrants]]", f'name = "{entrant}"', f'bot = "{bot.name}"']
        path = tmp_path / f"{name}.toml"
        path.write_text("\n".join(lines) + "\n")
        return path

    return write


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files anew, for you to read the diff",
    )


@pytest.fixture
def golden(request):
    """Compares lines of text with a file of ``tests/golden``; with ``--update-golden`` writes that file."""

    def check(name, lines):
        path = Path(__file__).parent / "golden" / name
        text = "".join(f"{line}\n" for line in lines)
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, "see it with: pytest --update-golden"

    return check
