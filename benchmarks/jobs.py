"""How a tournament speeds up with matches at a time: bots that think two milliseconds a card.

usage: python benchmarks/jobs.py [REPEATS]
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Sample, interleaved
from tabulate import tabulate

HERE = Path(__file__).parent
THINKER = HERE / "thinker.py"
MATCHES = 4
BOARDS = 8
PLAYS = MATCHES * BOARDS * 80
CONFIG = f"""\
unit = "board"
boards = {BOARDS}
rounds = {MATCHES}
sandbox = "off"
[[entrants]]
name = "a"
bot = "{THINKER}"
[[entrants]]
name = "b"
bot = "{THINKER}"
"""


def main() -> None:
    """Print plays a second by matches at a time, and the ratio to one."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    most = len(os.sched_getaffinity(0))
    counts = sorted({1, 2, most} & set(range(1, most + 1)))
    figures = interleaved({str(jobs): lambda jobs=jobs: play(jobs) for jobs in counts}, repeats)
    alone = figures["1"]["plays_s"]
    rows = [
        [jobs, f"{case['plays_s']:,.0f}", f"{case['plays_s'] / alone:.2f}"]
        for jobs, case in figures.items()
    ]
    print(tabulate(rows, ["matches at a time", "plays/s", "ratio"], disable_numparse=True))


def play(jobs: int) -> Sample:
    """A whole tournament by the command line, its start and end included."""
    with TemporaryDirectory() as folder:
        config = Path(folder) / "jobs.toml"
        config.write_text(CONFIG)
        command = [
            sys.executable,
            "-m",
            "arena.cli",
            "tournament",
            str(config),
            "--jobs",
            str(jobs),
        ]
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return {"plays_s": PLAYS / (time.perf_counter() - began)}


if __name__ == "__main__":
    main()
