"""Every error that the arena raises on purpose.

::

    ArenaError
    ├── NotationError             a text isn't a card, a deal or a pack
    ├── IllegalPlayError          a card that the rules refuse, or a play out of turn
    ├── ScoreError                a deal that isn't over, or a score that no deal can have
    ├── RubberOverError           a deal scored after the rubber was won
    ├── ConfigError               something an organiser wrote: file, line, column, what to do
    │   └── RulesetError          a rule that doesn't exist, or a value it can't have
    ├── ConfigErrors              all that is wrong with one file, at once
    ├── BotStartError             a bot that can't be prepared or started
    ├── SubmissionError           a bot or manifest that can't be accepted
    ├── TranscriptError           a log or ledger that can't be read: file and line
    │   └── ReplayMismatchError   a log that can be read, but contradicts itself or the rules
    ├── RunError                  a run directory that is busy, foreign or incomplete
    ├── SandboxUnavailableError   an isolation level that this host can't give
    ├── HostTooBusyError          a host too short of cores to look at a bot on
    └── RefereeBug                the arena itself is wrong; please report it

What a bot does wrong is never one of these past the referee: it is data, a ``Fault``.
"""

from collections.abc import Sequence


class ArenaError(Exception):
    """Base of all errors that the arena raises on purpose; the message is fit to show."""


class NotationError(ArenaError):
    """A text that isn't a card, a seat, a deal or a pack; or a value of the wrong type for one.

    ``text`` is what was given, ``expected`` what should have been.
    """

    def __init__(self, text: object, expected: str) -> None:
        self.text = text
        self.expected = expected
        super().__init__(f"{text!r} is not {expected}")


class IllegalPlayError(ArenaError):
    """A card that can't be played now (clauses R7, R8, R18), or a seat that isn't to play.

    ``seat`` and ``card`` are what was tried, ``legal`` what that seat could have played: empty when
    it wasn't that seat's turn. All three are shown as text ("N", "AH").
    """

    def __init__(self, seat: str, card: str, legal: Sequence[str], reason: str) -> None:
        self.seat = seat
        self.card = card
        self.legal = tuple(legal)
        self.reason = reason
        choice = f"; legal: {' '.join(self.legal)}" if self.legal else ""
        super().__init__(f"seat {seat} can't play {card}: {reason}{choice}")


class ScoreError(ArenaError):
    """A deal that can't be scored: not played out, or with points or tricks that no deal can have."""


class RubberOverError(ArenaError):
    """A deal was scored although the rubber had been won already."""


class ConfigError(ArenaError):
    """Something an organiser or author wrote is wrong: located, and saying what to do.

    ``path`` names the file; ``line`` and ``column`` count from 1 and are None where the fault isn't
    at one place. ``key`` is the dotted key, where there is one.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
    ) -> None:
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.key = key
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)


class RulesetError(ConfigError):
    """A rule that doesn't exist, or a value that it can't have."""


class ConfigErrors(ArenaError):  # noqa: N818 - several errors as one
    """All that is wrong with what somebody wrote, at once: ``errors``, in order of place, one a line."""

    def __init__(self, errors: Sequence[ConfigError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))


class BotStartError(ArenaError):
    """A bot that can't be prepared or started: missing interpreter, failed build, no such file."""


class SubmissionError(ArenaError):
    """A bot, or its manifest, that can't be accepted; the message says why."""


class TranscriptError(ArenaError):
    """A log or ledger that can't be read; ``path`` and ``line`` (from 1) say where."""

    def __init__(self, message: str, *, path: str | None = None, line: int | None = None) -> None:
        self.message = message
        self.path = path
        self.line = line
        place = ":".join(str(part) for part in (path, line) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)


class ReplayMismatchError(TranscriptError):
    """A log that can be read but isn't true: a hash, a card, a time, a verdict or a result differs."""


class RunError(ArenaError):
    """A run directory that is in use, belongs to another configuration, or lacks a part."""


class SandboxUnavailableError(ArenaError):
    """An isolation level that this host can't give."""


class HostTooBusyError(ArenaError):
    """A host that kept a core from a bot for longer than anyone waits: nothing can be said of the bot."""


class RefereeBug(ArenaError):  # noqa: N818 - the name says who is at fault
    """The arena broke one of its own promises. Never a bot's fault; please report it."""
