"""What a bot uses: CPU time and waiting for a core, of its process and all that this started; and its freezing.

Read twice at each move, so the usual case is cheap: one process with one thread takes two system calls.
Whether there are children or threads is looked at every two milliseconds at most, for a move that is quicker
needs no such care; where there are, all of them are asked.
"""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Final

from arena.referee.facts import Doing
from arena.runner.process import sweep

_LINKS_OF_ONE_THREAD: Final = 3
"""Links of ``/proc/PID/task``: two of its own, and one for each thread."""

_FREEZING_ROUNDS: Final = 8
"""Each round finds what was forked in the last. Who forks faster is held by the limit of processes alone."""

_LOOK_NS: Final = 2_000_000
"""Between two looks for children and threads. What they used meanwhile is counted with the next look."""

_READY: Final = b"R"
_GONE: Final = b"Z"

_READ_CALLS: Final = {"x86_64": 0, "aarch64": 63, "riscv64": 63}
"""The number of the system call ``read``, by machine."""

_SCHEDSTAT_BYTES: Final = 80
_CHILDREN_BYTES: Final = 4096


class Meter:
    """The CPU time, and the run-queue delay, of a process and its descendants, in nanoseconds.

    pid is a child of this process that isn't reaped yet, or the main process in a bubblewrap, whose first
    process is ``init``; family tells which orphans are the bot's.
    Descendants that begin and end between two readings aren't seen.

    cpu_ns and delay_ns are as of the last reading, and never fall. delay_ns is how long its threads stood
    ready without a core; 0 where the kernel can't say.
    """

    __slots__ = (
        "_alone",
        "_children",
        "_clock",
        "_cpu_seen",
        "_delay_seen",
        "_family",
        "_frozen",
        "_heirs",
        "_init",
        "_look_at_ns",
        "_no_orphans_in",
        "_pid",
        "_schedstat",
        "_task",
        "cpu_ns",
        "delay_ns",
    )

    def __init__(self, pid: int, family: sweep.Family, init: int | None = None) -> None:
        self._pid = pid
        self._clock = _cpu_clock(pid)
        self._init = init
        self._family = family
        self._schedstat = _open(f"/proc/{pid}/schedstat")
        self._children = _open(f"/proc/{pid}/task/{pid}/children")
        self._task = _open(f"/proc/{pid}/task")
        heir = os.getpid() if init is None else init
        self._heirs = _open(f"/proc/{heir}/task/{heir}/children")
        self._no_orphans_in = b""
        self.cpu_ns = 0
        self.delay_ns = 0
        self._cpu_seen: dict[int, int] = {}
        self._delay_seen: dict[int, int] = {}
        self._frozen: list[int] = []
        self._alone = True
        self._look_at_ns = 0

    def read(self) -> None:
        """Take a reading."""
        now_ns = time.monotonic_ns()
        if now_ns >= self._look_at_ns:
            self._look_at_ns = now_ns + _LOOK_NS
            self._alone = self._is_alone()
        if self._alone and len(self._cpu_seen) <= 1:
            self._read_one()
        else:
            self._read_all()

    def _read_one(self) -> None:
        """The same as ``_read_all`` where the process is alone, and was at the last reading."""
        pid = self._pid
        try:
            cpu_ns = time.clock_gettime_ns(self._clock)
            if (used_ns := cpu_ns - self._cpu_seen.get(pid, 0)) > 0:
                self.cpu_ns += used_ns
                self._cpu_seen[pid] = cpu_ns
            if self._schedstat is not None:
                delay_ns = int(os.pread(self._schedstat, _SCHEDSTAT_BYTES, 0).split()[1])
                if (waited_ns := delay_ns - self._delay_seen.get(pid, 0)) > 0:
                    self.delay_ns += waited_ns
                    self._delay_seen[pid] = delay_ns
        except OSError:
            pass  # who ended in a bubblewrap was reaped there

    def _read_all(self) -> None:
        cpu: dict[int, int] = {}
        delay: dict[int, int] = {}
        for member in list(self._members()):
            with suppress(OSError):
                cpu[member] = time.clock_gettime_ns(_cpu_clock(member))
            for thread in _threads(member):
                with suppress(OSError):
                    path = Path(f"/proc/{member}/task/{thread}/schedstat")
                    delay[thread] = int(path.read_bytes().split()[1])
        self.cpu_ns += _growth(self._cpu_seen, cpu)
        self.delay_ns += _growth(self._delay_seen, delay)
        self._cpu_seen, self._delay_seen = cpu, delay

    def doing(self, *, unread: bool) -> Doing:
        """What the process and its descendants are doing now; unread: whether their input holds more to read.

        Who is ready to run and uses no CPU time while that is looked at has no core. Where a thread runs, the
        others may wait as they like: the bot as a whole gets on.
        """
        members = list(self._members())
        before_ns = _cpu_of(members)
        states = {_state(member, thread) for member in members for thread in _threads(member)}
        if _READY in states:
            return Doing.RUNNING if _cpu_of(members) > before_ns else Doing.QUEUED
        if not states - {_GONE}:
            return Doing.UNKNOWN
        reads: set[bool | None] = set() if unread else {_reads_stdin(member) for member in members}
        if True in reads:
            return Doing.READING
        return Doing.UNKNOWN if None in reads else Doing.SLEEPING

    def freeze(self) -> None:
        """Stop the process and all its descendants with SIGSTOP; they stop within microseconds."""
        for _ in range(_FREEZING_ROUNDS):
            before = len(self._frozen)
            for pid in self._members():
                if pid not in self._frozen:
                    _signal(pid, signal.SIGSTOP)  # at once: who is stopped forks no more
                    self._frozen.append(pid)
            if len(self._frozen) == before:
                return

    def thaw(self) -> None:
        """Let all go on that ``freeze`` stopped. May be repeated."""
        for pid in reversed(self._frozen):
            _signal(pid, signal.SIGCONT)
        self._frozen.clear()

    def close(self) -> None:
        """Free what is held."""
        for descriptor in (self._schedstat, self._children, self._task, self._heirs):
            if descriptor is not None:
                os.close(descriptor)

    def _is_alone(self) -> bool:
        """Whether there is but one process, with but one thread."""
        if self._task is None or self._children is None:
            return True
        if os.fstat(self._task).st_nlink > _LINKS_OF_ONE_THREAD:
            return False
        if _pread(self._children, _CHILDREN_BYTES):
            return False
        # Orphans are children of this process (which has one thread), or of the bubblewrap's first.
        heirs = b"" if self._heirs is None else _pread(self._heirs, _CHILDREN_BYTES)
        if heirs and heirs == self._no_orphans_in:
            return True
        alone = not any(self._orphans())
        self._no_orphans_in = heirs if alone else b""
        return alone

    def _members(self) -> Iterator[int]:
        """The process, its descendants, and what of them was orphaned and so fell to this process."""
        seen: set[int] = set()
        for first in chain((self._pid,), self._orphans()):
            waiting = [first]
            while waiting:
                pid = waiting.pop()
                if pid not in seen:
                    seen.add(pid)
                    yield pid
                    waiting += _children_of(pid)

    def _orphans(self) -> Iterator[int]:
        if self._init is not None:
            yield from (pid for pid in _children_of(self._init) if pid != self._pid)
            return
        for pid in _children_of(os.getpid()):
            if not sweep.is_looked_after(pid):
                relative = sweep.relative(pid)
                if relative is not None and self._family.claims(relative):
                    yield pid


def _cpu_of(members: Iterable[int]) -> int:
    """The CPU time of processes together, in nanoseconds."""
    sum_ns = 0
    for member in members:
        with suppress(OSError):
            sum_ns += time.clock_gettime_ns(_cpu_clock(member))
    return sum_ns


def _state(pid: int, thread: int) -> bytes:
    """The state of a thread, as ``/proc/PID/stat`` has it; that of a zombie where it is gone."""
    try:
        stat = Path(f"/proc/{pid}/task/{thread}/stat").read_bytes()
    except OSError:
        return _GONE
    return stat[stat.rindex(b")") + 2 :][:1]


def _reads_stdin(pid: int) -> bool | None:
    """Whether a process's first thread is in ``read`` of its stdin; None where the kernel won't say."""
    try:
        call, first = Path(f"/proc/{pid}/syscall").read_bytes().split()[:2]
    except (OSError, ValueError):
        return None
    return int(call) == _READ_CALLS.get(os.uname().machine) and int(first, 16) == 0


def _growth(before: dict[int, int], now: dict[int, int]) -> int:
    """By how much the counters of processes or threads, which come and go, have grown together.

    Of a new one all counts; of one that is gone, what was counted stays counted.
    """
    return sum(max(0, value - before.get(number, 0)) for number, value in now.items())


def _cpu_clock(pid: int) -> int:
    """The clock of another process's CPU time, as clock_getcpuclockid(3) makes its number."""
    return (~pid << 3) | 2


def _open(path: str) -> int | None:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _pread(descriptor: int, size: int) -> bytes:
    """What can be read; nothing of a process that is gone."""
    try:
        return os.pread(descriptor, size, 0)
    except ProcessLookupError:
        return b""


def _threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208 - names are all it needs
    except OSError:
        return []


def _children_of(pid: int) -> Iterator[int]:
    """Children of each of a process's threads; none where the kernel keeps no list."""
    for thread in _threads(pid):
        with suppress(OSError):
            yield from map(int, Path(f"/proc/{pid}/task/{thread}/children").read_bytes().split())


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
