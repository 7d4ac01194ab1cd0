"""Faults as data: which ones end a process, and the words that help a bot's author."""

from typing import Final

from arena.referee.facts import Doing, Usage
from arena.referee.seat import HostTooSlow
from protocol.codec import escape
from protocol.messages import LINE_BYTES, OUTPUT_BYTES, PROTOCOL_MAJOR, FaultCode

FATAL: Final = frozenset(
    {
        FaultCode.START_FAILED,
        FaultCode.START_TIMEOUT,
        FaultCode.WRONG_VERSION,
        FaultCode.EXITED,
        FaultCode.CLOSED_STDOUT,
        FaultCode.LINE_TOO_LONG,
        FaultCode.TOO_MUCH_OUTPUT,
    }
)
"""Codes after which a process can't be talked to any more. The others leave it usable: under the
substitute policy it lives on. Under the forfeit policy, and before its ``hello`` reply, every fault
ends the process."""

SHOWN_BYTES: Final = 60
"""How much of a bot's output a hint quotes; the fault itself holds all of it."""

_US_IN_MS: Final = 1_000

_SIGNALS: Final = {
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
}  # fmt: skip
"""Linux's numbers, spelled out here so that a log reads the same wherever it is verified."""


_LIMITS: Final = {
    9: "; if nobody did that, it was out of CPU time (limits.cpu_s), or the host out of memory",
    24: "; it had used up its CPU time (limits.cpu_s)",
    25: "; it wrote a larger file than a bot may (limits.file_mib)",
    31: "; it made a system call that no bot may make",
}  # fmt: skip
"""What a signal tells of the limits that ended a process. Too much memory (limits.memory_mib) is refused to
it instead: what it does then, and says on stderr, is its own."""


def describe_exit(status: int) -> str:
    """An exit status in words; a negative one is minus the signal that killed the process."""
    if status >= 0:
        return f"exited with status {status}"
    return f"was killed by signal {-status} ({_SIGNALS.get(-status, 'unnamed')})"


def hint_exited(status: int, partial: bytes) -> str:
    """The process ended by itself, or by a limit."""
    limit = _LIMITS.get(-status, "")
    return f"the process {describe_exit(status)} before the referee said bye{limit}{_left(partial)}"


def hint_closed(partial: bytes) -> str:
    """Stdout came to its end, but the process lives."""
    return f"the process lives but closed its stdout{_left(partial)}"


def hint_late(allowed_ms: int, usage: Usage, partial: bytes, doing: Doing = Doing.UNKNOWN) -> str:
    """No whole line came in time."""
    if partial:
        why = f"an unfinished line came ({_quote(partial)}): does it end with a newline?"
    else:
        used = f"it had used {usage.cpu_us // _US_IN_MS} ms of CPU"
        why = f"nothing came; {used}{_DOING[doing]}"
    return f"no reply within {allowed_ms} ms; {why}"


_DOING: Final = {
    Doing.UNKNOWN: "",
    Doing.RUNNING: ", and was running",
    Doing.QUEUED: ", and was ready to run",
    Doing.READING: ", and was waiting for its stdin: did it answer, and flush stdout?",
    Doing.SLEEPING: ", and was sleeping: for a moment, a lock or a child, or for input that it polls",
}
"""What a process did when its time was up, in words that help its author."""


def too_slow(late: HostTooSlow) -> str:
    """Why a match is void whose host kept a core from a bot for longer than anyone waits."""
    usage = late.usage
    return (
        f"the host was too slow for seat {late.seat}: {late.wall_us // _US_IN_MS} ms after its request its process "
        f"had had {usage.cpu_us // _US_IN_MS} ms of CPU, and had waited {usage.delay_us // _US_IN_MS} ms for a core; "
        f"it was {late.doing}"
    )


def hint_unread() -> str:
    """The request couldn't be written."""
    return "the process does not read its stdin: the request could not be written"


def hint_version(theirs: int) -> str:
    """Another major version."""
    return f"the bot speaks protocol {theirs}, this arena protocol {PROTOCOL_MAJOR}"


def hint_wrong_id(theirs: int, expected: int) -> str:
    """An answer to something that isn't asked."""
    return f"the reply has id {theirs}, but request {expected} is open"


def hint_too_long() -> str:
    """A line past its limit."""
    return f"a line may have {LINE_BYTES} bytes with its newline; this one has more"


def hint_too_much() -> str:
    """Output past its limit."""
    return f"more than {OUTPUT_BYTES} bytes of output came for one request"


def hint_unsolicited(received: bytes) -> str:
    """Output that nobody asked for."""
    return f"output came while nothing was asked: {_quote(received)}; stderr is the place for notes"


_ABOUT: Final = "; the line was "

READ_BY_OTHERS: Final = frozenset({FaultCode.BAD_JSON, FaultCode.BAD_MESSAGE})
"""Codes whose hint says in a library's words what is wrong with a line, which another version may put
otherwise."""


def hint_with(reason: str, received: bytes) -> str:
    """A reason, followed by what it is about."""
    return f"{reason}{_ABOUT}{_quote(received)}"


def own_words(code: FaultCode, hint: str) -> str:
    """What of a hint is the arena's own, and so the same wherever a log is played again."""
    if code not in READ_BY_OTHERS or _ABOUT not in hint:
        return hint
    return hint[hint.index(_ABOUT) :]


def _quote(data: bytes) -> str:
    return f"'{escape(data, SHOWN_BYTES)}'"


def _left(partial: bytes) -> str:
    return f"; it left an unfinished line: {_quote(partial)}" if partial else ""
