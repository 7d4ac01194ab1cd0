"""A keeper: stands between an organiser and a worker, and leaves nothing of that worker behind.

``python -m arena.runner.workers.keeper SCRATCH`` starts a worker (``arena.runner.workers.worker``) as its child, on its own
pipes, and ends as that one ends. It is small, imports little and speaks with nobody.

Organiser and worker may be killed with -9 at the same instant. The kernel then kills the worker's bots, but
what those had started in sessions of their own would be left for ``init``. Here it falls to the keeper,
which outlives both: the kernel tells it of each death by a signal. A worker that has been *stopped* is
killed too, for it would neither play nor end, and nobody else would see.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from arena.runner.files.removal import discard_if_possible
from arena.runner.files.scratch import held
from arena.runner.process import kin

_PR_SET_PDEATHSIG: Final = 1

HEEDED: Final = frozenset({signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
"""All but the first are passed on to the worker as SIGTERM: the organiser is gone, or wants it to end."""

PATIENCE_S: Final = 3.0
"""How long a worker may take to end when told so: less than an organiser waits for both."""

SWEEP_LIMIT_S: Final = 60.0
"""How long to go on killing; nobody waits for this when the organiser is gone."""


STOPPED: Final = b"it had been stopped by a signal, most likely a bot's\n"
"""What is told of a worker that was stopped: as its last words."""


def main() -> NoReturn:
    """Start the worker and keep it."""
    scratch = sys.argv[1]
    # -P: a bot called random.py in the organiser's folder must not become a module of ours.
    command = (sys.executable, "-P", "-m", "arena.runner.workers.worker", scratch)
    kin.become_subreaper()
    signal.pthread_sigmask(signal.SIG_BLOCK, HEEDED)
    with held(Path(scratch)):
        pid = _start(command)
        for stream in (0, 1):  # the worker's alone: their ends must be seen
            os.close(stream)
        status = _wait(pid)
        kin.kill_all_below(SWEEP_LIMIT_S)
        discard_if_possible(Path(scratch))
    _end_as(status)


def _start(command: tuple[str, ...]) -> int:
    keeper = os.getpid()
    prctl = ctypes.CDLL(None).prctl
    pid = os.fork()
    if pid:
        return pid
    os.setsid()  # pragma: no cover - what runs before an exec leaves no trace
    prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)  # pragma: no cover - as above
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HEEDED)  # pragma: no cover - as above
    if os.getppid() == keeper:  # pragma: no cover - as above
        os.execv(command[0], command)  # noqa: S606 - argv, never a shell
    os._exit(0)  # pragma: no cover - as above


def _wait(worker: int) -> int:
    """Wait for the worker's end, and see to it when it is due: the status of ``os.waitpid``."""
    told = False
    while True:
        if (status := _ended(worker)) is not None:
            return status
        if told:
            if signal.sigtimedwait(HEEDED, PATIENCE_S) is None:
                os.kill(worker, signal.SIGKILL)
        elif signal.sigwait(HEEDED) != signal.SIGCHLD:
            os.kill(worker, signal.SIGTERM)
            told = True


def _ended(worker: int) -> int | None:
    pid, status = os.waitpid(worker, os.WNOHANG | os.WUNTRACED)
    if pid == 0:
        return None
    if os.WIFSTOPPED(status):
        with suppress(OSError):  # nobody is left to be told
            os.write(sys.stderr.fileno(), STOPPED)
        os.kill(worker, signal.SIGKILL)
        return None
    return status


def _end_as(status: int) -> NoReturn:
    """End this process as the worker ended, for the organiser to see."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:  # of which there is nothing to set
            signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    main()
