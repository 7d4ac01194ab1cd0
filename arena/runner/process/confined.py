"""Starting a child at the level of its plan."""

import os
import signal
import socket
import struct
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, assert_never

from arena.errors import BotStartError
from arena.referee.levels import Level
from arena.runner.process import sweep
from arena.runner.process.child import HOST_ERRNOS, Child
from arena.runner.process.stderr import StderrBuffer
from arena.sandbox import kernel, rlimits, seccomp
from arena.sandbox.bubblewrap import (
    Strict,
    Wires,
    find_bubblewrap,
    still_meminfo,
    strict_command,
    strict_environment,
)
from arena.sandbox.confine import (
    Standard,
    Unconfined,
    enter_user_namespace,
    filter_bytes,
    private_environment,
)
from arena.sandbox.launch import LaunchPlan

HANDSHAKE_S: Final = 10.0
"""How long bubblewrap may take to start a bot; it takes some tens of milliseconds."""

SHARERS: Final = 32
"""How many bots of one user there may be at once: those of eight matches."""

_CREDENTIALS: Final = struct.Struct("=iII")
_MESSAGE_BYTES: Final = 512


def has_own_files(level: Level) -> bool:
    """Whether a bot at this level can be shown a copy of its folder in that folder's place."""
    return level is Level.STRICT or (level is Level.STANDARD and has_own_mounts())


@lru_cache(maxsize=1)
def has_own_mounts() -> bool:
    """Whether a bot at ``standard`` can have mounts of its own here: tried in a child."""
    if os.geteuid() != 0:
        return has_user_namespaces()
    return _works_in_child(lambda: kernel.unshare(kernel.CLONE_NEWNS))


def start_confined(plan: LaunchPlan, scratch: Path, files: Path | None = None) -> Child:
    """Start what the plan says, at its level; ``scratch`` is a folder for it alone, which is empty.

    files: a copy of the plan's folder for this process alone, which it is shown in that folder's place.

    Raises BotStartError where the program is to blame, OSError or subprocess.SubprocessError where the host is.
    """
    match plan.level:
        case Level.OFF:
            confinement = Unconfined(plan.limits, _shared_processes(plan))
            environment = private_environment(plan, scratch)
            return Child.start(plan.argv, plan.cwd, environment, signal.SIGKILL, confinement)
        case Level.STANDARD:
            return _start_standard(plan, scratch, files)
        case Level.STRICT:
            return _start_strict(plan, scratch, files)
        case _:
            assert_never(plan.level)


def _start_standard(plan: LaunchPlan, scratch: Path, files: Path | None) -> Child:
    own = os.geteuid() == 0 or has_user_namespaces()
    processes = plan.limits.processes if own else _shared_processes(plan)
    confinement = Standard(
        plan,
        str(scratch),
        None if files is None else str(files),
        plan.limits.processes if processes is None else processes,
        user_namespace=own,
    )
    environment = private_environment(plan, scratch)
    return Child.start(plan.argv, plan.cwd, environment, signal.SIGKILL, confinement)


def _shared_processes(plan: LaunchPlan) -> int | None:
    """How many processes a bot's user may have, where it is the arena's own user; root may have any number.

    The kernel counts all of a user's processes together. With no more than one bot's share for all, an honest
    bot would fail because others work: so this only stops a bomb before the host is full.
    """
    user = os.geteuid()
    return None if user == 0 else rlimits.count_tasks(user) + SHARERS * plan.limits.processes


@lru_cache(maxsize=1)
def has_user_namespaces() -> bool:
    """Whether this host lets an ordinary user make namespaces, and mount something there: tried in a child."""

    def make() -> None:  # pragma: no cover - the child measures nothing
        enter_user_namespace(os.geteuid(), os.getegid())
        kernel.mount("none", "/proc", "tmpfs", 0)

    return _works_in_child(make)


def _works_in_child(act: Callable[[], None]) -> bool:
    child = os.fork()
    if child == 0:  # pragma: no cover - the child measures nothing
        status = 1
        try:
            act()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def _start_strict(plan: LaunchPlan, scratch: Path, files: Path | None) -> Child:
    bwrap = find_bubblewrap()
    if bwrap is None:
        raise OSError("bubblewrap (bwrap) isn't installed")
    with ExitStack() as stack:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        stack.enter_context(ours)
        stack.enter_context(theirs)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        ours.settimeout(HANDSHAKE_S)
        wires = _lay_wires(theirs.fileno(), plan, stack)
        child = Child.start(
            strict_command(plan, bwrap, wires, plan.cwd if files is None else str(files)),
            "/",
            strict_environment(plan, scratch),
            signal.SIGKILL,
            Strict(plan, bwrap, wires, plan.cwd if files is None else str(files)),
        )
        theirs.close()
        try:
            inner = _greet(ours, plan, child)
        except BaseException:
            _give_up(child)
            raise
    relative = sweep.relative(inner)
    return replace(child, inner=inner, init=None if relative is None else relative.parent)


def _lay_wires(arena: int, plan: LaunchPlan, stack: ExitStack) -> Wires:
    null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    stack.callback(os.close, null)
    program = os.memfd_create("filter")
    stack.callback(os.close, program)
    os.write(program, filter_bytes(seccomp.Policy(metadata=plan.building)))
    os.lseek(program, 0, os.SEEK_SET)
    memory = os.memfd_create("meminfo")
    stack.callback(os.close, memory)
    os.write(memory, still_meminfo().encode("ascii"))
    os.lseek(memory, 0, os.SEEK_SET)
    stdin, stdout = os.dup(null), os.dup(null)  # to keep their numbers free
    stack.callback(os.close, stdin)
    stack.callback(os.close, stdout)
    return Wires(arena, stdin, stdout, program, memory, null)


def _greet(ours: socket.socket, plan: LaunchPlan, child: Child) -> int:
    """Wait until the program inside has become the bot: its process id."""
    try:
        said, ancillary, _, _ = ours.recvmsg(_MESSAGE_BYTES, socket.CMSG_SPACE(_CREDENTIALS.size))
        if said != b".":
            raise OSError(f"bubblewrap can't start a bot: {_why(said, child)}")
        failed = ours.recv(_MESSAGE_BYTES)
    except TimeoutError:
        raise OSError(f"bubblewrap started no bot within {HANDSHAKE_S:.0f} s") from None
    if failed:
        number = int(failed)
        if number in HOST_ERRNOS:
            raise OSError(number, os.strerror(number))
        raise BotStartError(f"can't run {plan.argv[0]!r}: {os.strerror(number)}")
    return int(_CREDENTIALS.unpack(ancillary[0][2])[0])


def _why(said: bytes, child: Child) -> str:
    """What the inner program said of its failure, else what bubblewrap did, which has ended."""
    output = StderrBuffer()
    output.read_now(child.stderr)
    words = (said or output.kept).decode("utf-8", "replace").strip()
    return words or "it ended without a word"


def _give_up(child: Child) -> None:
    child.signal_group(signal.SIGKILL)
    child.popen.wait()
    child.reap()
