"""A user of its own for every bot that root starts, so that the kernel keeps them apart.

Signals, files, ``/proc`` and the limit on processes all go by user. Numbers are taken where no system
gives any out (1,879,048,192 and above: systemd's "UIDs and GIDs" page), or high up in what a container has.
"""

import os
from pathlib import Path
from typing import Final

FIRST: Final = 1_900_000_000
PIDS: Final = 4_194_304
"""More process ids than this Linux never has (PID_MAX_LIMIT)."""

SMALL_FIRST: Final = 20_000
SMALL_COUNT: Final = 30_000
"""In a container of 65,536 users."""


def own_user(pid: int, mapped: int) -> int:
    """The user of the bot with process id ``pid``, where users below ``mapped`` exist.

    No two living processes have one pid, so no two bots one user. In a small container that holds unless
    two pids are a multiple of 30,000 apart.
    """
    if mapped >= FIRST + PIDS:
        return FIRST + pid
    return SMALL_FIRST + pid % SMALL_COUNT


def mapped_users() -> int:
    """Below which number all users exist in this user namespace."""
    try:
        first, _, count = Path("/proc/self/uid_map").read_text(encoding="ascii").split()[:3]
    except (OSError, ValueError):
        return 1 << 32
    return int(count) if first == "0" else 0


def become(user: int) -> None:  # pragma: no cover - runs between fork and exec
    """Turn root into an ordinary user without any group or capability. Raises OSError."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def map_to_itself(user: int, group: int) -> None:  # pragma: no cover - runs between fork and exec
    """In a user namespace that was just made: be there who one is outside. Raises OSError."""
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
