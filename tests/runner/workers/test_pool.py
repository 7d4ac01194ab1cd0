"""The pool, with workers that are scripts in memory and a clock that is virtual."""

import errno
import itertools
import math
import os
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from arena.errors import RefereeBug
from arena.runner.process.child import Child
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.allowance import match_limit_s
from arena.runner.workers.pool import SILENCE_S, WATCH_S, WorkerProcess, core_of, run_pool
from arena.runner.workers.worker import BEAT_S

MATCH_S = 10.0


@dataclass
class Office:
    """Hires workers that need ten seconds a match, and notes what they do."""

    dies_over: Counter = field(default_factory=Counter)
    void_over: Counter = field(default_factory=Counter)
    hangs_over: set = field(default_factory=set)
    full_over: set = field(default_factory=set)
    place_unknown: bool = False
    refuses: int = 0
    refusal: int = errno.EAGAIN
    tries: list[str] = field(default_factory=list)
    hired: int = 0
    dismissed: int = 0
    busy: int = 0
    busiest: int = 0

    def hire(self, _slot: int) -> "Clerk":
        if self.refuses:
            self.refuses -= 1
            raise OSError(self.refusal, os.strerror(self.refusal))
        self.hired += 1
        return Clerk(self)


@dataclass
class Clerk:
    """A worker."""

    office: Office
    alive: bool = True

    async def play(self, job: MatchJob) -> MatchReport:
        name = job.spec.match_id
        office = self.office
        office.tries.append(name)
        office.busy += 1
        office.busiest = max(office.busiest, office.busy)
        try:
            await trio.sleep(math.inf if name in office.hangs_over else MATCH_S)
        finally:
            office.busy -= 1
        if name in office.full_over:
            storage = (errno.ENOSPC, None if office.place_unknown else f"{job.log_path}.part")
            return MatchReport(name, job.log_path, "", None, storage)
        if office.dies_over[name]:
            office.dies_over[name] -= 1
            self.alive = False
            return MatchReport(name, job.log_path, "", "the worker ended by SIGKILL")
        if office.void_over[name]:
            office.void_over[name] -= 1
            return MatchReport(name, job.log_path, "aa", "the host failed")
        return MatchReport(name, job.log_path, "aa", None)

    async def dismiss(self) -> None:
        self.office.dismissed += 1


@dataclass
class Run:
    """What came of a run of a pool."""

    office: Office = field(default_factory=Office)
    finished: list[tuple[str, str | None]] = field(default_factory=list)
    taken: int = 0
    stop: trio.Event = field(default_factory=trio.Event)
    took: float = 0.0

    def note(self, job: MatchJob, report: MatchReport) -> None:
        assert job.spec.match_id == report.match_id
        self.finished.append((report.match_id, report.void))

    def jobs(self, make_job, names) -> Iterator[MatchJob]:
        for name in names:
            self.taken += 1
            yield None if name == "." else make_job(name)

    def play(self, make_job, names, workers=1, after=None) -> "Run":
        """Run the pool to its end; ``after`` is a task that runs beside it."""

        async def main() -> None:
            began = trio.current_time()
            async with trio.open_nursery() as nursery:
                if after is not None:
                    nursery.start_soon(after, self)
                jobs = self.jobs(make_job, names)
                await run_pool(jobs, workers, self.note, stop=self.stop, hire=self.office.hire)
                nursery.cancel_scope.cancel()
            self.took = trio.current_time() - began

        trio.run(main, clock=MockClock(autojump_threshold=0))
        assert self.office.hired == self.office.dismissed
        return self


def test_every_match_is_played_once_by_workers_that_are_kept(make_job):
    """Two workers play five matches in the time of three."""
    run = Run().play(make_job, "abcde", workers=2)
    assert [(name, None) for name in "abcde"] == sorted(run.finished)
    assert (2, 2, 30.0) == (run.office.hired, run.office.busiest, run.took)


def test_jobs_are_taken_only_when_a_worker_is_free(make_job):
    """A schedule without end is no problem."""

    async def look(run: Run) -> None:
        await trio.sleep(2.5 * MATCH_S)
        assert 2 * 3 == run.taken
        run.stop.set()

    names = (f"m{number}" for number in itertools.count())
    assert 4 == len(Run().play(make_job, names, workers=2, after=look).finished)


def test_a_job_that_waits_for_others_is_asked_for_when_one_of_them_has_finished(make_job):
    """A schedule says None ('.') where what comes next depends on what is being played."""
    run = Run().play(make_job, "abc..d", workers=3)
    assert (["a", "b", "c", "d"], 6, 20.0) == (run.office.tries, run.taken, run.took)


def test_workers_that_wait_go_home_when_nothing_comes_any_more(make_job):
    """The one that still plays had the last job."""
    run = Run().play(make_job, "a..", workers=3)
    assert ([("a", None)], 10.0) == (run.finished, run.took)


def test_a_schedule_that_waits_for_nothing_is_a_bug_of_the_arena(make_job):
    """Else it would wait for ever."""
    with pytest.RaisesGroup(RefereeBug, flatten_subgroups=True):
        Run().play(make_job, ".a")


def test_no_more_workers_are_hired_than_there_are_matches(make_job):
    """Starting one costs a quarter of a second."""
    assert 2 == Run().play(make_job, "ab", workers=8).office.hired


def test_a_match_whose_worker_died_is_replayed_by_a_fresh_one(make_job):
    """The others don't notice."""
    run = Run(Office(dies_over=Counter("b")))
    run.play(make_job, "abc", workers=1)
    assert [("a", None), ("b", None), ("c", None)] == run.finished
    assert (["a", "b", "b", "c"], 2) == (run.office.tries, run.office.hired)


def test_a_match_that_kills_every_worker_is_reported_void_after_two_replays(make_job):
    """And the tournament goes on."""
    run = Run(Office(dies_over=Counter(b=9))).play(make_job, "abc")
    assert [("a", None), ("b", "the worker ended by SIGKILL"), ("c", None)] == run.finished
    assert ["a", "b", "b", "b", "c"] == run.office.tries


def test_a_void_match_is_replayed_by_the_same_worker(make_job):
    """The host had a bad moment, the worker lives."""
    run = Run(Office(void_over=Counter(a=2))).play(make_job, "a")
    assert [("a", None)] == run.finished
    assert (3, 1) == (len(run.office.tries), run.office.hired)


def test_a_host_that_cannot_start_a_worker_is_given_a_moment(make_job):
    """A second's pause, then another try, which is one of the three."""
    run = Run(Office(refuses=2)).play(make_job, "ab")
    assert [("a", None), ("b", None)] == run.finished
    assert 2 + 2 * MATCH_S == run.took


def test_a_host_that_cannot_start_any_worker_makes_matches_void(make_job):
    """It is said why."""
    run = Run(Office(refuses=3)).play(make_job, "a")
    reason = "no worker could be started: [Errno 11] Resource temporarily unavailable"
    assert [("a", reason)] == run.finished


def test_when_stopped_nothing_unfinished_is_reported(make_job):
    """Ctrl-C: no new match, workers are dismissed at once, and the pool returns."""

    async def stop(run: Run) -> None:
        await trio.sleep(1.5 * MATCH_S)
        run.stop.set()

    run = Run().play(make_job, "abcdef", workers=2, after=stop)
    assert {("a", None), ("b", None)} == set(run.finished)
    assert 1.5 * MATCH_S == run.took


def test_an_error_of_the_caller_ends_the_pool(make_job):
    """A ledger that can't be written is no reason to go on playing; workers are dismissed."""
    run = Run()

    def full(job: MatchJob, report: MatchReport) -> None:
        raise OSError(28, "No space left on device")

    run.note = full
    with pytest.RaisesGroup(OSError, flatten_subgroups=True):
        run.play(make_job, "abc", workers=2)
    assert (2, 2) == (run.office.hired, run.office.dismissed)


def test_a_worker_that_cannot_be_started_leaves_no_folder(tmp_path, monkeypatch):
    """The host refuses the process; what was made for it is taken away again."""

    def refuse(*_) -> Child:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(Child, "start", refuse)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(BlockingIOError):
        WorkerProcess()
    assert [] == list(tmp_path.iterdir())


def test_a_match_that_hangs_is_cut_off_and_the_others_are_played(make_job):
    """At the most that its clocks allow, three times; its worker is replaced each time."""
    office = Office(hangs_over={"b"})
    run = Run(office).play(make_job, "abc")
    limit = match_limit_s(make_job("b").spec)
    reason = f"the match wasn't over after {limit:,.0f} s, more than its clocks can take"
    assert [("a", None), ("b", reason), ("c", None)] == run.finished
    assert (["a", "b", "b", "b", "c"], 4) == (office.tries, office.hired)
    assert 2 * MATCH_S + 3 * limit == run.took


def test_a_full_disk_in_a_worker_ends_the_pool_and_is_no_void_match(make_job):
    """What caused it is passed on, with the path."""
    run = Run(Office(full_over={"b"}))
    with pytest.RaisesGroup(
        pytest.RaisesExc(OSError, match=r"No space left on device: '/run/b\.jsonl\.part'"),
        flatten_subgroups=True,
    ):
        run.play(make_job, "abc")
    assert [("a", None)] == run.finished
    assert run.office.hired == run.office.dismissed


def test_a_full_disk_is_told_with_the_log_where_the_system_names_no_file(make_job):
    run = Run(Office(full_over={"b"}, place_unknown=True))
    with pytest.RaisesGroup(
        pytest.RaisesExc(OSError, match=r"No space left on device: '/run/b\.jsonl'"),
        flatten_subgroups=True,
    ):
        run.play(make_job, "b")


def test_a_full_disk_where_a_worker_is_to_be_hired_ends_the_pool(make_job):
    """A second's pause makes no room."""
    run = Run(Office(refuses=1, refusal=errno.ENOSPC))
    with pytest.RaisesGroup(OSError, flatten_subgroups=True):
        run.play(make_job, "a")
    assert [] == run.finished


class Puppet:
    """A worker's process that is two pipes, of which the test holds the other ends."""

    def __init__(self) -> None:
        self.jobs, self.stdin = os.pipe2(os.O_NONBLOCK)
        self.stdout, self.reports = os.pipe2(os.O_NONBLOCK)
        self.stderr, self.complaints = os.pipe2(os.O_NONBLOCK)
        self.stopped = False
        self.signals: list[signal.Signals] = []

    def keep_on(self, core: int) -> None:
        """A puppet runs on none."""

    def is_stopped(self) -> bool:
        return self.stopped

    def signal_group(self, number: signal.Signals) -> None:
        self.signals.append(number)

    async def wait_exit(self) -> int:
        if not self.signals:
            await trio.sleep_forever()
        await trio.lowlevel.checkpoint()
        return -signal.SIGTERM

    def close_stdin(self) -> None:
        if self.stdin is not None:
            os.close(self.stdin)
            self.stdin = None

    def reap(self) -> None:
        for pipe in (self.jobs, self.stdout, self.reports, self.stderr, self.complaints):
            os.close(pipe)


@pytest.fixture
def employ(make_job, monkeypatch):
    """Has a worker whose process is a puppet play a match, beside what the test does with it."""

    def play(act) -> tuple[MatchReport, float, Puppet]:
        puppet = Puppet()
        monkeypatch.setattr(Child, "start", lambda *_: puppet)

        async def main() -> tuple[MatchReport, float]:
            worker = WorkerProcess()
            began = trio.current_time()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(act, puppet)
                report = await worker.play(make_job("a"))
                took = trio.current_time() - began
                nursery.cancel_scope.cancel()
            assert worker.alive is (report.void is None)
            await worker.dismiss()
            return report, took

        return *trio.run(main, clock=MockClock(autojump_threshold=0)), puppet

    return play


def test_a_keeper_that_was_stopped_is_noticed_and_let_die(employ):
    """A bot can do it where nothing isolates bots. It gets SIGCONT with SIGTERM, to clean up after itself."""

    async def stop(puppet: Puppet) -> None:
        await trio.sleep(10.5)
        puppet.stopped = True

    report, took, puppet = employ(stop)
    assert "the worker's keeper was stopped by a signal, most likely a bot's" == report.void
    assert 10.5 <= took <= 10.5 + WATCH_S
    assert [signal.SIGTERM, signal.SIGCONT] == puppet.signals[:2]


def test_a_worker_that_shows_no_sign_of_life_is_given_up(employ):
    """Its loop hangs, or never began."""

    async def do_nothing(puppet: Puppet) -> None:
        await trio.lowlevel.checkpoint()

    report, took, _ = employ(do_nothing)
    assert f"the worker gave no sign of life for {SILENCE_S:.0f} s" == report.void
    assert SILENCE_S == took


def test_a_worker_that_shows_signs_of_life_may_take_its_time(employ, make_job):
    """An empty line now and then, for an hour."""

    async def beat(puppet: Puppet) -> None:
        for _ in range(int(3600 / BEAT_S)):
            await trio.sleep(BEAT_S)
            os.write(puppet.reports, b"\n")
        job = make_job("a")
        report = MatchReport(job.spec.match_id, job.log_path, "aa", None)
        os.write(puppet.reports, report.to_json() + b"\n")

    report, took, _ = employ(beat)
    assert (None, 3600) == (report.void, took)


def test_each_slot_has_a_core_of_its_own_until_there_are_no_more(monkeypatch):
    """The first core is the last to be taken, and then they are taken again."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: {5, 2, 9})
    assert [9, 5, 2, 9] == [core_of(slot) for slot in range(4)]
