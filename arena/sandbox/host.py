"""What this host has to isolate bots with, and what to do where a level doesn't work."""

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.extras import install_hint
from arena.referee.levels import Level
from arena.sandbox import landlock
from arena.sandbox.syscalls import MACHINES

APPARMOR: Final = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
DEBIAN: Final = Path("/proc/sys/kernel/unprivileged_userns_clone")
MOST: Final = Path("/proc/sys/user/max_user_namespaces")


@dataclass(frozen=True, slots=True)
class Host:
    """Facts of a host. landlock_abi: 0 where there is none. bubblewrap: the program's path.

    user_namespaces: whether a user without privileges can make them.
    """

    system: str
    kernel: str
    machine: str
    root: bool
    landlock_abi: int
    seccomp: bool
    user_namespaces: bool
    bubblewrap: str | None
    bubblewrap_version: str | None
    cores: int


@dataclass(frozen=True, slots=True)
class LevelReport:
    """Whether a level works here, as the canary found; else why not, and what helps."""

    level: Level
    works: bool
    reason: str
    advice: str


@dataclass(frozen=True, slots=True)
class HostReport:
    """A host, and each level on it, from ``off`` to ``strict``."""

    host: Host
    levels: tuple[LevelReport, ...]

    def of(self, level: Level) -> LevelReport:
        """The report of one level."""
        return self.levels[level.rank]


def look_at_host(
    *, user_namespaces: bool, bubblewrap: str | None, bubblewrap_version: str | None
) -> Host:
    """The facts of this host; what must be tried in another process is given."""
    return Host(
        system=sys.platform,
        kernel=platform.release(),
        machine=platform.machine(),
        root=os.geteuid() == 0,
        landlock_abi=landlock.abi_version(),
        seccomp=platform.machine() in MACHINES,
        user_namespaces=user_namespaces,
        bubblewrap=bubblewrap,
        bubblewrap_version=bubblewrap_version,
        cores=len(os.sched_getaffinity(0)),
    )


def what_lacks(level: Level, host: Host) -> tuple[str, str] | None:
    """What a level needs that the host hasn't got, and how to get it; None where all seems to be there."""
    if level is Level.OFF:
        return None
    if not host.seccomp:
        return (
            f"no filter of system calls is known for {host.machine}",
            f"use a machine of {' or '.join(MACHINES)}",
        )
    return _standard_lacks(host) if level is Level.STANDARD else _strict_lacks(host)


def _standard_lacks(host: Host) -> tuple[str, str] | None:
    if host.landlock_abi > 0:
        return None
    return (
        "the kernel has no Landlock, or it is switched off",
        "use Linux 5.13 or later, and add landlock to the boot parameter lsm=",
    )


def _strict_lacks(host: Host) -> tuple[str, str] | None:
    if host.bubblewrap is None:
        return (
            "bubblewrap isn't installed",
            f"Debian: apt install bubblewrap; or: {install_hint('strict')}",
        )
    if not host.user_namespaces:
        return "users can't make user namespaces here", allow_user_namespaces()
    return None


def allow_user_namespaces() -> str:
    """Which switch of this host allows user namespaces."""
    if _read(DEBIAN) == "0":
        return "sysctl -w kernel.unprivileged_userns_clone=1"
    if _read(MOST) == "0":
        return "sysctl -w user.max_user_namespaces=10000"
    if _read(APPARMOR) == "1":
        return "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap"
    return (
        "in a container: start it with --security-opt seccomp=unconfined, or run on the host itself"
    )


def what_helps(level: Level, host: Host) -> str:
    """What to try where everything is there but the level doesn't hold."""
    if level is Level.STANDARD and host.root:
        return (
            "run as an ordinary user; or put Python and the run where every user can read; or give root "
            "the capability CAP_SYS_ADMIN"
        )
    if level is Level.STRICT:
        return f"use bubblewrap 0.8 or later (found: {host.bubblewrap_version}); {allow_user_namespaces()}"
    return "use a newer kernel (Linux 6.12 has all that is used)"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""
