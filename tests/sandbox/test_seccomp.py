"""The filter's program, run step by step by a machine of a dozen lines."""

import errno
import struct

import pytest

from arena.sandbox.seccomp import (
    ALLOW,
    ERRNO,
    FILE_LOCKS,
    KILL_PROCESS,
    Policy,
    build_filter,
    to_bytes,
)
from arena.sandbox.syscalls import ABSENT, HIGHEST_KNOWN, IGNORED, JUDGED, MACHINES, METADATA

EPERM = ERRNO | errno.EPERM
ENOSYS = ERRNO | errno.ENOSYS
PROGRAMS = {name: build_filter(machine, Policy()) for name, machine in MACHINES.items()}


def verdict(program, machine, number, arguments=()):
    """What classic BPF makes of a call: the machine of seccomp(2), as far as the filter uses it."""
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<IIQ6Q", number, machine, 0, *(value % 2**64 for value in padded))
    step = accumulator = 0
    while True:
        one = program[step]
        step += 1
        match one.code:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, one.k)
            case 0x54:
                accumulator &= one.k
            case 0x15:
                step += one.if_so if accumulator == one.k else one.if_not
            case 0x25:
                step += one.if_so if accumulator > one.k else one.if_not
            case 0x35:
                step += one.if_so if accumulator >= one.k else one.if_not
            case 0x45:
                step += one.if_so if accumulator & one.k else one.if_not
            case 0x06:
                return one.k
            case _:
                raise AssertionError(one)


def judge(name, *arguments, machine="x86_64", policy=None):
    program = PROGRAMS[machine] if policy is None else build_filter(MACHINES[machine], policy)
    kind = MACHINES[machine]
    return verdict(program, kind.audit, kind.numbers[name], arguments)


@pytest.mark.parametrize("machine", MACHINES)
def test_what_no_argument_makes_harmless_is_refused(machine):
    """With EPERM, so that the bot lives and can tell; what newer programs can do without, with ENOSYS."""
    found = {name: judge(name, machine=machine) for name in MACHINES[machine].numbers}
    expected = {
        name: ENOSYS if name in ABSENT else ERRNO if name in IGNORED else EPERM
        for name in MACHINES[machine].numbers
        if name not in JUDGED
    }
    assert expected == {name: found[name] for name in expected}


@pytest.mark.parametrize(
    ("machine", "numbers"),
    [("x86_64", (0, 1, 9, 59, 60, 202, 257, 334)), ("aarch64", (56, 63, 64, 93, 98, 221, 293))],
)
def test_what_every_program_does_is_allowed(machine, numbers):
    """read, write, mmap, execve, exit, futex, openat, rseq."""
    kind = MACHINES[machine]
    assert {ALLOW} == {verdict(PROGRAMS[machine], kind.audit, number) for number in numbers}


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("clone", (0x3D0F00,), ALLOW),  # a thread, as glibc makes it
        ("clone", (17,), ALLOW),  # a fork
        ("clone", (0x1000_0011,), EPERM),  # with a user namespace
        ("clone", (0x4000_0000,), EPERM),
        ("clone", (0x0002_0000,), EPERM),
        ("socketpair", (1, 1), ALLOW),
        ("socketpair", (1, 0x80801), ALLOW),  # SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK
        ("socketpair", (1, 2), EPERM),  # datagrams could be sent to any name
        ("socketpair", (1, 5), ALLOW),  # a pair for packets, as Rust starts programs
        ("socketpair", (1, 3), EPERM),
        ("mmap", (0, 4096, 3, 0x22), ALLOW),
        ("mmap", (0, 4096, 3, 0x21), EPERM),  # shared memory that no limit counts
        ("mmap", (0, 4096, 1, 0x1), ALLOW),
        ("fcntl", (3, 2), ALLOW),
        ("fcntl", (3, 6), EPERM),
        ("fcntl", (3, 7), EPERM),
        ("fcntl", (3, 37), EPERM),
        ("fcntl", (3, 1026), EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), EPERM),
        ("ioctl", (0, 0x1_0000_5412), EPERM),  # the kernel drops the upper half too
        ("ioctl", (0, 0x541C), EPERM),
        ("prctl", (15,), ALLOW),
        ("prctl", (1, 0), EPERM),  # it can't unbind its life from the arena's
        ("prctl", (4, 0), EPERM),
        ("prlimit64", (0, 7), ALLOW),
        ("prlimit64", (1234, 7), EPERM),
        ("madvise", (0, 4096, 4), ALLOW),
        ("madvise", (0, 4096, 20), EPERM),  # what others read of a file is dropped from memory
        ("madvise", (0, 4096, 21), EPERM),
        ("preadv2", (3, 0, 1, 0, 0, 0), ALLOW),
        ("preadv2", (3, 0, 1, 0, 0, 8), ERRNO | errno.EOPNOTSUPP),
        ("preadv2", (3, 0, 1, 0, 0, 9), ERRNO | errno.EOPNOTSUPP),
        ("pwritev2", (3, 0, 1, 0, 0, 2), ALLOW),
        ("pwritev2", (3, 0, 1, 0, 0, 8), ERRNO | errno.EOPNOTSUPP),
        ("clock_gettime", (1,), ALLOW),
        ("clock_gettime", (-6,), ALLOW),  # one's own, as a process
        ("clock_gettime", (-2,), ALLOW),  # and as a thread
        ("clock_gettime", (~1234 << 3 | 2,), ERRNO | errno.EINVAL),
        ("clock_nanosleep", (~1234 << 3 | 2,), ERRNO | errno.EINVAL),
        ("timer_create", (~1 << 3 | 6,), ERRNO | errno.EINVAL),
        ("personality", (0xFFFF_FFFF,), ALLOW),
        ("personality", (0x0040_0000,), EPERM),
        ("kill", (1234, 9), ALLOW),  # Landlock sees to it
        ("truncate", (), ALLOW),
    ],
)
@pytest.mark.parametrize("machine", MACHINES)
def test_some_calls_are_judged_by_their_arguments(machine, name, arguments, expected):
    assert expected == judge(name, *arguments, machine=machine)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("kill", (77, 15), ALLOW),
        ("kill", (0, 15), ALLOW),  # its own group
        ("kill", (-1, 9), EPERM),
        ("kill", (1234, 9), EPERM),
        ("tgkill", (77, 78, 6), ALLOW),  # as abort(3) does
        ("tgkill", (1234, 1234, 9), EPERM),
        ("tkill", (77,), ALLOW),
        ("rt_sigqueueinfo", (1234, 9), EPERM),
        ("pidfd_send_signal", (3, 9), EPERM),
    ],
)
def test_where_nothing_else_does_the_filter_keeps_signals_to_the_bot(name, arguments, expected):
    """A Landlock before ABI 6 doesn't."""
    assert expected == judge(name, *arguments, policy=Policy(only_signal=77))


def test_where_landlock_doesnt_hold_truncate_the_filter_does():
    assert EPERM == judge("truncate", policy=Policy(truncate=False))


def test_a_build_may_set_modes_and_times_and_lock_files_and_nothing_more():
    """Linkers make programs executable, compilers lock their caches."""
    lock = (3, 6)  # F_SETLK
    policy = Policy(metadata=True)
    found = {name: judge(name, *lock, policy=policy) for name in MACHINES["x86_64"].numbers}
    plain = {name: judge(name, *lock) for name in MACHINES["x86_64"].numbers}
    allowed = METADATA | FILE_LOCKS
    assert allowed == {name for name in found if found[name] != plain[name]}
    assert {ALLOW} == {found[name] for name in allowed}


def test_another_machines_calls_kill():
    """The 32-bit calls of the same processor have other numbers."""
    assert KILL_PROCESS == verdict(PROGRAMS["x86_64"], 0x4000_0003, 11)
    assert KILL_PROCESS == verdict(PROGRAMS["x86_64"], MACHINES["x86_64"].audit, 0x4000_0000)


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_that_nobody_here_knows_seem_not_to_be_there(machine):
    program = PROGRAMS[machine]
    assert ENOSYS == verdict(program, MACHINES[machine].audit, HIGHEST_KNOWN + 1)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_program_fits_the_kernel(machine):
    """At most 4096 steps of eight bytes, every jump within it, and a return at the end."""
    program = PROGRAMS[machine]
    assert len(program) <= 4096
    assert 8 * len(program) == len(to_bytes(program))
    assert 0x06 == program[-1].code
    assert all(
        place + 1 + max(step.if_so, step.if_not) < len(program)
        for place, step in enumerate(program[:-1])
    )


def test_no_two_calls_have_one_number():
    for machine in MACHINES.values():
        assert len(machine.numbers) == len(set(machine.numbers.values()))
