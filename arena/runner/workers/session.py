"""One go at playing matches: a pool, the signals that end it, and something told now and then."""

import time
from collections.abc import Callable
from typing import Final

import trio

from arena.runner.files.scratch import remove_left_over
from arena.runner.process.groups import first_leaf
from arena.runner.process.interrupts import ending_signals
from arena.runner.workers.pool import Finished, Jobs, run_pool

TICK_S: Final = 0.25
"""How often ``tick`` is called."""


def play_jobs(jobs: Jobs, workers: int, finished: Finished, tick: Callable[[], None]) -> bool:
    """Play all jobs, until SIGINT, SIGTERM or SIGHUP: whether one came. No process is left either way.

    Temporary folders that killed sessions have left are removed first. What ``finished`` or ``tick`` raises ends the session and is raised here.
    """
    remove_left_over(time.time())
    try:
        return trio.run(_play, jobs, workers, finished, tick)
    except BaseExceptionGroup as group:
        raise first_leaf(group) from None


async def _play(jobs: Jobs, workers: int, finished: Finished, tick: Callable[[], None]) -> bool:
    stop = trio.Event()
    async with trio.open_nursery() as nursery:
        await nursery.start(_await_signal, stop)
        nursery.start_soon(_tick, tick)
        await run_pool(jobs, workers, finished, stop=stop)
        nursery.cancel_scope.cancel()
    return stop.is_set()


async def _await_signal(stop: trio.Event, task_status: trio.TaskStatus[None]) -> None:
    with trio.open_signal_receiver(*ending_signals()) as signals:
        task_status.started()
        async for _ in signals:
            stop.set()


async def _tick(tick: Callable[[], None]) -> None:
    while True:
        tick()
        await trio.sleep(TICK_S)
