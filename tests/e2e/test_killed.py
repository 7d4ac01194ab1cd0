"""Whatever is killed, and however: no bot is left, nor what a bot started, nor a file of theirs."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio

from arena.referee.levels import Level
from arena.referee.spec import BotRef, Clock, Entrant, HalfSpec, MatchSpec, Place, Terms
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.pool import WorkerProcess
from arena.sandbox.launch import plan_launch

pytestmark = pytest.mark.killed

BOTS = Path(__file__).parents[1] / "bots"
ORGANISER = Path(__file__).with_name("organiser.py")
PATIENCE_S = 30.0
NORTH_SOUTH = (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1))
EAST_WEST = (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1))


def job(
    folder: Path, name: str, mark: str, script: tuple[str, ...], level: Level = Level.OFF
) -> MatchJob:
    """A match of one board between bots that carry the mark in environment and command line."""
    plan = plan_launch(("python3", *script, mark), BOTS, level)
    plan = replace(plan, env=(*plan.env, ("MARK", mark)))
    entrants = tuple(Entrant(side, (BotRef(side, "0" * 64),) * 2) for side in "xy")
    halves = (HalfSpec(NORTH_SOUTH, (1, 2, 3, 4)), HalfSpec(EAST_WEST, (5, 6, 7, 8)))
    terms = Terms(clock=Clock(start_ms=30_000, move_ms=600_000))
    spec = MatchSpec(name, "cup", terms, entrants, (1,), halves)
    path = str(folder / "matches" / f"{name}.jsonl")
    return MatchJob(spec, ((plan, plan), (plan, plan)), "c0ffee", path, {"sandbox": level.value})


@dataclass
class Process:
    """A process as /proc shows it."""

    pid: int
    parent: int
    command: str


def processes(known: Callable[[Path], bool]) -> list[Process]:
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                if known(path):
                    command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    stat = (path / "stat").read_bytes()
                    parent = int(stat[stat.rindex(b")") :].split()[2])
                    found.append(Process(int(path.name), parent, command))
            except OSError:
                continue
    return found


def until(wanted: Callable[[], bool]) -> None:
    """Wait for something that other processes do."""
    limit = time.monotonic() + PATIENCE_S
    while not wanted():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.01)


@dataclass
class Contest:
    """An organiser's process, its workers and their bots, all in the middle of their matches."""

    folder: Path
    workers_wanted: int = 2
    level: Level = Level.OFF
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    def start(self, script: tuple[str, ...]) -> "Contest":
        names = [f"m{number}" for number in range(4)]
        lines = [job(self.folder, name, self.mark, script, self.level).to_json() for name in names]
        jobs = self.folder / "jobs"
        jobs.write_bytes(b"\n".join(lines) + b"\n")
        scratch = self.folder / "scratch"
        scratch.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, str(ORGANISER), str(jobs), str(self.workers_wanted)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(scratch), "CONTEST": self.mark},
            start_new_session=True,
        )
        return self

    def wait_for(self, bots: int) -> "Contest":
        """Wait until so many of the bots' processes are there: children of bots, but no launchers."""
        until(lambda: sum("bwrap" not in it.command for it in self.bots) >= bots)
        return self

    @property
    def workers(self) -> list[Process]:
        mine = f"CONTEST={self.mark}".encode()
        found = [
            it
            for it in processes(lambda path: mine in (path / "environ").read_bytes())
            if it.pid != self.process.pid and "arena.runner.workers.worker" in it.command
        ]
        # A bot between fork and exec looks just like the worker that forked it, but for its parent.
        pids = {it.pid for it in found}
        return [it for it in found if it.parent not in pids]

    @property
    def bots(self) -> list[Process]:
        """Whoever carries the mark, but the organiser and its workers."""
        mark = self.mark.encode()

        def known(path: Path) -> bool:
            environ = (path / "environ").read_bytes()
            here = mark in environ or mark in (path / "cmdline").read_bytes()
            return here and b"CONTEST=" not in environ

        return processes(known)

    def gone(self) -> bool:
        return not self.bots and not self.workers

    def left_files(self) -> list[str]:
        return [str(path) for path in (self.folder / "scratch").iterdir()]

    def sealed(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "matches").glob("*.jsonl"))


@pytest.fixture
def contest(tmp_path) -> Iterator[Contest]:
    contest = Contest(tmp_path)
    yield contest
    contest.process.terminate()
    contest.process.communicate(timeout=PATIENCE_S)
    until(contest.gone)


BOTS_OF_A_TABLE = 4
BOTS_OF_TWO_TABLES = 8
DAEMONS = ("nameless_daemon.py", "silent"), 2 * BOTS_OF_TWO_TABLES
CONFINED = [Level.STANDARD, Level.STRICT]
CASES = [
    (("silent.py",), BOTS_OF_TWO_TABLES),
    (("daemon.py", "silent"), 2 * BOTS_OF_TWO_TABLES),
    DAEMONS,
]


@pytest.mark.parametrize(
    ("number", "script", "count"),
    [
        *((signal.SIGKILL, *case) for case in CASES),
        (signal.SIGTERM, *CASES[-1]),
        (signal.SIGINT, *CASES[-1]),
    ],
)
def test_nothing_is_left_when_the_organiser_is_killed(contest, number, script, count):
    """Not even by kill -9, and not even a daemon that a bot made; no match counts as played."""
    contest.start(script).wait_for(bots=count)
    contest.process.send_signal(number)
    contest.process.wait(PATIENCE_S)
    until(contest.gone)
    until(lambda: not contest.left_files())
    assert [] == contest.sealed()
    said = contest.process.stdout.read().split()
    assert (["ready"] if number == signal.SIGKILL else ["ready", "stopped"]) == said


@pytest.mark.parametrize(("script", "count"), CASES)
def test_a_worker_that_is_killed_takes_all_of_its_bots_with_it(contest, script, count):
    """kill -9: its bots and their daemons are gone, the other worker's stay, and it is replaced."""
    contest.start(script).wait_for(bots=count)
    victim, other = contest.workers
    doomed = {process.pid for process in contest.bots if process.parent == victim.pid}
    spared = {process.pid for process in contest.bots if process.parent == other.pid}
    os.kill(victim.pid, signal.SIGKILL)
    until(lambda: not doomed & {process.pid for process in contest.bots})
    contest.wait_for(bots=count)
    assert spared <= {process.pid for process in contest.bots}
    assert victim.pid not in {worker.pid for worker in contest.workers}


def test_a_contest_that_is_left_alone_plays_every_match(contest):
    """Its matches are sealed, and not even a daemon is left."""
    contest.start(("nameless_daemon.py",))
    said, _ = contest.process.communicate(timeout=PATIENCE_S)
    finished = {f"m{number} finished" for number in range(4)}
    assert {"ready", "done", *finished} == set(said.splitlines())
    assert ([f"m{number}.jsonl" for number in range(4)], []) == (
        contest.sealed(),
        contest.left_files(),
    )
    assert contest.gone()


@pytest.mark.parametrize("victims", ["organiser", "worker", "both"])
@pytest.mark.parametrize("level", CONFINED)
def test_nothing_is_left_at_a_level_of_isolation_either(contest, level, victims):
    """Whoever is killed with -9: not even a daemon that has nothing to be known by."""
    script, count = DAEMONS
    contest.level = level
    contest.start(script).wait_for(bots=count)
    doomed = {process.pid for process in contest.bots}
    workers = [] if victims == "organiser" else contest.workers
    for pid in [it.pid for it in workers] + [contest.process.pid] * (victims != "worker"):
        os.kill(pid, signal.SIGKILL)
    if victims == "worker":
        until(lambda: not doomed & {process.pid for process in contest.bots})
    else:
        until(contest.gone)
        until(lambda: not contest.left_files())


def test_a_match_that_kills_its_worker_each_time_is_void(contest):
    """It is played three times, and the contest goes on with the next."""
    contest.workers_wanted = 1
    contest.start(("silent.py",))
    killed: list[int] = []

    def kill_the_next() -> bool:
        """Once all of its bots are there: a worker that forks has a double which isn't the worker."""
        for worker in contest.workers:
            bots = [bot for bot in contest.bots if bot.parent == worker.pid]
            if worker.pid not in killed and len(bots) == BOTS_OF_A_TABLE:
                killed.append(worker.pid)
                os.kill(worker.pid, signal.SIGKILL)
                return True
        return False

    for _ in range(3):
        until(kill_the_next)
    lines = [contest.process.stdout.readline().strip() for _ in range(2)]
    assert ["ready", "m0 the worker ended by SIGKILL"] == lines


def test_a_worker_that_died_while_it_was_idle_is_noticed_with_the_next_match(tmp_path):
    """The job can't be handed over: that match isn't played by this worker."""

    async def main() -> tuple[MatchReport, bool]:
        worker = WorkerProcess()
        os.kill(worker._child.pid, signal.SIGTERM)
        await worker._child.wait_exit()
        report = await worker.play(job(tmp_path, "m0", "none", ("honest.py",)))
        await worker.dismiss()
        return report, worker.alive

    report, alive = trio.run(main)
    assert ("the worker ended by SIGTERM", False) == (report.void, alive)


def test_a_worker_that_a_bot_stopped_is_noticed_and_given_up(tmp_path):
    """Nothing isolates bots here: the match is void, it is said why, and nothing of it is left."""

    table = Contest(tmp_path)

    async def main() -> MatchReport:
        worker = WorkerProcess()
        report = await worker.play(job(table.folder, "m0", table.mark, ("stops_its_parent.py",)))
        await worker.dismiss()
        return report

    report = trio.run(main)
    reason = "the worker ended by SIGKILL: it had been stopped by a signal, most likely a bot's"
    assert reason == report.void
    until(table.gone)


@pytest.mark.parametrize(("script", "count"), CASES)
def test_nothing_is_left_when_organiser_and_workers_are_killed_at_once(contest, script, count):
    """Each worker's keeper outlives both, and sweeps: no bot, no daemon and no file is left."""
    contest.start(script).wait_for(bots=count)
    workers = contest.workers
    for pid in (contest.process.pid, *(worker.pid for worker in workers)):
        os.kill(pid, signal.SIGKILL)
    until(contest.gone)
    until(lambda: not contest.left_files())


def test_a_worker_that_was_stopped_is_killed_and_its_match_void(contest):
    """A bot can do that without isolation: the match would hang for ever, and is played again."""
    contest.workers_wanted = 1
    contest.start(("silent.py",)).wait_for(bots=BOTS_OF_A_TABLE)
    victim = contest.workers[0]
    os.kill(victim.pid, signal.SIGSTOP)
    until(lambda: [it.pid for it in contest.workers] not in ([], [victim.pid]))
    contest.wait_for(bots=BOTS_OF_A_TABLE)


def test_a_terminals_interrupt_reaches_the_organiser_alone(contest):
    """Workers and bots are in sessions of their own: it is the organiser who ends them in order."""
    contest.start(("silent.py",)).wait_for(bots=BOTS_OF_TWO_TABLES)
    everybody = [*contest.workers, *contest.bots]
    assert {process.pid for process in everybody} == {os.getsid(it.pid) for it in everybody}
