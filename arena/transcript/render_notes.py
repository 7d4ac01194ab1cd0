"""What stands between the tricks: what bots said, and what went wrong with them."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.engine import Partnership, Seat
from arena.referee.events import (
    CardPlayed,
    Ending,
    Fault,
    Faulted,
    HelloAnswered,
    HostOverloaded,
    PlayedBy,
    StaleReply,
    TableClosed,
    UnitEnded,
)
from arena.referee.spec import Unit
from arena.transcript.escapes import unescape_bytes
from arena.transcript.reader import LoggedEvent, LoggedHalf
from arena.transcript.render_table import TableView
from arena.transcript.style import wrap
from protocol.codec import escape

_STDERR_LINES = 8
_RECEIVED_BYTES = 50
_LEADING_BLANKS = 16


@dataclass(frozen=True, slots=True)
class Notes:
    """Words about one half, as far as the view's eyes may read them."""

    half: LoggedHalf
    view: TableView
    unit: Unit

    def words(self, play: CardPlayed, indent: int) -> Iterator[str]:
        """What is to be said of a card: a comment, who really played it, an excuse."""
        style = self.view.style
        if not self.view.sees(play.seat):
            return
        if play.by is PlayedBy.REFEREE:
            yield from self._note(f"{play.seat}: the referee played {play.card} for it", indent)
        if play.overloaded:
            yield from self._note(f"{play.seat}: late, but the host was busy", indent)
        if play.comment:
            yield from self._note(f'{play.seat}: "{style.quote(play.comment)}"', indent)

    def incident(self, logged: LoggedEvent, indent: int) -> Iterator[str]:
        """What is to be said of anything but a card or a deal."""
        match logged.event:
            case Faulted(fault):
                yield from self._fault(fault, logged.line, indent)
            case HelloAnswered() as hello:
                yield from self.started(hello, indent)
            case StaleReply(seat=seat, id=message_id) if self.view.sees(seat):
                text = f"{seat}: the answer to request {message_id} came too late, and was dropped"
                yield from self._note(text, indent)
            case HostOverloaded(seat=seat) if self.view.sees(seat):
                yield from self._note(f"{seat}: got more time, for the host was busy", indent)
            case UnitEnded() as event if self.unit is Unit.RUBBER:
                yield self.view.style.strong(self._rubber(event))
            case TableClosed() as event if event.ending is not Ending.PLAYED:
                yield from self._closed(event)
            case _:
                pass

    def started(self, hello: HelloAnswered, indent: int) -> Iterator[str]:
        """A bot shook hands."""
        if not self.view.sees(hello.seat):
            return
        name, version, author = (
            self.view.style.quote(word or "").strip()
            for word in (hello.name, hello.version, hello.author)
        )
        said = " ".join(filter(None, (name, version, f"by {author}" if author else "")))
        calls = f', calls itself "{said}"' if said else ""
        ready = f"ready after {round(hello.wall_us / 1000)} ms"
        yield from self._note(f"{self.view.who(hello.seat)}: {ready}{calls}", indent)

    def _fault(self, fault: Fault, line: int, indent: int) -> Iterator[str]:
        style, seat = self.view.style, fault.seat
        if not self.view.sees(seat):
            return
        margin = " " * indent
        where = style.faint(f" (log line {line})")
        yield f"{margin}{style.alarm(f'! {self.view.who(seat)}: {fault.code}')}{where}"
        yield from self._note(style.quote(fault.hint), indent + 2)
        received = escape(fault.received, _RECEIVED_BYTES)
        if fault.received.strip() and received not in fault.hint:
            yield from self._note(f"it sent: {style.quote(received)}", indent + 2)
        for text in self._stderr_after(line, seat) if fault.fatal else ():
            quoted = style.quote(text)
            lead = " " * min(_LEADING_BLANKS, len(quoted) - len(quoted.lstrip()))
            yield from map(
                style.faint, wrap(quoted, f"{margin}  stderr: {lead}", f"{margin}{' ' * 12}")
            )

    def _stderr_after(self, line: int, seat: Seat) -> list[str]:
        """The last that the process which had a fault wrote to stderr: noted once it had ended."""
        for number, record in self.half.stderr:
            if number > line and record.seat == str(seat):
                text = unescape_bytes(record.tail).decode("utf-8", "replace")
                lines = [each.rstrip().expandtabs(4) for each in text.splitlines()]
                return [each for each in lines if each][-_STDERR_LINES:]
        return []

    def _closed(self, event: TableClosed) -> Iterator[str]:
        if event.ending is Ending.VOID:
            reason = self.view.style.quote(event.reason or "no reason is given")
            text = f"The match is void: {reason}."
        else:
            text = f"{self._side(event.lost_by)} had too many faults: the match is lost."
        for line in wrap(text, "", "  "):
            yield self.view.style.alarm(line)

    def _note(self, text: str, indent: int) -> Iterator[str]:
        margin = " " * indent
        for line in wrap(text, margin, f"{margin}  "):
            yield self.view.style.faint(line)

    def _rubber(self, event: UnitEnded) -> str:
        score = f"{event.games[0]}-{event.games[1]}"
        deals = f"in {event.deals} deal{'' if event.deals == 1 else 's'}"
        if event.ending is Ending.BOTH_FORFEIT:
            return f"Rubber {event.unit} is forfeited by both sides."
        if event.winner is None:
            return f"Rubber {event.unit} ends {score} {deals}, without a winner."
        return f"Rubber {event.unit}: {self._side(event.winner)} win it, {score} {deals}."

    def _side(self, partnership: Partnership | None) -> str:
        return "nobody" if partnership is None else self.view.side(partnership)
