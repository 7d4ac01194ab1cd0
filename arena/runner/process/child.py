"""A child process on trio: started on trio's own thread, watched by pidfd, dying with its parent.

Measured facts that this module stands on:

- ``trio.open_process`` starts a child from a thread that ends after 10 s idle, and a parent-death signal is
  sent when that *thread* ends. So ``subprocess.Popen`` is called right here, on trio's thread.
- Pipes come to their end when the last holder closes them, which may be a grandchild. So the exit is
  seen by ``pidfd``, never by the end of a pipe.
- A child stays a zombie until ``reap``: till then neither its pid nor its group can be somebody else's.
"""

import array
import errno
import fcntl
import os
import resource
import signal
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import trio

from arena.errors import BotStartError
from arena.runner.process import sweep
from arena.sandbox import kernel
from arena.sandbox.confine import Confinement

HOST_ERRNOS: Final = frozenset(
    {
        errno.EAGAIN,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.EROFS,
        errno.ETXTBSY,
    }
)
"""Why a start can fail without any fault of the program started: the host lacks something."""

STORAGE_ERRNOS: Final = frozenset({errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC, errno.EROFS})
"""Where a disk is full or broken. To try again is of no use, and no match is to blame."""

KILL_LIMIT_S: Final = 5.0
"""How long a process may take to be gone after SIGKILL; only a stuck disk or driver takes longer."""

TRACED_PAUSE_S: Final = 0.01
"""Between two looks whether a tracer has let go of a process that has ended."""

_REASON_BYTES: Final = 1024

_SHELL_SIGNALS: Final = 128
"""Added to a signal's number it is the exit code by which bubblewrap tells of it (sh's custom)."""

_INHERITED_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)
"""Signals that someone above (nohup, a shell's ``&``) may have told us to ignore, which an exec keeps."""


@dataclass(frozen=True, slots=True, eq=False)
class Child:
    """A running child with three pipes, leader of its own session and group. Made by ``start``.

    stdin, stdout and stderr are our ends of the pipes, none of which blocks. inner: where the child is a
    bubblewrap, the process in it that matters, and init its first process; else None.
    """

    popen: "subprocess.Popen[bytes]"
    pidfd: int
    stdin: int
    stdout: int
    stderr: int
    inner: int | None = None
    init: int | None = None

    @classmethod
    def start(
        cls,
        argv: Sequence[str],
        cwd: str,
        env: Mapping[str, str],
        death_signal: signal.Signals,
        confinement: Confinement | None = None,
    ) -> "Child":
        """Start a program that is sent ``death_signal`` when this process dies, however it dies.

        Raises BotStartError where the program itself is to blame (not there, not executable), OSError or
        subprocess.SubprocessError where the host is.
        """
        popen = _fork(argv, cwd, env, _Setup(death_signal, confinement))
        sweep.look_after(popen.pid)
        try:
            pidfd = os.pidfd_open(popen.pid)
        except OSError:
            popen.kill()
            with popen:
                sweep.let_go(popen.pid)
            raise
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        ends = popen.stdin.fileno(), popen.stdout.fileno(), popen.stderr.fileno()
        for end in ends:
            os.set_blocking(end, False)
        return cls(popen, pidfd, *ends)

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group and session."""
        return self.popen.pid

    @property
    def main(self) -> int:
        """The id of the process that matters: the child itself, or the one in the bubblewrap."""
        return self.pid if self.inner is None else self.inner

    def own_user(self) -> int | None:
        """The user that the process runs as, where that is another than ours: nobody else's."""
        try:
            user = os.stat(f"/proc/{self.main}").st_uid  # noqa: PTH116 - read at each start
        except OSError:
            return None
        return None if user in {0, os.geteuid()} else user

    async def wait_exit(self) -> int:
        """Wait until the process has ended: its exit code, or minus the signal. It isn't reaped yet."""
        await trio.lowlevel.wait_readable(self.pidfd)
        while (status := self.status()) is None:  # noqa: ASYNC110 - nothing tells of it
            # It has ended, and another bot that traces it keeps its status until that one ends too.
            await trio.sleep(TRACED_PAUSE_S)
        return status

    def status(self) -> int | None:
        """How the process ended, as ``wait_exit`` has it; None while it lives.

        A bubblewrap tells how the process in it ended, but not whether 137 was SIGKILL or an exit code.
        """
        ended = os.waitid(os.P_PIDFD, self.pidfd, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        if ended.si_code != os.CLD_EXITED:
            return -ended.si_status
        number = ended.si_status - _SHELL_SIGNALS
        if self.inner is not None and 0 < number < signal.SIGRTMIN:
            return -number
        return ended.si_status

    def is_stopped(self) -> bool:
        """Whether the process was stopped by a signal, and not continued since."""
        how = os.WSTOPPED | os.WCONTINUED | os.WNOHANG | os.WNOWAIT
        try:
            changed = os.waitid(os.P_PIDFD, self.pidfd, how)
        except ChildProcessError:  # it has ended
            return False
        return changed is not None and changed.si_code == os.CLD_STOPPED

    def unread(self) -> bool:
        """Whether something that was written to the process lies in its pipe unread."""
        size = array.array("i", [0])
        try:
            fcntl.ioctl(self.stdin, termios.FIONREAD, size)
        except OSError:
            return False
        return size[0] > 0

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the process and all of its group. Only before ``reap``."""
        with suppress(ProcessLookupError, PermissionError):
            if self.inner is not None and self.status() is None:
                os.killpg(os.getpgid(self.inner), number)
        if self.inner is None or number == signal.SIGKILL:  # with bubblewrap itself all in it dies
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def keep_on(self, core: int) -> None:
        """Have the process, and all that it will start, run on one core alone."""
        with suppress(ProcessLookupError):
            os.sched_setaffinity(self.pid, {core})

    def close_stdin(self) -> None:
        """Let the process read the end of its input. May be repeated."""
        assert self.popen.stdin is not None
        if not self.popen.stdin.closed:
            trio.lowlevel.notify_closing(self.stdin)
            self.popen.stdin.close()

    def reap(self) -> None:
        """Take the status of the process, which has ended, and close all that we hold of it."""
        self.popen.poll()
        sweep.let_go(self.pid)
        self.close_stdin()
        os.close(self.pidfd)
        for pipe in (self.popen.stdout, self.popen.stderr):
            assert pipe is not None
            pipe.close()


def _fork(
    argv: Sequence[str], cwd: str, env: Mapping[str, str], setup: "_Setup"
) -> "subprocess.Popen[bytes]":
    reason, tell = os.pipe()
    try:
        return subprocess.Popen(
            argv,
            cwd=cwd,
            env=env,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            # The setup sees to it: what Popen would do needs /proc, which a confined child has not.
            close_fds=False,
            # Runs between fork and exec. Safe: processes that start children have one thread.
            preexec_fn=setup.in_child(tell),  # noqa: PLW1509
        )
    except subprocess.SubprocessError as error:
        os.close(tell)
        tell = -1
        said = os.read(reason, _REASON_BYTES).decode("utf-8", "replace")
        raise OSError(said or str(error)) from None
    except OSError as error:
        if error.errno in HOST_ERRNOS or error.filename == cwd:
            raise
        raise BotStartError(f"can't run {argv[0]!r}: {error.strerror}") from error
    finally:
        os.close(reason)
        if tell >= 0:
            os.close(tell)


@dataclass(frozen=True, slots=True)
class _Setup:
    """What the child does between fork and exec."""

    death_signal: signal.Signals
    confinement: Confinement | None

    def in_child(self, tell: int) -> Callable[[], None]:
        """The function to run there. Why it fails is written to the descriptor ``tell``."""
        parent = os.getpid()

        def set_up() -> None:  # pragma: no cover - what runs before an exec leaves no trace
            try:
                self._prepare(parent)
            except Exception as error:
                os.write(tell, str(error).encode())
                raise

        return set_up

    def _prepare(self, parent: int) -> None:  # pragma: no cover - the same
        for number in _INHERITED_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        kernel.close_all_on_exec()
        if self.confinement is not None:
            self.confinement.enter()
        kernel.prctl("death signal", kernel.PR_SET_PDEATHSIG, int(self.death_signal))
        if os.getppid() != parent:  # it died before prctl could ask to be told
            os._exit(0)
        if self.confinement is not None:
            self.confinement.seal()
        else:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
