"""How many cores the arena may use: those it may run on, and what a container leaves it of them."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CGROUPS: Final = Path("/sys/fs/cgroup")
OWN_CGROUP: Final = Path("/proc/self/cgroup")


def count_cores() -> int:
    """Whole cores, one at least.

    A container of "two CPUs" sees all cores of its host, but gets the time of two; no clock can take off the
    time for which the kernel holds it back.
    """
    most = len(os.sched_getaffinity(0))
    return max(1, min([most, *_quotas()]))


def _quotas() -> Iterator[int]:
    """What each control group from this process's up to the root grants, in whole cores."""
    try:
        path = OWN_CGROUP.read_text(encoding="utf-8").strip().rpartition("::")[2]
    except (OSError, UnicodeDecodeError):
        return
    group = CGROUPS / path.lstrip("/")
    for place in (group, *group.parents):
        if not place.is_relative_to(CGROUPS):
            return
        try:
            quota, period = (place / "cpu.max").read_text(encoding="ascii").split()
            if quota != "max":
                yield int(quota) // int(period)
        except (OSError, ValueError, ZeroDivisionError):
            continue
