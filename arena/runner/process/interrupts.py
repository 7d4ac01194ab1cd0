"""The signals that end the arena's work: SIGINT, and what does the same as SIGINT.

A terminal that is closed sends SIGHUP, a service manager SIGTERM; either must leave as little behind as
Ctrl-C does.
"""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


def ending_signals() -> frozenset[signal.Signals]:
    """The signals that end the work: SIGHUP is none of them where ``nohup`` has it ignored."""
    always = frozenset({signal.SIGINT, signal.SIGTERM})
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return always
    return always | {signal.SIGHUP}


@contextmanager
def interruptible() -> Generator[None]:
    """Within it SIGTERM and SIGHUP raise KeyboardInterrupt, as SIGINT does, so that all is cleaned up."""
    # Raising SIGINT in their stead lets trio put it off, as it does, to where no work of its own breaks.
    before = {number: signal.signal(number, _interrupt) for number in ending_signals()}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)
