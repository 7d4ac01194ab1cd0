"""Compile the C source to ``solver.wasm``: ``python -m arena.solver.native.build``, with the ``ziglang`` wheel.

Only who changes the source needs this: the file made is recorded beside it, and the same on every machine.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
RECORDED: Final = HERE / "solver.wasm"
SOURCES: Final = ("search.c", "players.c", "exports.c")
FLAGS: Final = (
    "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory", "-std=c11", "-O3",
    "-Wall", "-Wextra", "-Werror", "-nostdlib", "-Wl,--no-entry", "-Wl,--export-memory", "-Wl,--strip-all",
)  # fmt: skip


def build(target: Path) -> None:
    """Compile to ``target``. Raises subprocess.CalledProcessError; what the compiler says is on stderr."""
    command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, "-o", str(target), *SOURCES]
    subprocess.run(command, cwd=HERE, check=True)


if __name__ == "__main__":
    build(RECORDED)
