"""What the exit status of each command says, and which error leads to which."""

from enum import IntEnum
from typing import Final

from arena.errors import (
    ArenaError,
    BotStartError,
    ConfigError,
    ConfigErrors,
    IllegalPlayError,
    NotationError,
    RefereeBug,
    RubberOverError,
    RunError,
    SandboxUnavailableError,
    SubmissionError,
    TranscriptError,
)


class ExitStatus(IntEnum):
    """The exit statuses; stable, and documented in ``docs/cli.md``."""

    OK = 0
    FAILED = 1
    USAGE = 2
    REFUSED = 3
    HOST = 4
    BUG = 70
    INTERRUPTED = 130
    BROKEN_PIPE = 141


MEANINGS: Final = {
    ExitStatus.OK: "All went well.",
    ExitStatus.FAILED: "A check failed: a log, a ledger or standings are damaged or contradict themselves.",
    ExitStatus.USAGE: "The command line or a configuration file is wrong; nothing was done.",
    ExitStatus.REFUSED: "A bot can't be prepared or isn't accepted; nothing was changed.",
    ExitStatus.HOST: "This machine or the run directory can't do it: in use, foreign, disk full, a match void.",
    ExitStatus.BUG: "The arena itself is wrong; please report what it printed.",
    ExitStatus.INTERRUPTED: "Interrupted by Ctrl-C, SIGTERM or a closed terminal; a tournament goes on with the same command.",
    ExitStatus.BROKEN_PIPE: "Whoever read the output went away.",
}
"""One sentence for each status, for the documentation."""

_BY_ERROR: Final[tuple[tuple[type[ArenaError], ExitStatus], ...]] = (
    (RefereeBug, ExitStatus.BUG),
    (ConfigError, ExitStatus.USAGE),
    (ConfigErrors, ExitStatus.USAGE),
    (NotationError, ExitStatus.USAGE),
    (BotStartError, ExitStatus.REFUSED),
    (SubmissionError, ExitStatus.REFUSED),
    (TranscriptError, ExitStatus.FAILED),
    (RunError, ExitStatus.HOST),
    (SandboxUnavailableError, ExitStatus.HOST),
    (IllegalPlayError, ExitStatus.BUG),
    (RubberOverError, ExitStatus.BUG),
)


def status_of(error: ArenaError) -> ExitStatus:
    """The exit status that ``error`` leads to when a command ends with it."""
    return next((status for kind, status in _BY_ERROR if isinstance(error, kind)), ExitStatus.BUG)
