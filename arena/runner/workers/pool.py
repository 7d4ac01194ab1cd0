"""A pool of worker processes, each playing one match at a time and kept warm between matches.

Nothing that is unfinished counts: a match is finished when its report has come, and only then is the
caller told. So the pool may be stopped at any moment.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import trio

from arena.errors import RefereeBug
from arena.runner.files.removal import discard_if_possible
from arena.runner.files.scratch import make_scratch
from arena.runner.process import sweep
from arena.runner.process.child import KILL_LIMIT_S, STORAGE_ERRNOS, Child
from arena.runner.process.stderr import StderrBuffer
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.allowance import match_limit_s
from arena.runner.workers.lines import LinePipes
from arena.runner.workers.worker import BEAT_S

REPLAYS: Final = 2
"""How often a void match is played again: once is for an accident, twice for a bad moment of the host."""

DISMISSAL_S: Final = 5.0
"""How long a worker may take to kill its bots and end; it takes some milliseconds."""

WATCH_S: Final = 1.0
"""Between two looks whether a worker was stopped, of which the kernel tells nobody who doesn't ask."""

SILENCE_S: Final = 12 * BEAT_S
"""A worker that shows no sign of life for so long hangs: even a busy host lets it run now and then."""

HIRE_PAUSE_S: Final = 1.0
"""After a worker couldn't be started: a host that is out of processes or memory may recover."""


class Worker(Protocol):
    """Plays one match at a time."""

    @property
    def alive(self) -> bool:
        """Whether it can play another match."""
        ...

    async def play(self, job: MatchJob) -> MatchReport:
        """Play a match; a worker that dies over it reports it as void, and isn't ``alive`` any more."""
        ...

    async def dismiss(self) -> None:
        """End it, with all that it has started, in the middle of a match too. Can't be cancelled."""
        ...


Hire = Callable[[int], Worker]
"""Starts the worker of a slot, which are numbered from 0. May raise OSError or subprocess.SubprocessError: the host can't."""

Finished = Callable[[MatchJob, MatchReport], None]

Jobs = Iterable[MatchJob | None]
"""What is to be played, in order; None where the next job is only known when another match has finished."""


class WorkerProcess:
    """A worker that is a process of its own (``arena.runner.workers.worker``), under a keeper (``keeper``).

    While there is one, this process starts no child by other means: when a worker has gone, what it
    left falls to this process, and all unknown children that weren't there before it are killed.
    """

    def __init__(self, slot: int = 0) -> None:
        sweep.become_subreaper()
        self._spare = frozenset(it.pid for it in sweep.strangers(sweep.relatives_now()))
        self._scratch = make_scratch("worker")
        # -P: a bot called random.py in the organiser's folder must not become a module of ours.
        argv = (sys.executable, "-P", "-m", "arena.runner.workers.keeper", str(self._scratch))
        try:
            self._child = Child.start(argv, os.curdir, os.environ, signal.SIGTERM)
        except BaseException:
            discard_if_possible(self._scratch)
            raise
        self._child.keep_on(core_of(slot))
        self._pipes = LinePipes(self._child.stdout, self._child.stdin)
        self._stderr = StderrBuffer()
        self._busy = False
        self._wrong: str | None = None
        self.alive = True

    async def play(self, job: MatchJob) -> MatchReport:
        """See Worker."""
        self._busy = True
        line: bytes | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._stderr.drain, self._child.stderr)
            nursery.start_soon(self._watch, nursery.cancel_scope)
            line = await self._ask(job.to_json())
            nursery.cancel_scope.cancel()
        if line is not None:
            self._busy = False
            return MatchReport.from_json(line)
        self.alive = False
        how = self._wrong or await self._obituary()
        return MatchReport(job.spec.match_id, job.log_path, "", how)

    async def _ask(self, line: bytes) -> bytes | None:
        """The worker's answer; None where it is dead or silent."""
        try:
            await self._pipes.send(line)
        except BrokenPipeError:
            return None
        answer: bytes | None = b""
        missed = 0
        # A second wait after the first was in vain: should this process itself have been stopped for
        # long, then what came meanwhile is found in it at once.
        while answer == b"" and missed < 2:  # noqa: PLR2004 - the first and the second
            with trio.move_on_after(SILENCE_S / 2) as scope:
                answer = await self._pipes.receive()
            missed = missed + 1 if scope.cancelled_caught else 0
        if answer == b"":
            self._wrong = f"the worker gave no sign of life for {SILENCE_S:.0f} s"
            return None
        return answer

    async def _watch(self, playing: trio.CancelScope) -> None:
        """Give the match up if the keeper was stopped, which only a signal from outside does.

        A worker that was stopped is the keeper's business.
        """
        while not self._child.is_stopped():  # noqa: ASYNC110 - nothing tells of it
            await trio.sleep(WATCH_S)
        self._wrong = "the worker's keeper was stopped by a signal, most likely a bot's"
        playing.cancel()

    async def _obituary(self) -> str:
        """How the worker died, with its last words."""
        status = await self._child.wait_exit()
        self._stderr.read_now(self._child.stderr)
        words = self._stderr.kept.decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(words) if line.strip()), "")
        how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        return f"the worker ended {how}" + (f": {last}" if last else "")

    async def dismiss(self) -> None:
        """See Worker."""
        with trio.CancelScope(shield=True):
            self._child.close_stdin()
            if self._busy:
                self._child.signal_group(signal.SIGTERM)
                self._child.signal_group(signal.SIGCONT)
            with trio.move_on_after(DISMISSAL_S):
                await self._child.wait_exit()
            self._child.signal_group(signal.SIGKILL)
            with trio.move_on_after(KILL_LIMIT_S):
                await self._child.wait_exit()
            self._child.reap()
            await sweep.sweep_strangers(self._spare)
            await sweep.discard_in_turns(self._scratch)


def core_of(slot: int) -> int:
    """The core for a slot's worker and its bots.

    A table works one process at a time, and a round trip within a core takes a fraction of one between two.
    It is fair too: no bot has more than one core. The first core is the last to be taken, for the organiser.
    """
    cores = sorted(os.sched_getaffinity(0))
    return cores[-1 - slot % len(cores)]


async def run_pool(
    jobs: Jobs,
    workers: int,
    finished: Finished,
    *,
    stop: trio.Event,
    hire: Hire = WorkerProcess,
) -> None:
    """Play all jobs, at most ``workers`` at a time, or until ``stop`` is set.

    Jobs are taken one by one as workers come free; at a None the next is asked for when a match that is
    being played has finished. ``finished`` is called for each match in the order of
    finishing, here in this thread; what it raises ends the pool and is passed on, in an ExceptionGroup.
    A void match is played at most twice more, and reported as void only then; so is one that takes
    longer than its own clocks allow (``match_limit_s``). However the pool ends, by being cancelled too,
    no worker and no bot is left.

    Raises OSError, in an ExceptionGroup, where the disk is full or broken, here or in a worker: that is
    no match's fault, and the same jobs can be played once it is put right.
    """
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_at, stop, nursery.cancel_scope)
        async with trio.open_nursery() as slots:
            queue = _Queue(jobs)
            for slot in range(workers):
                slots.start_soon(_Slot(slot, hire).fill, queue, finished)
        nursery.cancel_scope.cancel()


async def _cancel_at(stop: trio.Event, scope: trio.CancelScope) -> None:
    await stop.wait()
    scope.cancel()


class _Queue:
    """Hands out jobs one by one, to whoever comes for the next."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = iter(jobs)
        self._in_play = 0
        self._news = trio.Event()

    async def take(self) -> MatchJob | None:
        """The next job, which may have to be waited for; None when there is none any more."""
        for job in self._jobs:
            if job is not None:
                self._in_play += 1
                return job
            if not self._in_play:
                raise RefereeBug("the next match waits for others, but none is being played")
            await self._news.wait()
        return None

    def note_finished(self) -> None:
        """A job that was taken is done with, and what follows from it is known."""
        self._in_play -= 1
        self._news.set()
        self._news = trio.Event()


class _Slot:
    """Plays one job after the other with one worker, and with another one where that one dies."""

    def __init__(self, slot: int, hire: Hire) -> None:
        self._slot = slot
        self._hire = hire
        self._worker: Worker | None = None

    async def fill(self, queue: _Queue, finished: Finished) -> None:
        """Play what is in the queue until it is empty."""
        try:
            while (job := await queue.take()) is not None:
                finished(job, await self._play(job))
                queue.note_finished()
        finally:
            await self._dismiss()

    async def _play(self, job: MatchJob) -> MatchReport:
        """Play a match, and replay it where it is void."""
        report = await self._try(job)
        for attempt in range(2, REPLAYS + 2):
            if report.void is not None:
                report = await self._try(job.again(attempt))
        return report

    async def _try(self, job: MatchJob) -> MatchReport:
        try:
            worker = self._worker = self._worker or self._hire(self._slot)
        except (OSError, subprocess.SubprocessError) as error:
            if isinstance(error, OSError) and error.errno in STORAGE_ERRNOS:
                raise
            await trio.sleep(HIRE_PAUSE_S)
            reason = f"no worker could be started: {error}"
            return MatchReport(job.spec.match_id, job.log_path, "", reason)
        limit_s = match_limit_s(job.spec)
        reason = f"the match wasn't over after {limit_s:,.0f} s, more than its clocks can take"
        report = MatchReport(job.spec.match_id, job.log_path, "", reason)
        with trio.move_on_after(limit_s) as scope:
            report = await worker.play(job)
        if scope.cancelled_caught or not worker.alive:
            await self._dismiss()
        if report.storage is not None:
            number, path = report.storage
            raise OSError(number, os.strerror(number), path or job.log_path)
        return report

    async def _dismiss(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.dismiss()
