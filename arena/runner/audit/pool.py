"""Checking many logs on all cores: each by itself, a few at a time, whatever their number."""

import os
import selectors
import subprocess
import sys
from collections.abc import Generator, Iterable
from contextlib import ExitStack
from typing import Final, Self

from arena.errors import RunError
from arena.runner.audit.match import FACTS, FOUND, LOG_CHECK, Found, LogCheck, RunFacts, check_log

WORKER_BYTES: Final = 4 * 1024 * 1024
"""A process is worth its start (half a second) for so many bytes of logs: a second's work."""

WORKER: Final = "arena.runner.audit.worker"
"""The module that such a process runs."""

_READ_BYTES: Final = 64 * 1024


def worth_workers(total_bytes: int, cores: int) -> int:
    """How many processes to check so many bytes of logs with; 1 or 0: none beside this one."""
    return min(cores, total_bytes // WORKER_BYTES)


def check_logs(facts: RunFacts, checks: Iterable[LogCheck], workers: int) -> Generator[Found]:
    """Check logs, and give what was found in the order of finishing.

    With fewer than two ``workers`` in this process. However this ends, no process is left. Raises RunError
    where a process can't be started or dies.
    """
    if workers < 2:  # noqa: PLR2004 - one other process would only be slower
        for check in checks:
            yield check_log(facts, check)
        return
    waiting = iter(checks)
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        for check in waiting:
            worker = stack.enter_context(_Checker(facts))
            worker.send(check)
            selector.register(worker.stdout, selectors.EVENT_READ, worker)
            if len(selector.get_map()) == workers:
                break
        while selector.get_map():
            for key, _ in selector.select():
                checker: _Checker = key.data
                found = checker.receive()
                if found is None:
                    continue
                yield found
                following = next(waiting, None)
                if following is None:
                    selector.unregister(checker.stdout)
                else:
                    checker.send(following)


class _Checker:
    """One process that checks logs. A context manager, which ends it in the midst of a log too."""

    def __init__(self, facts: RunFacts) -> None:
        # -P: nothing that lies in the working directory must become a module of ours. In a session of
        # its own: Ctrl-C is this process's business.
        argv = (sys.executable, "-P", "-m", WORKER)
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise RunError(f"no process can be started: {error.strerror}") from None
        self._answer = b""
        self._write(FACTS.dump_json(facts))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    @property
    def stdout(self) -> int:
        """The descriptor that its answers come from."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def send(self, check: LogCheck) -> None:
        """Give it a log to check; it must have none."""
        self._write(LOG_CHECK.dump_json(check))

    def receive(self) -> Found | None:
        """What it found; None while only a part of the answer is there. Call when there is output."""
        data = os.read(self.stdout, _READ_BYTES)
        if not data:
            raise self._died()
        self._answer += data
        if not data.endswith(b"\n"):
            return None
        line, self._answer = self._answer, b""
        return FOUND.validate_json(line)

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        left = memoryview(line + b"\n")
        try:
            while left:
                left = left[self._process.stdin.write(left) or 0 :]
        except BrokenPipeError:
            raise self._died() from None

    def _died(self) -> RunError:
        status = self._process.wait()
        return RunError(f"a process that checked logs ended with status {status}; try again")
