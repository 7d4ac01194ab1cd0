"""A worker: a process that plays one match after another for an organiser.

``python -m arena.runner.workers.worker SCRATCH`` reads jobs from stdin, one line of JSON each, and writes one report
per match to stdout, until stdin ends. What its bots need while they live is put into the folder SCRATCH.
It has one thread, as the starting of bots needs.

It dies with its organiser, and its bots die with it, whoever is killed and however:

- The organiser dies: the kernel sends SIGTERM to the worker, which kills all that it has started,
  orphans included, and ends. So does SIGTERM from anybody else.
- The worker is killed with -9: the kernel kills its bots; what they had started falls to the
  organiser, which sweeps (``pool``).
"""

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Final

import trio

from arena.runner.files.removal import discard_if_possible
from arena.runner.process import sweep
from arena.runner.process.child import STORAGE_ERRNOS
from arena.runner.process.groups import first_leaf
from arena.runner.table.match import MatchJob, MatchReport, play_match
from arena.runner.workers.lines import LinePipes

Play = Callable[[MatchJob], Awaitable[MatchReport]]

BEAT_S: Final = 5.0
"""Between two signs of life."""

SIGNAL_EXIT: Final = 128
"""Added to a signal's number it is the exit status of a process that ends because of it (sh's custom)."""


async def serve(pipes: LinePipes, play: Play) -> None:
    """Play the jobs that come, until no more do; while a match is played an empty line now and then."""
    while (line := await pipes.receive()) is not None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_beat, pipes)
            report = await play(MatchJob.from_json(line))
            nursery.cancel_scope.cancel()
        await pipes.send(report.to_json())


async def _beat(pipes: LinePipes) -> None:
    """Show that the loop that plays goes round."""
    while True:
        await trio.sleep(BEAT_S)
        await pipes.send(b"")


async def play_alone(job: MatchJob) -> MatchReport:
    """Play a match in a process that does nothing else, and leave no other process in it."""
    try:
        report = await play_match(job)
    except* OSError as group:
        error = first_leaf(group)
        assert isinstance(error, OSError)
        if error.errno not in STORAGE_ERRNOS:
            raise
        place = None if error.filename is None else str(error.filename)
        report = MatchReport(job.spec.match_id, job.log_path, "", None, (error.errno, place))
    await sweep.sweep_strangers(frozenset())
    gc.collect()
    return report


def main() -> None:
    """Serve the organiser that started this process."""
    # Cycles are collected between matches. To look for them at every few moves, among all that a match
    # keeps, would be a fifth of the referee's time.
    gc.disable()
    scratch = sys.argv[1]
    tempfile.tempdir = scratch
    # Bots that root starts become other users, who have folders of their own in here.
    Path(scratch).chmod(0o711)

    def die(number: int, _frame: FrameType | None) -> None:
        sweep.sweep_all_at_once()
        discard_if_possible(Path(scratch))
        os._exit(SIGNAL_EXIT + number)

    signal.signal(signal.SIGTERM, die)
    sweep.become_subreaper()
    for stream in (sys.stdin, sys.stdout):
        os.set_blocking(stream.fileno(), False)
    pipes = LinePipes(sys.stdin.fileno(), sys.stdout.fileno())
    try:
        trio.run(serve, pipes, play_alone)
    except BaseExceptionGroup as group:
        # The last line on stderr is what is told of a worker's death.
        raise first_leaf(group) from group


if __name__ == "__main__":
    main()
