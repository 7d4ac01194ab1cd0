"""Processes as ``/proc`` tells of them, and the end of all that this process started. Without trio.

A *child subreaper* is the heir of all processes below it: whatever loses its parent there becomes its own
child, in whatever session or group it hid. And a direct child's pid can't pass to another process
before it is reaped. So to kill direct children again and again, until there are none, ends all.
"""

import ctypes
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PR_SET_CHILD_SUBREAPER: Final = 36

ROUND_S: Final = 0.002
"""Between two looks: about the time that a killed process takes to be gone."""


@dataclass(frozen=True, slots=True)
class Relative:
    """A process as ``/proc`` tells of it."""

    pid: int
    parent: int
    session: int


def become_subreaper() -> None:
    """Make this process the heir of all that its descendants leave behind. May be repeated."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def relatives_now() -> list[Relative]:
    """Every process of the host that can be seen: about 15 us each."""
    found = (relative(int(name)) for name in os.listdir("/proc") if name.isdigit())  # noqa: PTH208 - names are all it needs
    return [it for it in found if it is not None]


def relative(pid: int) -> Relative | None:
    """One process of the host; None if it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    # The name in parentheses may itself hold anything, parentheses and blanks included.
    _state, parent, _group, session = stat[stat.rindex(b")") + 2 :].split(maxsplit=4)[:4]
    return Relative(pid, int(parent), int(session))


def kill_all_below(limit_s: float) -> bool:
    """Kill every child and grandchild, for at most so many seconds; whether none is left."""
    me = os.getpid()
    limit = time.monotonic() + limit_s
    while children := [it for it in relatives_now() if it.parent == me]:
        if time.monotonic() > limit:
            return False
        kill_and_reap(children)
        time.sleep(ROUND_S)
    return True


def kill_and_reap(children: Iterable[Relative]) -> None:
    """Kill direct children, and take the status of those that are gone by then."""
    for child in children:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(child.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child.pid, os.WNOHANG)
