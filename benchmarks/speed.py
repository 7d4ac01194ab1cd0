"""How fast the referee is: against the floor that the pipes allow, by where its CPU time goes, and the rules alone.

usage: python benchmarks/speed.py [REPEATS]

Needs a C compiler. All cases of a table are measured in turns in one run, and medians are shown: times say how
fast this machine is just now, ratios how fast the arena is.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from deals import layouts, requests, turns
from floors import CFloor, python_floor
from measure import Sample, interleaved, ratio
from paper import split
from tabulate import tabulate

from arena.engine import result_of
from arena.engine.deal import replay
from arena.engine.rules import Ruleset

HERE = Path(__file__).parent
BOTS = HERE.parent / "example_bots"
FLOOR_PLAYS = 20_000
FLOOR_BOARDS = 25
C_BOARDS = 100
PYTHON_BOARDS = 25
SPLIT_BOARDS = 50


def main() -> None:
    """Print all tables."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    core = max(os.sched_getaffinity(0))
    with TemporaryDirectory() as folder:
        bots = build_bots(Path(folder))
        figures = interleaved(against_the_floor(bots, core), repeats)
    print(f"Python {platform.python_version()}, {platform.python_compiler()}\n")
    show_floor(figures)
    parts = interleaved({"": lambda: split(SPLIT_BOARDS)}, repeats)[""]
    show_split(parts, figures["arena, C bots"]["cpu"])
    deals_s = interleaved({"": engine_alone}, repeats)[""]["deals_s"]
    print(f"\nThe rules alone: {deals_s:,.0f} deals a second.")


Bots = Mapping[str, Sequence[str]]


def build_bots(folder: Path) -> Bots:
    """The bots by what they are, as commands."""
    program = folder / "bot"
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("a C compiler is needed: there is no cc")
    subprocess.run([compiler, "-O2", "-o", str(program), str(BOTS / "c" / "bot.c")], check=True)
    python = sys.executable
    return {
        "C": [str(program)],
        "bare Python": [python, str(BOTS / "bare.py")],
        "SDK": [python, str(BOTS / "random_bot.py")],
    }


def against_the_floor(bots: Bots, core: int) -> dict[str, Callable[[], Sample]]:
    """Every case, by its name."""
    lines = requests(FLOOR_BOARDS)
    floor = CFloor(lines, FLOOR_PLAYS)

    def parent(kind: str) -> Callable[[], Sample]:
        return lambda: python_floor(bots[kind], BOTS, lines, core)

    def arena(kind: str, boards: int) -> Callable[[], Sample]:
        return lambda: through_the_arena(bots[kind], boards, core)

    return {
        "C floor, one core": lambda: floor.run(core),
        "C floor, any core": lambda: floor.run(None),
        "arena, C bots": arena("C", C_BOARDS),
        "Python parent, bare Python bots": parent("bare Python"),
        "arena, bare Python bots": arena("bare Python", PYTHON_BOARDS),
        "Python parent, SDK bots": parent("SDK"),
        "arena, SDK bots": arena("SDK", PYTHON_BOARDS),
    }


def through_the_arena(argv: Sequence[str], boards: int, core: int) -> Sample:
    """Microseconds a play, of a long match less a short one: what starting and ending costs is in both."""
    short, long = (_match(argv, count, core) for count in (boards // 5, boards))
    plays = long["plays"] - short["plays"]
    return {
        "wall": (long["wall_s"] - short["wall_s"]) / plays * 1e6,
        "cpu": (long["cpu_s"] - short["cpu_s"]) / plays * 1e6,
    }


def _match(argv: Sequence[str], boards: int, core: int) -> Mapping[str, float]:
    command = [sys.executable, str(HERE / "one_match.py"), str(core), str(boards), *argv]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def engine_alone() -> Sample:
    """Deals a second: dealt, played card by card, and scored."""
    cards = [[card for _, card in turns(layout)] for layout in layouts(FLOOR_BOARDS)]
    began = time.perf_counter()
    for layout, plays in zip(layouts(FLOOR_BOARDS), cards, strict=True):
        result_of(replay(layout, plays), Ruleset())
    return {"deals_s": FLOOR_BOARDS / (time.perf_counter() - began)}


def show_floor(figures: Mapping[str, Mapping[str, float]]) -> None:
    """Wall and CPU time of each case, and its ratio to the C floor or to the bare parent of the same bots."""
    floors = {
        "arena, bare Python bots": "Python parent, bare Python bots",
        "arena, SDK bots": "Python parent, SDK bots",
    }
    rows = [
        [
            name,
            f"{case['wall']:.1f}",
            f"{case['cpu']:.1f}",
            f"{1e6 / case['wall']:,.0f}",
            ratio(case["wall"], figures[floors.get(name, "C floor, one core")]["wall"]),
        ]
        for name, case in figures.items()
    ]
    headers = ["", "wall us/play", "parent's CPU us/play", "plays/s", "wall / floor"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * 4]))


def show_split(parts: Mapping[str, float], whole: float) -> None:
    """Where the referee's CPU time goes, with C bots."""
    known = dict(parts) | {"I/O, clocks of processes, shell": whole - sum(parts.values())}
    rows = [[name, f"{value:.1f}", f"{value / whole:.0%}"] for name, value in known.items()]
    headers = ["referee with C bots", "CPU us/play", "share"]
    print()
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", "right", "right"]))


if __name__ == "__main__":
    main()
