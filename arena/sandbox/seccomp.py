"""The filter of system calls that a bot runs under: a program for the kernel's classic BPF machine.

It is a list of what is refused, for the languages of bots are many. A refused call fails with EPERM and the
bot lives; a call by another machine's convention (32 bit), which this table doesn't describe, kills it.

Source: seccomp(2), ``include/uapi/linux/filter.h``, ``include/uapi/linux/seccomp.h``.
"""

import ctypes
import errno
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.sandbox import kernel
from arena.sandbox.syscalls import ABSENT, HIGHEST_KNOWN, IGNORED, JUDGED, METADATA, Machine

LOAD: Final = 0x20
"""Load the 32-bit word at offset k of seccomp_data."""
AND: Final = 0x54
JUMP_EQUAL: Final = 0x15
JUMP_ABOVE: Final = 0x25
JUMP_FROM: Final = 0x35
JUMP_ANY_BIT: Final = 0x45
RETURN: Final = 0x06

ALLOW: Final = 0x7FFF_0000
KILL_PROCESS: Final = 0x8000_0000
ERRNO: Final = 0x0005_0000

OFFSET_NUMBER: Final = 0
OFFSET_MACHINE: Final = 4
OFFSET_ARGUMENTS: Final = 16

NEW_NAMESPACES: Final = 0x7E02_0000
"""CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID and NET: what clone(2) must not be asked for."""

SOCK_TYPE_MASK: Final = 0xF
SOCK_STREAM: Final = 1
SOCK_SEQPACKET: Final = 5
"""The kinds of pairs that talk to nobody but each other; Rust starts programs by the second."""

MAP_SHARED_ANONYMOUS: Final = 0x21
MAP_KIND_MASK: Final = 0x2F

FILE_LOCKS: Final = frozenset({"fcntl", "flock"})
"""What a build may do as well: compilers lock their caches, and there is nobody else to talk to."""

FCNTL_REFUSED: Final = (5, 6, 7, 36, 37, 38, 1024, 1026)
"""F_GETLK, F_SETLK, F_SETLKW, F_OFD_*; F_SETLEASE, F_NOTIFY: locks and events of files that two may see."""

IOCTL_REFUSED: Final = (0x5412, 0x541C, 0x4008_6602, 0x401C_5820)
"""TIOCSTI and TIOCLINUX type into a terminal; FS_IOC_SETFLAGS and FS_IOC_FSSETXATTR mark a file."""

PRCTL_REFUSED: Final = (1, 4, 35, 62)
"""PR_SET_PDEATHSIG: a bot dies with the arena. PR_SET_DUMPABLE: its environment tells whose it is.
PR_SET_MM, PR_SCHED_CORE: nobody's business here."""

MADVISE_REFUSED: Final = (20, 21)
"""MADV_COLD and MADV_PAGEOUT drop pages of a file that others read from memory."""

RWF_NOWAIT: Final = 0x8
"""Read only what is in memory: it tells what somebody else has read of a file."""

FOREIGN_CLOCKS: Final = 0x8000_0000
OWN_CLOCKS: Final = 0xFFFF_FFF8
"""Clocks with negative numbers are the CPU clocks of processes and threads by their ids, or of a device; the last eight
are those of who asks. Source: clock_getcpuclockid(3), ``include/linux/posix-timers.h``."""

PERSONALITY_QUERY: Final = 0xFFFF_FFFF
_WORD: Final = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step: an operation, how many steps to skip if its test holds or not, and a constant."""

    code: int
    k: int
    if_so: int = 0
    if_not: int = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """What depends on the host and on what is run.

    only_signal: the one process that may be signalled, where nothing else confines signals: the bot's own;
    kill(2) may also signal its group. truncate: whether
    files may be truncated by path, which an old Landlock doesn't confine. metadata: whether files may be
    given modes, owners and times, and be locked, as a build must.
    """

    only_signal: int | None = None
    truncate: bool = True
    metadata: bool = False


def refuse(error: int) -> Instruction:
    """The end of the program: the call fails with ``error``."""
    return Instruction(RETURN, ERRNO | error)


_EPERM: Final = refuse(errno.EPERM)
_ENOSYS: Final = refuse(errno.ENOSYS)
_ALLOWED: Final = Instruction(RETURN, ALLOW)
_KILLED: Final = Instruction(RETURN, KILL_PROCESS)


def build_filter(machine: Machine, policy: Policy) -> tuple[Instruction, ...]:
    """The whole program for a kind of machine."""
    steps = [
        Instruction(LOAD, OFFSET_MACHINE),
        Instruction(JUMP_EQUAL, machine.audit, 1, 0),
        _KILLED,
        Instruction(LOAD, OFFSET_NUMBER),
    ]
    if machine.foreign_from is not None:
        steps += [Instruction(JUMP_FROM, machine.foreign_from, 0, 1), _KILLED]
    steps += [Instruction(JUMP_ABOVE, HIGHEST_KNOWN, 0, 1), _ENOSYS]
    for name, number in machine.numbers.items():
        verdict = _verdict(name, policy)
        if verdict:
            steps += [Instruction(JUMP_EQUAL, number, 0, len(verdict)), *verdict]
    return (*steps, _ALLOWED)


def _verdict(name: str, policy: Policy) -> tuple[Instruction, ...]:
    """What to do with a call, ending in a return; nothing where it is allowed whatever its arguments."""
    if name in ABSENT:
        return (_ENOSYS,)
    if name in IGNORED:
        return (refuse(0),)
    if name in METADATA | FILE_LOCKS and policy.metadata:
        return ()
    return tuple(_judge(name, policy)) if name in JUDGED else (_EPERM,)


def _judge(name: str, policy: Policy) -> Iterator[Instruction]:
    """The verdict on a call that goes by its arguments, or by the policy."""
    match name:
        case "clone":
            yield from (argument(0), Instruction(JUMP_ANY_BIT, NEW_NAMESPACES, 0, 1), _EPERM)
            yield _ALLOWED
        case "truncate":
            if not policy.truncate:
                yield _EPERM
        case "kill" | "tkill" | "tgkill" | "rt_sigqueueinfo" | "rt_tgsigqueueinfo":
            if policy.only_signal is not None:
                yield argument(0)
                itself = (policy.only_signal, 0) if name == "kill" else (policy.only_signal,)
                yield from _only(*itself)
        case "pidfd_send_signal":
            if policy.only_signal is not None:
                yield _EPERM
        case _:
            yield from _JUDGEMENTS[name]


def _only(*values: int) -> Iterator[Instruction]:
    """Refuse unless what is loaded is one of these."""
    for value in values:
        yield from (Instruction(JUMP_EQUAL, value & _WORD, 0, 1), _ALLOWED)
    yield _EPERM


def _never(*values: int) -> Iterator[Instruction]:
    """Refuse if what is loaded is one of these."""
    for value in values:
        yield from (Instruction(JUMP_EQUAL, value & _WORD, 0, 1), _EPERM)
    yield _ALLOWED


def argument(index: int) -> Instruction:
    """Load the lower half of an argument: all that the kernel looks at for those that are judged here."""
    return Instruction(LOAD, OFFSET_ARGUMENTS + 8 * index)


_NO_WAITING: Final = (
    argument(5),
    Instruction(JUMP_ANY_BIT, RWF_NOWAIT, 0, 1),
    refuse(errno.EOPNOTSUPP),
    _ALLOWED,
)
_NO_CLOCK_OF_OTHERS: Final = (
    argument(0),
    Instruction(JUMP_FROM, OWN_CLOCKS, 0, 1),
    _ALLOWED,
    Instruction(JUMP_FROM, FOREIGN_CLOCKS, 0, 1),
    refuse(errno.EINVAL),
    _ALLOWED,
)

_JUDGEMENTS: Final = {
    "socketpair": (
        argument(1),
        Instruction(AND, SOCK_TYPE_MASK),
        *_only(SOCK_STREAM, SOCK_SEQPACKET),
    ),
    "mmap": (argument(3), Instruction(AND, MAP_KIND_MASK), *_never(MAP_SHARED_ANONYMOUS)),
    "madvise": (argument(2), *_never(*MADVISE_REFUSED)),
    "preadv2": _NO_WAITING,
    "pwritev2": _NO_WAITING,
    "clock_gettime": _NO_CLOCK_OF_OTHERS,
    "clock_getres": _NO_CLOCK_OF_OTHERS,
    "clock_nanosleep": _NO_CLOCK_OF_OTHERS,
    "timer_create": _NO_CLOCK_OF_OTHERS,
    "fcntl": (argument(1), *_never(*FCNTL_REFUSED)),
    "ioctl": (argument(1), *_never(*IOCTL_REFUSED)),
    "prctl": (argument(0), *_never(*PRCTL_REFUSED)),
    "prlimit64": (argument(0), *_only(0)),
    "personality": (argument(0), *_only(PERSONALITY_QUERY, 0)),
}
"""What to do with a call by one of its arguments."""


def to_bytes(program: tuple[Instruction, ...]) -> bytes:
    """The program as the kernel and bubblewrap read it: an array of ``struct sock_filter``."""
    return b"".join(
        struct.pack("=HBBI", step.code, step.if_so, step.if_not, step.k) for step in program
    )


def install(program: bytes) -> None:  # pragma: no cover - runs between fork and exec
    """Put this process under a filter for good. It must have no_new_privs set. Raises OSError."""
    steps = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(steps))
    holder = ctypes.create_string_buffer(header, len(header))
    kernel.prctl(
        "seccomp", kernel.PR_SET_SECCOMP, kernel.SECCOMP_MODE_FILTER, ctypes.addressof(holder)
    )
