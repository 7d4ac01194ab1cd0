"""What programs take part in is played in a process of its own.

A referee of processes has one thread, takes the signals that end its work, and becomes the parent of whatever its
bots leave behind. None of that may befall the program, notebook or thread that asks for a match.
So ``play_apart`` starts ``python -m arena.library.apart``, which takes an ``Errand`` from stdin and writes what
came of it to stdout.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from arena import errors
from arena.errors import ArenaError, ConfigError, ConfigErrors, RunError
from arena.referee.levels import LevelChoice
from arena.referee.spec import Terms
from arena.runner.play.quickplay import QuickMatch, Sources, play_quick
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.process.isolation import choose
from arena.sandbox import kernel

_MODULE: Final = "arena.library.apart"
_GRACE_S: Final = 15.0
"""How long a process that was interrupted may take to end its bots."""

_INTERRUPTED: Final = "KeyboardInterrupt"


@dataclass(frozen=True, slots=True)
class MatchErrand:
    """A match to be played between four programs, N E S W, which is to be logged at ``log``."""

    sources: Sources
    terms: Terms
    units: int
    seed: str
    log: Path
    sandbox: LevelChoice = LevelChoice.AUTO

    def run(self) -> None:
        """Play it."""
        level = choose(self.sandbox).level
        quick = QuickMatch(self.sources, self.terms, self.units, self.seed, self.log, level)
        play_quick(quick, watch=lambda _done, _of: None, tell_build=lambda _name: None)


@dataclass(frozen=True, slots=True)
class TournamentErrand:
    """A tournament to be played, or gone on with, as its file says."""

    path: Path
    options: RunOptions

    def run(self) -> None:
        """Play it. Raises KeyboardInterrupt for one that was interrupted."""
        if run_tournament(self.path, self.options, observe=lambda _event: None).interrupted:
            raise KeyboardInterrupt


@dataclass(frozen=True, slots=True)
class Errand:
    """What another process is to do: one of the two."""

    match: MatchErrand | None = None
    tournament: TournamentErrand | None = None


@dataclass(frozen=True, slots=True)
class _Failure:
    """The error that an errand ended with: the name of its class, and its message."""

    kind: str
    message: str

    @classmethod
    def of(cls, error: BaseException) -> "_Failure":
        return cls(type(error).__name__, str(error))

    def to_error(self) -> BaseException:
        """The error again. Located errors keep the place in their message, and several become one."""
        if self.kind == _INTERRUPTED:
            return KeyboardInterrupt()
        kind: object = getattr(errors, self.kind, None)
        if kind is ConfigErrors:
            kind = ConfigError
        if isinstance(kind, type) and issubclass(kind, ArenaError):
            return kind(self.message)
        return RunError(f"{self.kind}: {self.message}")


_ERRAND: Final = TypeAdapter(Errand)
_FAILURE: Final = TypeAdapter(_Failure | None)


def play_apart(errand: Errand, meanwhile: Callable[[int], None] | None = None) -> None:
    """Do an errand in a process of its own, and return when it is done.

    meanwhile: is given the process's id, and returns when the process has ended. Raises what the errand does;
    RunError where the process can't be started, or dies. However this ends, no process is left; it
    dies with this thread too.
    """
    # -P: nothing that lies in the working directory must become a module of ours. In a session of its own: what
    # interrupts it is told by this process.
    argv = (sys.executable, "-P", "-m", _MODULE)
    try:
        process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
    except OSError as error:
        raise RunError(f"no process can be started: {error.strerror}") from None
    with process:
        try:
            assert process.stdin is not None
            process.stdin.write(_ERRAND.dump_json(errand))
            process.stdin.close()
            process.stdin = None
            if meanwhile is not None:
                meanwhile(process.pid)
            told, _ = process.communicate()
        except BaseException:
            _end(process)
            raise
    try:
        failure = _FAILURE.validate_json(told)
    except ValidationError:
        message = f"the process that played ended with status {process.returncode}; try again"
        raise RunError(message) from None
    if failure is not None:
        raise failure.to_error()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt it, so that it ends its bots and leaves a run in order; kill it if it doesn't end."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()


def main() -> None:
    """Do the errand that stands on stdin."""
    kernel.prctl("death signal", kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    failure: _Failure | None = None
    try:
        errand = _ERRAND.validate_json(sys.stdin.buffer.read())
        for part in (errand.match, errand.tournament):
            if part is not None:
                part.run()
    except (ArenaError, KeyboardInterrupt, OSError) as error:
        failure = _Failure.of(error)
    os.write(sys.stdout.fileno(), _FAILURE.dump_json(failure))


if __name__ == "__main__":
    main()
