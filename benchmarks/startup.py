"""What the command line costs before it does anything, against a program of click alone.

usage: python benchmarks/startup.py [REPEATS]
"""

import subprocess
import sys
import time
from pathlib import Path

from measure import Sample, interleaved, ratio
from tabulate import tabulate

ARENA = Path(sys.executable).with_name("arena")
BARE = """
import click

@click.command()
@click.version_option("1")
def main() -> None:
    pass

main()
"""


def main() -> None:
    """Print milliseconds, and the ratio to the bare program."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    bare = [sys.executable, "-c", BARE]
    cases = {
        "bare click --version": [*bare, "--version"],
        "arena --version": [str(ARENA), "--version"],
        "bare click --help": [*bare, "--help"],
        "arena --help": [str(ARENA), "--help"],
    }
    figures = interleaved(
        {name: lambda command=command: run(command) for name, command in cases.items()}, repeats
    )
    rows = [
        [
            name,
            f"{case['ms']:.0f}",
            ratio(case["ms"], figures[f"bare click {name.split()[-1]}"]["ms"]),
        ]
        for name, case in figures.items()
    ]
    print(
        tabulate(
            rows, ["", "ms", "ratio"], disable_numparse=True, colalign=["left", *["right"] * 2]
        )
    )


def run(command: list[str]) -> Sample:
    """One start."""
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return {"ms": (time.perf_counter() - began) * 1000}


if __name__ == "__main__":
    main()
