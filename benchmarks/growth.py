"""How a tournament's organiser grows with its matches: time for each, and peak memory.

usage: python benchmarks/growth.py [MATCHES...]

Matches of one board are played at a table without processes, and logged as any others: so what is left is
what the organiser itself does for a match. Each size runs in a process of its own. Without arguments: 100
and 1,000 matches; the goal is stated for 10,000, which takes some minutes.
"""

import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from paper import half
from tabulate import tabulate

import arena.runner.workers.session as session_module
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.pool import run_pool
from arena.tournament.boards import board_layout, parse_seed
from arena.transcript.writer import MatchLog

CONFIG = """\
unit = "board"
boards = 1
rounds = {rounds}
seed = "5eca"
sandbox = "off"
[[entrants]]
name = "a"
bot = "bot.py"
[[entrants]]
name = "b"
bot = "bot.py"
"""
ONE = "--one"


def main() -> None:
    """Print time a match and peak memory by size, with ratios to the smallest."""
    sizes = [int(text) for text in sys.argv[1:]] or [100, 1_000]
    figures = [run_alone(size) for size in sizes]
    first = figures[0]
    rows = [
        [
            f"{size:,}",
            f"{it['match_ms']:.2f}",
            f"{it['match_ms'] / first['match_ms']:.2f}",
            f"{it['peak_mib']:.1f}",
            f"{it['peak_mib'] / first['peak_mib']:.2f}",
        ]
        for size, it in zip(sizes, figures, strict=True)
    ]
    headers = ["matches", "ms/match", "ratio", "peak MiB", "ratio"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["right"] * 5))


def run_alone(size: int) -> dict[str, float]:
    """One size in a process of its own."""
    command = [sys.executable, __file__, ONE, str(size)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


@dataclass
class PaperWorker:
    """Plays matches in no time."""

    alive: bool = True

    async def play(self, job: MatchJob) -> MatchReport:
        """Play both halves and log them."""
        await trio.lowlevel.checkpoint()
        seed, terms = parse_seed(job.seed), job.spec.terms
        deals = {number: board_layout(seed, number, terms.rules) for number in job.spec.units}
        with MatchLog(Path(job.log_path), job.spec, job.provenance) as log:
            for number in range(2):
                log.half(number)
                half(job.spec.table(number), deals, log.event)
            _, sha256 = log.seal()
        return MatchReport(job.spec.match_id, job.log_path, sha256, None)

    async def dismiss(self) -> None:
        """Nothing to end."""
        await trio.lowlevel.checkpoint()


def run_one(size: int) -> None:
    """Play a tournament of so many matches in this process, and tell what it took."""
    session_module.run_pool = partial(run_pool, hire=lambda _slot: PaperWorker())
    with TemporaryDirectory() as folder:
        (Path(folder) / "bot.py").write_text("# never started\n")
        config = Path(folder) / "growth.toml"
        config.write_text(CONFIG.format(rounds=size))
        began = time.perf_counter()
        run_tournament(config, RunOptions(jobs=1), lambda _event: None)
        match_ms = (time.perf_counter() - began) / size * 1000
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"match_ms": match_ms, "peak_mib": peak_mib}))


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        run_one(int(sys.argv[2]))
    else:
        main()
