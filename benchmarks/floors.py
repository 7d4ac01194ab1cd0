"""Floors: what remains of a referee when it does nothing but hand lines to bots and read their replies."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Sample

from arena.engine import SEATS

HERE = Path(__file__).parent
HELLO = {
    "type": "hello", "id": 0, "protocol": 1, "minor": 0, "rules": {}, "seat": 0, "partner": 2,
    "clock": {"start_ms": 5000, "move_ms": 1000, "bank_ms": 0},
    "limits": {"line_bytes": 4096, "comment_bytes": 1024}, "seed": 1,
}  # fmt: skip


class CFloor:
    """Two kinds of C programs, a parent and four children, and real requests between them."""

    def __init__(self, requests: Sequence[bytes], plays: int) -> None:
        self._folder = TemporaryDirectory()
        self._program = Path(self._folder.name) / "floor"
        self._lines = Path(self._folder.name) / "lines"
        self._plays = plays
        command = ["cc", "-O2", "-o", str(self._program), str(HERE / "floor.c")]
        subprocess.run(command, check=True)
        self._lines.write_bytes(b"".join(requests))

    def run(self, core: int | None) -> Sample:
        """Microseconds a play: ``wall``, and the parent's ``cpu``. core: keep all on that one."""
        place = str(-1 if core is None else core)
        command = [str(self._program), str(self._lines), str(self._plays), place]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        wall_ns, cpu_ns = map(float, done.stdout.split())
        return {"wall": wall_ns / 1000, "cpu": cpu_ns / 1000}


def python_floor(argv: Sequence[str], cwd: Path, requests: Sequence[bytes], core: int) -> Sample:
    """A bare blocking parent in Python that asks four bots in turn and looks at nothing.

    Microseconds a play: ``wall``, and the parent's ``cpu``. All five are kept on one core.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    bots = [
        subprocess.Popen(
            argv, cwd=cwd, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in SEATS
    ]  # fmt: skip
    try:
        pipes = [(_descriptor(bot.stdin), _descriptor(bot.stdout)) for bot in bots]
        for to, back in pipes:
            os.write(to, json.dumps(HELLO, separators=(",", ":")).encode() + b"\n")
            os.read(back, 4096)
        began, cpu_began = time.perf_counter(), time.process_time()
        for line in requests:
            seat = line.index(b'"seat":') + len(b'"seat":')
            to, back = pipes[line[seat] - ord("0")]
            os.write(to, line)
            os.read(back, 4096)
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    finally:
        for bot in bots:
            bot.kill()
            bot.communicate()
        os.sched_setaffinity(0, before)
    return {"wall": wall / len(requests) * 1e6, "cpu": cpu / len(requests) * 1e6}


def _descriptor(pipe: object) -> int:
    assert hasattr(pipe, "fileno")
    return int(pipe.fileno())


if __name__ == "__main__":
    sys.exit("run: python benchmarks")
