"""What a seat was told in a logged match: the very lines, made again from the log's facts."""

from collections.abc import Sequence
from typing import Final

from arena.engine import Seat
from arena.errors import ArenaError, NotationError, TranscriptError
from arena.referee.effects import Send
from arena.referee.events import TableClosed
from arena.referee.refeed import facts_of
from arena.referee.spec import MatchSpec
from arena.referee.table import Table
from arena.transcript.reader import LoggedHalf

HELLO: Final = b'{"type":"hello",'
"""How the line begins that a fresh process is sent first."""

PLAY: Final = b'{"type":"play",'
"""How a request for a card begins."""


def half_of(halves: Sequence[LoggedHalf], half: int) -> LoggedHalf:
    """Half 1 or 2 of a match. Raises NotationError for one that wasn't played."""
    if not 1 <= half <= len(halves):
        raise NotationError(str(half), f"a half of this match (1 to {len(halves)})")
    return halves[half - 1]


def words_to(
    spec: MatchSpec, halves: Sequence[LoggedHalf], half: int, seat: Seat, path: str
) -> tuple[bytes, ...]:
    """Every line that ``seat`` was sent in a half (1 or 2), in order.

    Raises NotationError for a half that wasn't played, TranscriptError for a log (``path`` is quoted)
    that can't be played again.
    """
    logged = half_of(halves, half)
    faults = (0, 0)
    if half > 1:
        closed = (it.event for it in halves[0].events if isinstance(it.event, TableClosed))
        faults = spec.turned(0, next(closed).faults)
    table = Table(spec.table(logged.half, faults))
    try:
        effects = table.open()
        for fact in facts_of(it.event for it in logged.events):
            effects += table.feed(fact)
    except (ArenaError, ValueError):
        message = "can't be played again; see what is wrong with: arena verify"
        raise TranscriptError(message, path=path) from None
    return tuple(it.line for it in effects if isinstance(it, Send) and it.seat is seat)
