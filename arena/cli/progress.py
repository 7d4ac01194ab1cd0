"""What a long command says on stderr while it plays."""

import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self, TextIO

from arena.cli.group import is_dumb
from arena.runner.play.progress import Progress

_TERMINAL_EVERY_S: Final = 0.2
_PLAIN_EVERY_S: Final = 15.0


@dataclass(slots=True)
class ProgressLine:
    """Says how far a run has come: on a terminal in one line that is rewritten, elsewhere now and then.

    A context manager, which takes the line away at its end. A stream that breaks is left alone: a run
    mustn't end because nobody watches it.
    """

    stream: TextIO = field(default_factory=lambda: sys.stderr)
    clock: Callable[[], float] = time.monotonic
    dumb: bool = field(default_factory=lambda: is_dumb(os.environ))
    _next_at: float | None = None
    _width: int = 0
    _broken: bool = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def say(self, text: str) -> None:
        """A line that stays."""
        self.clear()
        self._emit(text + "\n")

    def tell(self, text: str) -> None:
        """Say how far things are, unless something was said a moment ago."""
        now, terminal = self.clock(), self.stream.isatty() and not self.dumb
        if self._next_at is None and not terminal:  # what is over soon needs no line
            self._next_at = now + _PLAIN_EVERY_S
        if self._next_at is not None and now < self._next_at:
            return
        self._next_at = now + (_TERMINAL_EVERY_S if terminal else _PLAIN_EVERY_S)
        if terminal:
            shown = text[
                : shutil.get_terminal_size().columns - 1
            ]  # a wrapped line can't be rewritten
            self._emit("\r" + shown.ljust(self._width))
            self._width = len(shown)
        else:
            self._emit(text + "\n")

    def clear(self) -> None:
        """Take the line away, to make room for what is printed on stdout."""
        if self._width:
            self._emit("\r" + " " * self._width + "\r")
            self._width = 0

    def _emit(self, text: str) -> None:
        if self._broken:
            return
        try:
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            self._broken = True


def describe(progress: Progress) -> str:
    """``progress`` in words: "12 of 30 matches, 41 %, about 2 min left"."""
    share = 100 * progress.legs_done // progress.legs
    text = f"{progress.matches_done} of {progress.matches} matches, {share} %"
    left = progress.left_s
    return text if left is None else f"{text}, about {show_duration(left)} left"


def show_duration(seconds: float) -> str:
    """A rough duration in the unit that fits: "45 s", "12 min", "3 h 20 min", "5 days"."""
    whole = round(seconds)
    if whole < 100:  # noqa: PLR2004 - up to here seconds read well
        return f"{whole} s"
    minutes = round(whole / 60)
    if minutes < 100:  # noqa: PLR2004 - the same for minutes
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours < 48 else f"{round(hours / 24)} days"  # noqa: PLR2004 - hours
