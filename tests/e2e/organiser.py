"""Plays jobs in a pool of workers, for tests that kill this process or what it started.

Reads one job per line from the file named first; the second argument is how many workers play. Prints
``ready`` and then a line for each finished match.
"""

import signal
import sys
from pathlib import Path

import trio

from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.pool import run_pool


def finished(job: MatchJob, report: MatchReport) -> None:
    print(report.match_id, report.void or "finished", flush=True)


async def main(lines: list[bytes]) -> None:
    stop = trio.Event()

    async def stop_at_a_signal(task_status=trio.TASK_STATUS_IGNORED) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            task_status.started()
            async for _ in signals:
                stop.set()

    async with trio.open_nursery() as nursery:
        await nursery.start(stop_at_a_signal)
        print("ready", flush=True)
        jobs = (MatchJob.from_json(line) for line in lines)
        await run_pool(jobs, int(sys.argv[2]), finished, stop=stop)
        nursery.cancel_scope.cancel()
    print("stopped" if stop.is_set() else "done", flush=True)


trio.run(main, Path(sys.argv[1]).read_bytes().splitlines())
