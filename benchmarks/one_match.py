"""Plays one match in this very process, as a worker does, and prints what it took: for the benchmarks.

usage: one_match.py CORE BOARDS ARGV...

CORE >= 0 keeps the referee and its bots on that core. Prints, as JSON: plays, wall_s, and cpu_s of this process
alone.
"""

import gc
import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from deals import SEED, TERMS

from arena.referee.spec import BotRef, Entrant
from arena.runner.table.match import MatchJob, play_match
from arena.sandbox.launch import plan_launch
from arena.tournament.boards import show_seed
from arena.tournament.matches import quick_match
from arena.transcript.reader import read_log

PLAYS_IN_BOARD = 80
"""Both halves."""


def main() -> None:
    """Play, and tell."""
    core, boards, argv = int(sys.argv[1]), int(sys.argv[2]), tuple(sys.argv[3:])
    gc.disable()  # as a worker does
    if core >= 0:
        os.sched_setaffinity(0, {core})
    plan = plan_launch(argv, Path.cwd())
    first, second = (Entrant(name, (BotRef(name, "0" * 64),) * 2) for name in ("a", "b"))
    with TemporaryDirectory() as folder:
        job = MatchJob(
            spec=quick_match((first, second), TERMS, boards, SEED),
            launches=((plan, plan), (plan, plan)),
            seed=show_seed(SEED),
            log_path=str(Path(folder) / "match.jsonl"),
            provenance={},
        )
        began, cpu_began = time.perf_counter(), time.process_time()
        report = trio.run(play_match, job)
        wall_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
        if report.void is not None:
            sys.exit(report.void)
        faults = read_log(Path(job.log_path)).outcome.faults
    if any(faults):
        sys.exit(f"these bots have faults, so nothing was measured: {faults}")
    print(json.dumps({"plays": boards * PLAYS_IN_BOARD, "wall_s": wall_s, "cpu_s": cpu_s}))


if __name__ == "__main__":
    main()
