"""How much memory a bot's process takes, with all that it started."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from arena.runner.process import sweep
from arena.runner.process.seat import BotProcess, SeatProcess

_FIELDS: Final = ("VmHWM", "VmData")

SETTLE_S: Final = 0.2
"""How long what a bot started may live on: it may be ending with it."""

_ROUND_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Footprint:
    """Of a process and its descendants, in KiB: the most that was resident, and data as the limit counts it.

    processes: how many they are.
    """

    resident_kib: int
    data_kib: int
    processes: int


def footprint(process: SeatProcess | None) -> Footprint | None:
    """What a running process takes; None where there is none, or the kernel doesn't tell."""
    if not isinstance(process, BotProcess):
        return None
    found = [status for pid in _family(process.pid) if (status := _status(pid)) is not None]
    if not found:
        return None
    resident, data = (sum(status[field] for status in found) for field in _FIELDS)
    return Footprint(resident, max(status["VmData"] for status in found) if data else 0, len(found))


def _family(pid: int) -> list[int]:
    """A process and its descendants."""
    relatives = sweep.relatives_now()
    family = [pid]
    for member in family:
        family += [it.pid for it in relatives if it.parent == member]
    return family


def _status(pid: int) -> dict[str, int] | None:
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    lines = (line.partition(":") for line in text.splitlines())
    values = {key: int(rest.split()[0]) for key, _, rest in lines if key in _FIELDS}
    return values if len(values) == len(_FIELDS) else None


async def left_behind(process: SeatProcess | None, spare: frozenset[int]) -> int:
    """How many processes a bot left that has ended: those that go on for longer than it takes to end.

    spare: children of this process that aren't the bot's.
    """
    if not isinstance(process, BotProcess) or sweep.is_running(process.pid):
        return 0
    left = process.left_behind(spare)
    with trio.move_on_after(SETTLE_S):
        while left:
            await trio.sleep(_ROUND_S)
            left = process.left_behind(spare)
    return len(left)
