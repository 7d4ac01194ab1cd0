"""All benchmarks of speed, one after the other: python benchmarks.

Each prints a table of ratios that were measured in turns in one run. For a quiet machine: some ten minutes.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
QUICKSTART = HERE.parent / "tournaments" / "quickstart.toml"


def main() -> None:
    """Run every script in a process of its own."""
    run("speed.py")
    run("startup.py")
    run("in_process.py")
    run("sandbox.py")
    run("jobs.py")
    run("growth.py", "100", "1000", "10000")
    with TemporaryDirectory() as folder:
        played = Path(folder) / "quickstart"
        command = [sys.executable, "-m", "arena.cli", "tournament", str(QUICKSTART)]
        subprocess.run([*command, "--out", str(played)], check=True, capture_output=True)
        run("ledger.py", str(played))


def run(name: str, *arguments: str) -> None:
    """One script, under its own heading."""
    print(f"\n== {name} {' '.join(arguments)}".rstrip(), flush=True)
    subprocess.run([sys.executable, str(HERE / name), *arguments], check=True)


if __name__ == "__main__":
    main()
