"""What travels between an organiser and its workers, and how a worker serves."""

import errno
import os

import pytest
import trio
from trio.testing import MockClock

from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.lines import LinePipes
from arena.runner.workers.worker import BEAT_S, play_alone, serve


class Wires:
    """Two pipes: a worker's end and an organiser's."""

    def __init__(self) -> None:
        self.jobs_out, self.jobs_in = os.pipe2(os.O_NONBLOCK)
        self.reports_out, self.reports_in = os.pipe2(os.O_NONBLOCK)
        self.worker = LinePipes(self.jobs_out, self.reports_in)
        self.organiser = LinePipes(self.reports_out, self.jobs_in)
        self.open = {self.jobs_out, self.jobs_in, self.reports_out, self.reports_in}

    def close(self, *descriptors: int) -> None:
        for descriptor in descriptors:
            os.close(descriptor)
            self.open.discard(descriptor)


@pytest.fixture
def wires():
    wires = Wires()
    yield wires
    wires.close(*list(wires.open))


def test_a_job_travels_as_one_line_and_comes_back_the_same(make_job):
    """All of it: spec, plans, seed, path and provenance."""
    job = make_job("a1")
    line = job.to_json()
    assert b"\n" not in line
    assert job == MatchJob.from_json(line)


@pytest.mark.parametrize("void", [None, "the host\nfailed"])
def test_a_report_travels_as_one_line_and_comes_back_the_same(void):
    """A reason may hold anything."""
    report = MatchReport("a1", "/run/a1.jsonl", "ff" * 32, void)
    line = report.to_json()
    assert b"\n" not in line
    assert report == MatchReport.from_json(line)


def test_a_worker_plays_what_comes_until_no_more_does(wires, make_job):
    """One report for each job, in order; then it ends by itself."""
    reports = []

    async def play(job: MatchJob) -> MatchReport:
        await trio.lowlevel.checkpoint()
        return MatchReport(job.spec.match_id, job.log_path, "00", None)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, wires.worker, play)
            for name in ("a", "b"):
                await wires.organiser.send(make_job(name).to_json())
                line = await wires.organiser.receive()
                reports.append(MatchReport.from_json(line))
            wires.close(wires.jobs_in)

    trio.run(main)
    assert ["a", "b"] == [report.match_id for report in reports]


def test_a_worker_shows_signs_of_life_while_it_plays(wires, make_job):
    """Empty lines, until the report."""
    lines = []

    async def play(job: MatchJob) -> MatchReport:
        await trio.sleep(3.5 * BEAT_S)
        return MatchReport(job.spec.match_id, job.log_path, "00", None)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, wires.worker, play)
            await wires.organiser.send(make_job("a").to_json())
            while not (lines and lines[-1]):
                lines.append(await wires.organiser.receive())
            wires.close(wires.jobs_in)

    trio.run(main, clock=MockClock(autojump_threshold=0.01))
    assert [b"", b"", b""] == lines[:-1]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO])
def test_a_disk_that_fails_is_reported_and_is_no_void_match(make_job, monkeypatch, number):
    """Wherever in the match it happens; nothing is wrong with the worker."""

    async def fail(job: MatchJob) -> MatchReport:
        async with trio.open_nursery():
            raise OSError(number, "full", "/run/a.jsonl.part")

    monkeypatch.setattr("arena.runner.workers.worker.play_match", fail)
    report = trio.run(play_alone, make_job("a"))
    assert (None, (number, "/run/a.jsonl.part")) == (report.void, report.storage)
    assert report == MatchReport.from_json(report.to_json())


def test_another_error_of_the_system_ends_the_worker(make_job, monkeypatch):
    """And the match is void: it may go better with a new one."""

    async def fail(job: MatchJob) -> MatchReport:
        raise OSError(errno.EMFILE, "too many")

    monkeypatch.setattr("arena.runner.workers.worker.play_match", fail)
    with pytest.RaisesGroup(OSError):
        trio.run(play_alone, make_job("a"))


def test_a_line_longer_than_a_pipe_comes_over_whole(wires):
    """A match of thousands of boards has such a job."""
    line = b"x" * 300_000
    received = []

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wires.organiser.send, line)
            received.append(await wires.worker.receive())

    trio.run(main)
    assert [line] == received


def test_lines_that_come_together_are_told_apart(wires):
    """What was read beyond a line waits for the next call."""
    received = []

    async def main() -> None:
        os.write(wires.jobs_in, b"one\ntwo\nthr")
        wires.close(wires.jobs_in)
        received.extend([await wires.worker.receive() for _ in range(3)])

    trio.run(main)
    assert [b"one", b"two", None] == received


def test_writing_to_a_worker_that_is_gone_raises(wires):
    """BrokenPipeError, at once."""
    wires.close(wires.jobs_out)
    with pytest.raises(BrokenPipeError):
        trio.run(wires.organiser.send, b"job")
