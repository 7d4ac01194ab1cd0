"""The price of isolation: how much longer a bot takes to start and to answer at each level, as ratios to ``off``.

    python benchmarks/sandbox.py [REPEATS]

Every repeat starts each kind of bot once at each level, in turn, so that whatever else the host does meets all
levels alike. Shown are medians. The bots only echo: what is measured is the way to them and back.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import trio
from tabulate import tabulate

from arena.runner.process import sweep
from arena.runner.process.seat import BotProcess
from arena.sandbox.launch import LaunchPlan, plan_launch
from arena.sandbox.level import Level

REPEATS: Final = 15
ROUND_TRIPS: Final = 1_000
LINE: Final = b'{"type":"play","id":1}\n'

PYTHON: Final = """\
import sys
for line in sys.stdin:
    sys.stdout.write(line)
    sys.stdout.flush()
"""

Figures = tuple[float, float]
"""Seconds from the start to the first answer, and for each further answer."""


async def echo(bot: BotProcess) -> None:
    """One round trip."""
    bot.write(LINE)
    answer = b""
    while not answer.endswith(b"\n"):
        await bot.wait_readable()
        answer += bot.read() or b""


async def measure(plan: LaunchPlan) -> Figures:
    """Start a bot once."""
    began = time.perf_counter()
    bot = BotProcess.start(plan)
    try:
        await echo(bot)
        started = time.perf_counter()
        for _ in range(ROUND_TRIPS):
            await echo(bot)
        done = time.perf_counter()
    finally:
        bot.kill()
        with trio.CancelScope(shield=True):
            await bot.bury()
    return started - began, (done - started) / ROUND_TRIPS


async def main(repeats: int) -> None:
    """Measure and print."""
    sweep.become_subreaper()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "bot"
        folder.mkdir()
        (folder / "bot.py").write_text(PYTHON, encoding="ascii")
        for path in (folder.parent, folder, folder / "bot.py"):
            path.chmod(0o755)
        kinds = {"C (cat)": ("cat",), "Python": ("python3", "bot.py")}
        found: dict[tuple[str, Level], list[Figures]] = {}
        for _ in range(repeats):
            for kind, run in kinds.items():
                for level in Level:
                    figures = await measure(plan_launch(run, folder, level))
                    found.setdefault((kind, level), []).append(figures)
    print(f"medians of {repeats} starts, and of {ROUND_TRIPS} round trips in each\n")
    print(tabulate([row(kind, level, found) for kind, level in found], HEADERS, stralign="right"))


HEADERS: Final = ("bot", "level", "start ms", "ratio", "round trip us", "ratio")


def row(kind: str, level: Level, found: dict[tuple[str, Level], list[Figures]]) -> tuple[str, ...]:
    """One line of the table."""
    start, trip = medians(found[kind, level])
    start_off, trip_off = medians(found[kind, Level.OFF])
    return (
        kind,
        level.value,
        f"{1e3 * start:.1f}",
        f"{start / start_off:.2f}",
        f"{1e6 * trip:.0f}",
        f"{trip / trip_off:.2f}",
    )


def medians(figures: list[Figures]) -> Figures:
    """Of starts and of round trips."""
    return (
        statistics.median(start for start, _ in figures),
        statistics.median(trip for _, trip in figures),
    )


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS)
