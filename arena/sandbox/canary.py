"""The canary: a bot that tries what a bot must not be able to do, and tells what it could.

It is run as a bot at a level, so that a level is judged by what it does here and not by what is installed. The text of
this file is the bot: it imports nothing of the arena. Its argument is JSON: what to try it on.
"""

import ctypes
import errno
import fcntl
import json
import os
import resource
import socket
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path

PTRACE_SEIZE = 0x4206
CLONE_NEWUSER = 0x1000_0000
F_OFD_SETLK = 37
TIOCSTI = 0x5412
IPC_CREAT = 0o1000
KEY_SPEC_USER_KEYRING = -4
NUMBERS = {
    "x86_64": {
        "shmget": 29,
        "shmctl": 31,
        "mq_open": 240,
        "add_key": 248,
        "inotify_init1": 294,
        "ptrace": 101,
    },
    "aarch64": {
        "shmget": 194,
        "shmctl": 195,
        "mq_open": 180,
        "add_key": 217,
        "inotify_init1": 26,
        "ptrace": 117,
    },
}
IO_URING_SETUP = 425

SHELL_SAID = 3

OWN_PIDS = 2
"""In a system of its own a bot is process 2. If the arena's number is so low too, they can't be told apart."""

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long

Trial = Callable[[], object]
"""Tries one thing. Success is that it returns, and not False."""


def syscall(name: str, *arguments: int | bytes | None) -> int:
    """Make a system call; raises OSError."""
    number = IO_URING_SETUP if name == "io_uring_setup" else NUMBERS[os.uname().machine][name]
    return checked(LIBC.syscall(ctypes.c_long(number), *arguments))


def checked(result: int) -> int:
    """Turn a failure into OSError."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def done(act: Callable[..., object], *arguments: object) -> Trial:
    """To do something that returns nothing."""

    def trial() -> object:
        act(*arguments)
        return True

    return trial


def refused() -> bool:
    """Nothing to try."""
    return False


def lock_whole(kind: int) -> Trial:
    """Lock a file by fcntl; a struct flock of the own program text."""

    def trial() -> object:
        with Path(__file__).open("rb") as file:
            return fcntl.fcntl(file, kind, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 1, 0))

    return trial


def flock() -> object:
    """Lock a file that a partner sees too."""
    with Path(__file__).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
    return True


def make_socket(family: int, kind: int) -> Trial:
    """Open a socket of some kind."""

    def trial() -> object:
        socket.socket(family, kind).close()
        return True

    return trial


def write_at(path: str) -> Trial:
    """Make a file; who sent this bot looks whether it is really there."""

    def trial() -> object:
        return Path(path).write_text("canary", encoding="ascii")

    return trial


def sockets() -> bool:
    """Whether sockets of others can be counted: there are more than the two made here."""
    ends = socket.socketpair()
    lines = Path("/proc/self/net/unix").read_bytes().splitlines()
    for end in ends:
        end.close()
    return len(lines) > 1 + len(ends)


def shared_memory() -> object:
    """Make a segment that others could attach, and remove it."""
    segment = syscall("shmget", 0, 4096, IPC_CREAT | 0o600)
    syscall("shmctl", segment, 0, None)
    return True


def child_process() -> bool:
    """Run another program."""
    child = os.fork()
    if child == 0:
        try:
            os.execv("/bin/sh", ["sh", "-c", f"exit {SHELL_SAID}"])  # noqa: S606 - a fixed text
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == SHELL_SAID


def steal_input() -> bool:
    """Type into a terminal. A pipe is none (ENOTTY), but only a filter says EPERM of it."""
    try:
        fcntl.ioctl(0, TIOCSTI, b"x")
    except OSError as error:
        return error.errno != errno.EPERM
    return True


def status(key: str) -> str:
    """A line of what the kernel says of this process."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{key}:"):
            return line.partition(":")[2].strip()
    raise OSError(f"no {key} in /proc/self/status")


def powerful() -> bool:
    """Whether there are privileges, or could be by running a program that gives some."""
    return os.getuid() == 0 or int(status("CapEff"), 16) != 0 or status("NoNewPrivs") != "1"


def unlimited(limits: dict[str, int]) -> bool:
    """Whether a limit is higher than it should be."""
    return any(
        resource.getrlimit(getattr(resource, name))[1] > most for name, most in limits.items()
    )


def other_processes() -> bool:
    """Whether /proc shows anyone else: there are only this one and the first of its system."""
    pids = {int(name) for name in os.listdir("/proc") if name.isdigit()}  # noqa: PTH208 - names
    return not pids <= {1, os.getpid()}


def trials(told: dict[str, object]) -> dict[str, Trial]:
    """What must fail, by the name that ``arena.sandbox.verdict`` has for it."""
    arena = int(str(told["arena"]))
    own = Path(__file__)
    limits = {str(name): int(most) for name, most in dict(told["limits"]).items()}  # type: ignore[call-overload]
    return {
        "secret": lambda: Path(str(told["secret"])).read_bytes(),
        "rival": lambda: os.listdir(str(told["rival"])),  # noqa: PTH208 - whether, not what
        "home": lambda: bool(set(told["home_names"]) & set(os.listdir(str(told["home"])))),  # type: ignore[call-overload]  # noqa: PTH208 - the same
        "environ": lambda: Path(f"/proc/{arena}/environ").read_bytes(),
        "command line": lambda: Path(f"/proc/{arena}/cmdline").read_bytes(),
        "load": lambda: Path("/proc/loadavg").read_bytes(),
        "open files": lambda: Path("/proc/sys/fs/file-nr").read_bytes(),
        "sockets": sockets,
        "own folder": write_at(str(own.with_name("left"))),
        "mode": done(own.chmod, 0o600),
        "time": done(os.utime, own, (1, 1)),
        "ptrace": lambda: syscall("ptrace", PTRACE_SEIZE, arena, 0, 0),
        "signal": done(os.kill, arena, 0) if arena > OWN_PIDS else refused,
        "other limits": done(resource.prlimit, arena, 0) if arena > OWN_PIDS else refused,
        "tcp": make_socket(socket.AF_INET, socket.SOCK_STREAM),
        "udp": make_socket(socket.AF_INET, socket.SOCK_DGRAM),
        "unix socket": make_socket(socket.AF_UNIX, socket.SOCK_STREAM),
        "datagrams": lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM),
        "shared memory": shared_memory,
        "message queue": lambda: syscall("mq_open", b"canary", os.O_CREAT, 0o600, None),
        "flock": flock,
        "record lock": lock_whole(fcntl.F_SETLK),
        "open file lock": lock_whole(F_OFD_SETLK),
        "inotify": lambda: syscall("inotify_init1", 0),
        "keyring": lambda: syscall("add_key", b"user", b"canary", b"x", 1, KEY_SPEC_USER_KEYRING),
        "namespaces": lambda: checked(LIBC.unshare(CLONE_NEWUSER)),
        "io_uring": lambda: syscall("io_uring_setup", 1, bytes(120)),
        "terminal": steal_input,
        "priority": done(os.setpriority, os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0)),
        "affinity": done(os.sched_setaffinity, 0, os.sched_getaffinity(0)),
        "privileges": powerful,
        "limits": lambda: unlimited(limits),
        "processes": other_processes,
    }


def needs() -> dict[str, Trial]:
    """What must work, for bots live by it."""
    return {
        "HOME": write_at(str(Path(os.environ["HOME"], "kept"))),
        "TMPDIR": write_at(str(Path(os.environ["TMPDIR"], "kept"))),
        "child processes": child_process,
        "threads": done(threading.Thread(target=int).start),
        "socketpair": socket.socketpair,
        "its files": lambda: Path(__file__).read_bytes(),
    }


def attempt(trial: Trial) -> bool:
    """Whether it could be done."""
    try:
        return trial() is not False
    except (OSError, ValueError, RuntimeError):
        return False


def main() -> None:
    """Try everything, and print one line of JSON."""
    told = json.loads(sys.argv[1])
    for path in told["places"]:
        attempt(write_at(path))
    did = [name for name, trial in trials(told).items() if attempt(trial)]
    failed = [name for name, need in needs().items() if not attempt(need)]
    print(json.dumps({"did": did, "failed": failed}), flush=True)  # noqa: T201 - a bot talks so
    sys.stdin.read()


if __name__ == "__main__":
    main()
