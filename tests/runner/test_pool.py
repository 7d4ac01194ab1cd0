"""The pool, with workers that are scripts in memory and a clock that is virtual."""

import itertools
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from arena.errors import RefereeBug
from arena.runner.child import Child
from arena.runner.match import MatchJob, MatchReport
from arena.runner.pool import WorkerProcess, run_pool

MATCH_S = 10.0


@dataclass
class Office:
    """Hires workers that need ten seconds a match, and notes what they do."""

    dies_over: Counter = field(default_factory=Counter)
    void_over: Counter = field(default_factory=Counter)
    refuses: int = 0
    tries: list[str] = field(default_factory=list)
    hired: int = 0
    dismissed: int = 0
    busy: int = 0
    busiest: int = 0

    def hire(self) -> "Clerk":
        if self.refuses:
            self.refuses -= 1
            raise BlockingIOError(11, "Resource temporarily unavailable")
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
            await trio.sleep(MATCH_S)
        finally:
            office.busy -= 1
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
