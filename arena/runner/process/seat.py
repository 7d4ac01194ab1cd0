"""A seat's process: what the table's shell needs of one, and the real thing.

``SeatProcess`` is the seam: tests run the shell with bots that are coroutines under a virtual clock.
"""

import os
import signal
import tempfile
from pathlib import Path
from typing import Final, Protocol

import trio

from arena.referee.facts import Doing, Usage
from arena.runner.files.copies import copy_apart
from arena.runner.files.removal import discard_if_possible
from arena.runner.process import sweep
from arena.runner.process.child import KILL_LIMIT_S, Child
from arena.runner.process.confined import has_own_files, start_confined
from arena.runner.process.meter import Meter
from arena.runner.process.stderr import StderrBuffer
from arena.sandbox.launch import LaunchPlan

READ_BYTES: Final = 8 * 1024
"""One read of stdout: twice the longest line, so that a reply always comes in one."""


class SeatProcess(Protocol):
    """A bot's process as the shell sees it. Nothing but the ``async`` methods ever waits."""

    def write(self, data: bytes | bytearray) -> int:
        """Write what fits into the pipe now: how many bytes. Raises BrokenPipeError."""
        ...

    async def wait_writable(self) -> None:
        """Wait until ``write`` may write something."""
        ...

    def read(self) -> bytes | None:
        """Some of what is there of stdout: b"" at its end, None where nothing is there yet."""
        ...

    def fileno(self) -> int | None:
        """The file descriptor that ``read`` reads; None where there is none."""
        ...

    async def wait_readable(self) -> None:
        """Wait until ``read`` has something."""
        ...

    async def wait_exit(self) -> int:
        """Wait for the end of the process: its exit code, or minus the signal that killed it."""
        ...

    async def drain_stderr(self) -> None:
        """Take in stderr until its end, or until cancelled."""
        ...

    def mark(self) -> None:
        """Count usage from now on: a line has been written."""
        ...

    def usage(self) -> Usage:
        """What was used since ``mark``."""
        ...

    def doing(self) -> Doing:
        """What it and all that it started is doing now."""
        ...

    def rest(self, *, freeze: bool) -> None:
        """Its turn was over at the last ``usage``. freeze: let it do nothing until ``wake``."""
        ...

    def wake(self) -> None:
        """Let it run. May be repeated."""
        ...

    def off_turn_us(self) -> int:
        """CPU time used from the last ``rest`` till ``mark``."""
        ...

    def close_stdin(self) -> None:
        """Let it read the end of its input. May be repeated."""
        ...

    def terminate(self) -> None:
        """Ask it and all of its group to end."""
        ...

    def kill(self) -> None:
        """Kill it and all of its group."""
        ...

    async def bury(self) -> None:
        """After ``kill``: wait until it is gone, kill whatever else it left, and free all it held."""
        ...

    @property
    def stderr(self) -> StderrBuffer:
        """What it has written to stderr."""
        ...


class BotProcess:
    """A bot's process on this host, with a HOME, a TMPDIR and files of its own that vanish with it."""

    __slots__ = (
        "_child",
        "_family",
        "_files",
        "_frozen",
        "_marked_cpu_ns",
        "_marked_delay_ns",
        "_meter",
        "_off_turn_ns",
        "_rested_cpu_ns",
        "_resting",
        "_scratch",
        "stderr",
    )

    def __init__(self, child: Child, scratch: Path, files: Path | None) -> None:
        self._child = child
        self._scratch = scratch
        self._files = files
        self._family = sweep.Family(child.pid, f"HOME={scratch}".encode(), child.own_user())
        self._meter = Meter(child.main, self._family, child.init)
        self._rested_cpu_ns = 0
        self._frozen = False
        self._resting = False
        self._off_turn_ns: int | None = None
        self._marked_cpu_ns = 0
        self._marked_delay_ns = 0
        self.stderr = StderrBuffer()

    @classmethod
    def start(cls, plan: LaunchPlan) -> "BotProcess":
        """Start a bot.

        Raises BotStartError where that fails by its own fault, OSError or subprocess.SubprocessError
        where by the host's.
        """
        scratch = Path(tempfile.mkdtemp(prefix="sueca-bot-"))
        files = Path(f"{scratch}-files") if has_own_files(plan.level) else None
        try:
            if files is not None:
                files.mkdir(mode=0o700)
                copy_apart(Path(plan.cwd), files)
            child = start_confined(plan, scratch, files)
        except BaseException:
            for place in (scratch, *([] if files is None else [files])):
                discard_if_possible(place)
            raise
        return cls(child, scratch, files)

    @property
    def pid(self) -> int:
        """The process id of the bot itself."""
        return self._child.main

    def write(self, data: bytes | bytearray) -> int:
        """See SeatProcess."""
        try:
            return os.write(self._child.stdin, data)
        except BlockingIOError:
            return 0

    async def wait_writable(self) -> None:
        """See SeatProcess."""
        await trio.lowlevel.wait_writable(self._child.stdin)

    def read(self) -> bytes | None:
        """See SeatProcess."""
        try:
            return os.read(self._child.stdout, READ_BYTES)
        except BlockingIOError:
            return None

    def fileno(self) -> int | None:
        """See SeatProcess."""
        return self._child.stdout

    async def wait_readable(self) -> None:
        """See SeatProcess."""
        await trio.lowlevel.wait_readable(self._child.stdout)

    async def wait_exit(self) -> int:
        """See SeatProcess."""
        return await self._child.wait_exit()

    async def drain_stderr(self) -> None:
        """See SeatProcess."""
        await self.stderr.drain(self._child.stderr)

    def mark(self) -> None:
        """See SeatProcess."""
        meter = self._meter
        meter.read()
        self._marked_cpu_ns, self._marked_delay_ns = meter.cpu_ns, meter.delay_ns

    def usage(self) -> Usage:
        """See SeatProcess."""
        meter = self._meter
        meter.read()
        return Usage(
            (meter.cpu_ns - self._marked_cpu_ns) // 1000,
            (meter.delay_ns - self._marked_delay_ns) // 1000,
        )

    def doing(self) -> Doing:
        """See SeatProcess."""
        return self._meter.doing(unread=self._child.unread())

    def rest(self, *, freeze: bool) -> None:
        """See SeatProcess."""
        if not self._resting:
            self._resting = True
            self._rested_cpu_ns = self._meter.cpu_ns
        self._frozen = freeze
        self._off_turn_ns = None
        if freeze:
            self._meter.freeze()

    def wake(self) -> None:
        """See SeatProcess."""
        self._resting = False
        if self._frozen:
            # What it does from here on it does for the request that is being written.
            self._frozen = False
            self._meter.read()
            self._off_turn_ns = self._meter.cpu_ns - self._rested_cpu_ns
            self._meter.thaw()

    def off_turn_us(self) -> int:
        """See SeatProcess."""
        used_ns = self._off_turn_ns
        return (self._marked_cpu_ns - self._rested_cpu_ns if used_ns is None else used_ns) // 1000

    def close_stdin(self) -> None:
        """See SeatProcess."""
        self._child.close_stdin()

    def terminate(self) -> None:
        """See SeatProcess."""
        self._child.signal_group(signal.SIGTERM)

    def kill(self) -> None:
        """See SeatProcess."""
        try:
            if self._child.status() is None:
                self._family.adopt_children(self._child.pid, sweep.relatives_now())
        finally:
            self._child.signal_group(signal.SIGKILL)

    def left_behind(self, spare: frozenset[int]) -> set[int]:
        """What lives on of the processes that it started, once it has ended itself.

        Orphans of unknown descent count too, but for those in ``spare``.
        """
        relatives = sweep.relatives_now()
        family = {it.pid for it in relatives if self._family.claims(it)}
        orphans = {it.pid for it in sweep.strangers(relatives)} - spare
        return {
            pid for pid in (family | orphans) - {self.pid, self._child.pid} if sweep.is_running(pid)
        }

    async def bury(self) -> None:
        """See SeatProcess."""
        with trio.move_on_after(KILL_LIMIT_S):
            await self.wait_exit()
        await sweep.sweep_family(self._family)
        self.stderr.read_now(self._child.stderr)
        self._meter.close()
        self._child.reap()
        await sweep.discard_in_turns(self._scratch)
        if self._files is not None:
            await sweep.discard_in_turns(self._files)
