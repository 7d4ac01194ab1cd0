"""What stands between the tricks: what bots said, and what went wrong with them."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.engine import Partnership
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
from arena.transcript.reader import LoggedEvent, LoggedHalf
from arena.transcript.render_table import TableView
from arena.transcript.style import wrap
from arena.transcript.telling import evidence_of, last_words, match_over, ready, rubber_ended
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
                yield self.view.style.strong(rubber_ended(event, self._side(event.winner)))
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
        yield from self._note(f"{self.view.who(hello.seat)}: {ready(hello)}{calls}", indent)

    def _fault(self, fault: Fault, line: int, indent: int) -> Iterator[str]:
        style, seat = self.view.style, fault.seat
        if not self.view.sees(seat):
            return
        margin = " " * indent
        where = style.faint(f" (log line {line})")
        yield f"{margin}{style.alarm(f'! {self.view.who(seat)}: {fault.code}')}{where}"
        yield from self._note(style.quote(fault.hint), indent + 2)
        if sent := evidence_of(fault):
            received = escape(sent, _RECEIVED_BYTES)
            yield from self._note(f"it sent: {style.quote(received)}", indent + 2)
        words = last_words(self.half, line, seat)[-_STDERR_LINES:] if fault.fatal else ()
        for text in words:
            quoted = style.quote(text.expandtabs(4))
            lead = " " * min(_LEADING_BLANKS, len(quoted) - len(quoted.lstrip()))
            yield from map(
                style.faint, wrap(quoted, f"{margin}  stderr: {lead}", f"{margin}{' ' * 12}")
            )

    def _closed(self, event: TableClosed) -> Iterator[str]:
        reason = self.view.style.quote(event.reason or "")
        for line in wrap(match_over(event, self._side(event.lost_by), reason), "", "  "):
            yield self.view.style.alarm(line)

    def _note(self, text: str, indent: int) -> Iterator[str]:
        margin = " " * indent
        for line in wrap(text, margin, f"{margin}  "):
            yield self.view.style.faint(line)

    def _side(self, partnership: Partnership | None) -> str:
        return "nobody" if partnership is None else self.view.side(partnership)
