"""The limits of one process as the kernel takes them: setrlimit(2).

Memory is limited by RLIMIT_DATA, which counts what can be written; a Java machine reserves address space by the
gigabyte that it never uses, so RLIMIT_AS stands far behind. Every limit but that on processes is one
for each process of a bot.
"""

import os
import resource
from pathlib import Path
from typing import Final

from arena.referee.spec import Limits

MIB: Final = 1024 * 1024

ADDRESSES_MIB: Final = 256 * 1024
"""RLIMIT_AS beyond ``memory_mib``: Java reserves a quarter of the host's memory, WebAssembly 10 GiB."""

CPU_GRACE_S: Final = 1
"""From SIGXCPU, which a bot may catch, to SIGKILL."""

Values = tuple[tuple[int, int, int], ...]
"""Resource, soft limit, hard limit."""


def values(limits: Limits, processes: int | None) -> Values:
    """All limits of a bot. processes: for RLIMIT_NPROC; None leaves that alone."""
    data = limits.memory_mib * MIB
    addresses = data + ADDRESSES_MIB * MIB
    size = limits.file_mib * MIB
    files = limits.open_files
    wanted = [
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_DATA, data, data),
        (resource.RLIMIT_AS, addresses, addresses),
        (resource.RLIMIT_FSIZE, size, size),
        (resource.RLIMIT_NOFILE, files, files),
        (resource.RLIMIT_CPU, limits.cpu_s, limits.cpu_s + CPU_GRACE_S),
        (resource.RLIMIT_MSGQUEUE, 0, 0),
        (resource.RLIMIT_NICE, 0, 0),
        (resource.RLIMIT_RTPRIO, 0, 0),
    ]
    if processes is not None:
        wanted.append((resource.RLIMIT_NPROC, processes, processes))
    return tuple(wanted)


def apply(wanted: Values) -> None:
    """Set the limits of this process; where it already is held to less, to that."""
    for which, soft, hard in wanted:
        _, most = resource.getrlimit(which)
        if most != resource.RLIM_INFINITY:
            hard = min(hard, most)  # noqa: PLW2901 - the same limit, lowered
        resource.setrlimit(which, (min(soft, hard), hard))


def count_tasks(user: int) -> int:
    """How many processes and threads a user has now: RLIMIT_NPROC counts them all."""
    return sum(_tasks(path, user) for path in Path("/proc").iterdir() if path.name.isdigit())


def _tasks(process: Path, user: int) -> int:
    try:
        return len(os.listdir(process / "task")) if process.stat().st_uid == user else 0  # noqa: PTH208
    except OSError:
        return 0
