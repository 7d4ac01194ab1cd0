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
            note = Note("score", None, _rubber(spec, half.half, ended), line)
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
    for number, record in half.stderr:
        if number > line and record.seat == str(seat):
            lines = [each.rstrip()[:STDERR_LINE_CHARS] for each in stderr_text(record).split("\n")]
            return "\n".join([each for each in lines if each][-STDERR_LINES:]) or None
    return None


def received_text(fault: Fault) -> str | None:
    """What came of a bot, escaped; None where nothing did, or where the hint quotes it whole."""
    text = escape_bytes(fault.received.rstrip(b"\r\n"))
    if not text or text in fault.hint:
        return None
    return shown(text, RECEIVED_CHARS)


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
    return f"ready after {round(hello.wall_us / 1000)} ms{calls}"


def _rubber(spec: MatchSpec, half: int, ended: UnitEnded) -> str:
    deals = f"{ended.deals} deal{'' if ended.deals == 1 else 's'}"
    score = f"{ended.games[0]}-{ended.games[1]} in {deals}"
    if ended.ending is Ending.BOTH_FORFEIT:
        return f"Rubber {ended.unit} is forfeited by both sides."
    if ended.winner is None:
        return f"Rubber {ended.unit} ends {score}, without a winner."
    return f"Rubber {ended.unit}: {side_name(spec, half, ended.winner)} win it, {score}."


def _closed(spec: MatchSpec, half: int, closed: TableClosed) -> str:
    if closed.lost_by is None:
        return f"The match is void: {shown(closed.reason or 'no reason is given', HINT_CHARS)}."
    return f"{side_name(spec, half, closed.lost_by)} had too many faults: the match is lost."
