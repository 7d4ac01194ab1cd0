"""What a check finds: each finding with its cause, what to do about it, and the evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from protocol.messages import LINE_BYTES, FaultCode


class Severity(StrEnum):
    """How bad a finding is: a fault fails the check, advice doesn't."""

    FAULT = "fault"
    ADVICE = "advice"


class Flaw(StrEnum):
    """What can be wrong with a bot beside what a referee charges. Stable, like the codes of faults."""

    NOT_ACCEPTED = "not_accepted"
    """Its files or its manifest aren't those of a bot, or it can't be built."""
    NO_EXIT = "no_exit"
    """It doesn't end after ``bye``."""
    EXIT_STATUS = "exit_status"
    """It ends with a status that says that something went wrong."""
    LEFT_BEHIND = "left_behind"
    """It leaves processes behind."""
    NEEDS_DEAL = "needs_deal"
    """A ``play`` line alone isn't enough for it."""
    LINE_ENDS = "line_ends"
    """It can't read lines that end in CRLF."""
    SLOW = "slow"
    """It takes most of its time."""
    LOUD = "loud"
    """It writes more to stderr than is kept."""
    LARGE = "large"
    """It takes most of its memory."""


Code = FaultCode | Flaw

FIXES: Final[Mapping[Code, str]] = {
    FaultCode.START_FAILED: "check the command in bot.toml: is the path right, the file executable (chmod +x), "
    "the interpreter installed?",
    FaultCode.START_TIMEOUT: "answer hello first of all and flush stdout after it; load less, or load it later",
    FaultCode.WRONG_VERSION: 'reply "protocol":1, the version that you speak, whatever the hello says',
    FaultCode.MOVE_TIMEOUT: "flush stdout after each reply, end it with a newline, keep reading stdin, and mind clock.move_ms",
    FaultCode.EXITED: "see its exit status and its stderr; only the bye message, or the end of stdin, is a reason to exit",
    FaultCode.CLOSED_STDOUT: "leave stdout open, and give it to no other process",
    FaultCode.BAD_JSON: "print nothing but replies to stdout, each one JSON object on a line of its own in UTF-8",
    FaultCode.BAD_MESSAGE: 'reply {"id":ID,"card":"AH"}: id as the integer that you were sent, card as two characters',
    FaultCode.WRONG_ID: "repeat the id of the request that you answer, and answer requests in their order",
    FaultCode.ILLEGAL_CARD: 'play one of the cards in "legal" of this very request',
    FaultCode.LINE_TOO_LONG: f"end each reply with a newline; with its comment it has at most {LINE_BYTES} bytes",
    FaultCode.TOO_MUCH_OUTPUT: "print nothing but replies to stdout; notes to yourself go to stderr",
    FaultCode.UNSOLICITED_OUTPUT: "reply once, and only to messages that have an id and a type that you know; notes go to stderr",
    Flaw.NOT_ACCEPTED: "mend what is named; tournaments/README.md describes bot.toml",
    Flaw.NO_EXIT: "exit when bye comes or stdin ends; don't ignore SIGTERM, and end your own threads",
    Flaw.EXIT_STATUS: "exit with status 0 when bye comes or stdin ends; its stderr may say why it didn't",
    Flaw.LEFT_BEHIND: "end every process that the bot starts before it exits itself",
    Flaw.NEEDS_DEAL: "read hand, trump and history from the play line itself, not from earlier messages",
    Flaw.LINE_ENDS: "take blanks off the end of each line before reading it",
    Flaw.SLOW: "leave a margin: other machines are slower, and busier",
    Flaw.LOUD: "write less to stderr; of a long run only the beginning and the end are kept in the log",
    Flaw.LARGE: "use less memory, or see what the tournament allows in [limits]",
}
"""What an author should do about each."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, once however often it was met: ``times``.

    cause: what happened, in words. request: the line that it came of; received: what the bot sent, escaped;
    stderr: the last lines that the process wrote there.
    """

    severity: Severity
    code: Code
    cause: str
    request: str | None = None
    received: str = ""
    stderr: tuple[str, ...] = ()
    times: int = 1

    @property
    def fix(self) -> str:
        """What to do about it."""
        return FIXES[self.code]


class StepVerdict(StrEnum):
    """How a step came out."""

    PASSED = "passed"
    ADVISED = "advised"
    FAILED = "failed"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class StepResult:
    """How one step came out: its number from 1, its name and title, what was measured, what was found."""

    number: int
    name: str
    title: str
    verdict: StepVerdict
    note: str = ""
    findings: tuple[Finding, ...] = ()
    took_ms: int = 0


def verdict_of(findings: tuple[Finding, ...]) -> StepVerdict:
    """What a step that ran comes to."""
    if any(finding.severity is Severity.FAULT for finding in findings):
        return StepVerdict.FAILED
    return StepVerdict.ADVISED if findings else StepVerdict.PASSED


@dataclass(frozen=True, slots=True)
class Spread:
    """How long something took, in microseconds: the middle, the slowest hundredth, the longest, of ``count``."""

    count: int
    p50_us: int
    p99_us: int
    max_us: int

    @classmethod
    def of(cls, times_us: list[int]) -> "Spread | None":
        """The spread of some times, by nearest rank; None of none."""
        if not times_us:
            return None
        ordered = sorted(times_us)
        last = len(ordered) - 1
        return cls(len(ordered), *(ordered[-(-last * share // 100)] for share in (50, 99, 100)))


@dataclass(frozen=True, slots=True)
class Check:
    """A whole check of one bot.

    name and sha256 are None where the bot couldn't even be read. conditions: the limits that it was held to.
    """

    source: str
    name: str | None
    sha256: str | None
    conditions: Mapping[str, int | str]
    steps: tuple[StepResult, ...]
    start: Spread | None
    move: Spread | None
    exit: Spread | None

    @property
    def passed(self) -> bool:
        """Whether no step failed and all were run."""
        return not any(
            step.verdict in {StepVerdict.FAILED, StepVerdict.NOT_RUN} for step in self.steps
        )

    def count(self, verdict: StepVerdict) -> int:
        """How many steps came out so."""
        return sum(step.verdict is verdict for step in self.steps)
