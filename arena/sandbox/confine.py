"""What a bot's process does to itself between its fork and its exec.

It goes in two steps, for the kernel forgets a parent-death signal when a process changes its user: ``enter``
makes it another user, then its parent asks for that signal, then ``seal`` takes away everything else.
"""

import os
import platform
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from arena.referee.spec import Limits
from arena.sandbox import accounts, kernel, landlock, mounts, rlimits, seccomp
from arena.sandbox.landlock import DEVICE, READ, WRITE, Rule
from arena.sandbox.launch import LaunchPlan
from arena.sandbox.reach import sdk_folder, system_paths
from arena.sandbox.syscalls import MACHINES

DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

OWN_FILES: Final = (
    "auxv", "cgroup", "cmdline", "comm", "environ", "fd", "fdinfo", "limits", "maps", "smaps", "stat", "statm",
    "status",
)  # fmt: skip
"""What a bot may read of its own folder in /proc. Not ``net``, not ``task/*/net``: they tell of everybody's
sockets, and a socketpair made by one bot would be seen by its partner."""

UMASK: Final = 0o022

KILL_FIRST: Final = "1000"
"""For oom_score_adj: when memory runs out the kernel takes a bot, not the referee."""


class Confinement(Protocol):
    """How a process confines itself. Both methods run in the child, and raise OSError or ValueError."""

    def enter(self) -> None:
        """Become another user, in namespaces of one's own, as far as the level has that."""
        ...

    def seal(self) -> None:
        """Set limits, and give up what the level doesn't leave a bot."""
        ...


@dataclass(frozen=True, slots=True)
class Unconfined:
    """At ``off``: limits and nothing else. processes: how many its user may have; None: as many as it likes."""

    limits: Limits
    processes: int | None

    def enter(self) -> None:  # pragma: no cover - runs between fork and exec
        """See Confinement."""
        be_like_all()

    def seal(self) -> None:  # pragma: no cover - runs between fork and exec
        """See Confinement."""
        rlimits.apply(rlimits.values(self.limits, self.processes))


@dataclass(frozen=True, slots=True)
class Standard:
    """At ``standard``: no new privileges, limits, Landlock, a filter of system calls; as root, another user.

    files: the copy of the plan's folder that is for this process alone; None where it can have no mounts of its own.
    user_namespace: an ordinary user's bot gets one, for only there its processes are counted alone, and mounts
    can be its own.
    """

    plan: LaunchPlan
    scratch: str
    files: str | None
    processes: int
    user_namespace: bool

    def enter(self) -> None:  # pragma: no cover - runs between fork and exec
        """See Confinement."""
        be_like_all()
        plan = self.plan
        writable = (self.scratch, *((plan.cwd,) if plan.building else ()))
        user, group = os.geteuid(), os.getegid()
        if user == 0:
            own = accounts.own_user(os.getpid(), accounts.mapped_users())
            own_files = () if self.files is None else (self.files,)
            if mounts.open_ways((*plan.readable, plan.cwd, self.scratch, *own_files)):
                self._keep_to_itself(writable)
            for place in writable:
                give_away(place, own)
            accounts.become(own)
        elif self.user_namespace:
            enter_user_namespace(user, group)
            self._keep_to_itself(writable)
        os.chdir(plan.cwd)

    def _keep_to_itself(  # pragma: no cover - runs between fork and exec
        self, writable: tuple[str, ...]
    ) -> None:
        """In a mount namespace: HOME in memory, and so of a limited size, and nothing else to write to.

        A build's HOME stays on disk: it holds the caches of compilers.
        """
        mounts.own_proc(self.scratch)
        if self.files is not None:
            kernel.mount(self.files, self.plan.cwd, "", kernel.MS_BIND)
        if self.plan.building:
            mounts.still(writable)
            return
        mounts.still((self.scratch,), in_memory_mib=self.plan.limits.file_mib)
        furnish(self.plan, Path(self.scratch))

    def seal(self) -> None:  # pragma: no cover - runs between fork and exec
        """See Confinement."""
        abi = landlock.abi_version()
        if abi == 0:
            raise OSError("this kernel has no Landlock, or it is switched off")
        kernel.prctl("no_new_privs", kernel.PR_SET_NO_NEW_PRIVS, 1)
        landlock.restrict(abi, self._rules())
        # Only now: the rules name open folders, and a busy parent's files, more than a bot may have, are open too.
        rlimits.apply(rlimits.values(self.plan.limits, self.processes))
        policy = seccomp.Policy(
            only_signal=None if abi >= landlock.SCOPE_ABI else os.getpid(),
            truncate=abi >= landlock.TRUNCATE_ABI,
            metadata=self.plan.building,
        )
        seccomp.install(filter_bytes(policy))

    def _rules(self) -> list[Rule]:
        plan = self.plan
        return [
            *(Rule(path, READ) for path in (*system_paths(), *plan.readable)),
            *(Rule(path, DEVICE) for path in DEVICES),
            *(Rule(f"/proc/{os.getpid()}/{name}", READ) for name in OWN_FILES),
            Rule(plan.cwd, WRITE if plan.building else READ),
            Rule(self.scratch, WRITE),
        ]


def private_environment(plan: LaunchPlan, scratch: Path) -> dict[str, str]:
    """The environment of one process: HOME and TMPDIR of its own, in ``scratch``, which is there and empty."""
    temporary, modules = furnish(plan, scratch)
    private = {
        "HOME": str(scratch),
        "TMPDIR": str(temporary),
        **java_environment(plan.limits, str(temporary)),
    }
    if modules is not None:
        private["PYTHONPATH"] = str(modules)
    return {**dict(plan.env), **private}


def furnish(plan: LaunchPlan, scratch: Path) -> tuple[Path, Path | None]:
    """Make the folders of a HOME: that for temporary files, and that for Python's modules, if it needs one.

    The SDK of an arena that runs from its sources lies beside all else of the project, and Landlock can't open
    a folder without what is below it; so the SDK alone is put where Python looks.
    """
    temporary = scratch / "tmp"
    temporary.mkdir()
    sdk = sdk_folder()
    if sdk not in plan.readable:
        return temporary, None
    modules = scratch / ".sdk"
    modules.mkdir()
    (modules / Path(sdk).name).symlink_to(sdk)
    return temporary, modules


def java_environment(limits: Limits, temporary: str) -> dict[str, str]:
    """What makes Java's heap fit the limit (half of it, at most), and keep to the bot's own TMPDIR.

    Left alone Java takes a sixty-fourth of the host's memory from the start: on a large host more than a bot has.
    """
    return {"JDK_JAVA_OPTIONS": f"-XX:MaxRAM={2 * limits.memory_mib}m -Djava.io.tmpdir={temporary}"}


def filter_bytes(policy: seccomp.Policy) -> bytes:
    """The filter of system calls for this machine. Raises OSError where it isn't known."""
    return _filter_bytes(platform.machine(), policy)


@lru_cache(maxsize=8)
def _filter_bytes(machine: str, policy: seccomp.Policy) -> bytes:
    if machine not in MACHINES:
        raise OSError(f"no filter of system calls is known for {machine}")
    return seccomp.to_bytes(seccomp.build_filter(MACHINES[machine], policy))


def enter_user_namespace(
    user: int, group: int
) -> None:  # pragma: no cover - runs between fork and exec
    """Be the same user in namespaces of users and mounts of one's own. Raises OSError."""
    kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
    accounts.map_to_itself(user, group)
    kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)


def be_like_all() -> None:  # pragma: no cover - runs between fork and exec
    """Have the umask of every bot; and let the kernel end this process first when memory runs out."""
    os.umask(UMASK)
    try:
        Path("/proc/self/oom_score_adj").write_text(KILL_FIRST, encoding="ascii")
    except OSError:  # a kernel, or a /proc, without it
        return


def give_away(place: str, user: int) -> None:
    """Make a user the owner of a folder and all that is in it; links aren't followed."""
    os.lchown(place, user, user)
    for folder, folders, files in os.walk(place):
        for name in (*folders, *files):
            os.lchown(Path(folder) / name, user, user)
