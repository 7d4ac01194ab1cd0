"""What is told beside the cards: faults with their evidence, restarts, late answers, results of units."""

from dataclasses import dataclass
from typing import Final, Literal

from arena.engine import Partnership, Seat
from arena.referee.events import (
    Ending,
    Fault,
    Faulted,
    HelloAnswered,
    HostOverloaded,
    StaleReply,
    TableClosed,
    UnitEnded,
)
from arena.referee.spec import MatchSpec, Unit
from arena.transcript.escapes import escape_bytes, unescape_bytes
from arena.transcript.reader import LoggedEvent, LoggedHalf
from arena.transcript.records import StderrRecord
from arena.transcript.telling import evidence_of, last_words, match_over, ready, rubber_ended
from arena.web.shown import name_of, shown

Kind = Literal["fault", "host", "info", "score"]

STDERR_LINES: Final = 8
"""Of a process that died the last lines are shown beside its fault."""

STDERR_LINE_CHARS: Final = 240
RECEIVED_CHARS: Final = 240
HINT_CHARS: Final = 600
"""Longest pieces of a fault that are shown; the log has all of it."""


@dataclass(frozen=True, slots=True)
class Note:
    """One remark. seat: whose it is, None for the table's. more: labelled evidence. line: in the log."""

    kind: Kind
    seat: Seat | None
    text: str
    line: int
    more: tuple[tuple[str, str], ...] = ()


def note_of(spec: MatchSpec, half: LoggedHalf, logged: LoggedEvent) -> Note | None:
    """The remark that an event is worth; None for cards, deals and the like, which are drawn."""
    line = logged.line
    note: Note | None = None
    match logged.event:
        case Faulted(fault):
            note = _fault(half, fault, line)
        case HelloAnswered() as hello:
            note = Note("info", hello.seat, _hello(hello), line)
        case StaleReply(seat=seat, id=request):
            note = Note(
                "info", seat, f"the answer to request {request} came too late: dropped", line
            )
        case HostOverloaded(seat=seat):
            note = Note("host", seat, "got more time, for the host was busy", line)
        case UnitEnded() as ended if spec.terms.unit is Unit.RUBBER:
            winner = "" if ended.winner is None else side_name(spec, half.half, ended.winner)
            note = Note("score", None, rubber_ended(ended, winner), line)
        case TableClosed() as closed if closed.ending is not Ending.PLAYED:
            note = Note("fault", None, _closed(spec, half.half, closed), line)
        case _:
            pass
    return note


def side_name(spec: MatchSpec, half: int, side: Partnership) -> str:
    """The entrant that sits as ``side`` in a half, and where: "ana (NS)"."""
    return f"{name_of(spec.entrants[spec.halves[half].seating[side].entrant].name)} ({side})"


def stderr_text(record: StderrRecord) -> str:
    """What a process wrote last, as lines fit to show."""
    text = unescape_bytes(record.tail).decode("utf-8", "replace").replace("\r\n", "\n")
    return shown(text.rstrip("\n"), lines=True)


def stderr_after(half: LoggedHalf, line: int, seat: Seat) -> str | None:
    """What the process that had the fault on ``line`` wrote last: noted once it had ended."""
    lines = [each[:STDERR_LINE_CHARS] for each in last_words(half, line, seat)[-STDERR_LINES:]]
    return shown("\n".join(lines), lines=True) or None


def received_text(fault: Fault) -> str | None:
    """What the bot sent, escaped; None where the hint says all of it."""
    sent = evidence_of(fault).rstrip(b"\r\n")
    return shown(escape_bytes(sent), RECEIVED_CHARS) if sent else None


def _fault(half: LoggedHalf, fault: Fault, line: int) -> Note:
    more: list[tuple[str, str]] = []
    if (received := received_text(fault)) is not None:
        more.append(("it sent", received))
    if fault.fatal and (tail := stderr_after(half, line, fault.seat)) is not None:
        more.append(("stderr", tail))
    text = f"{fault.code}: {shown(fault.hint, HINT_CHARS)}"
    return Note("fault", fault.seat, text, line, tuple(more))


def _hello(hello: HelloAnswered) -> str:
    said = " ".join(shown(word) for word in (hello.name, hello.version) if word)
    by = f" by {shown(hello.author)}" if hello.author else ""
    calls = f"; calls itself “{said}”{by}" if said or by else ""
    return f"{ready(hello)}{calls}"


def _closed(spec: MatchSpec, half: int, closed: TableClosed) -> str:
    loser = "" if closed.lost_by is None else side_name(spec, half, closed.lost_by)
    return match_over(closed, loser, shown(closed.reason or "", HINT_CHARS))
