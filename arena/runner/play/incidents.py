"""What went wrong with bots in a match, told to those who can mend it."""

from collections.abc import Iterator
from typing import Final

from arena.referee.events import Fault, Faulted
from arena.referee.spec import BotRef
from arena.transcript.escapes import escape_bytes, safe_text
from arena.transcript.reader import LoggedHalf, LoggedMatch
from arena.transcript.telling import evidence_of, last_words

STDERR_LINES: Final = 20
"""How much of a bot's stderr is shown: its end, where a traceback says what happened."""

RECEIVED_CHARACTERS: Final = 300
"""How much of what a bot sent is shown."""


def describe_faults(match: LoggedMatch, at_most: int) -> list[str]:
    """The faults of a match, some lines of text each: where, what, what came, why, its stderr.

    Of the same fault of the same bot only the first is told, and of those the first ``at_most``.
    """
    told: dict[tuple[str, str], str] = {}
    count = 0
    for half in match.halves:
        for logged in half.events:
            if not isinstance(logged.event, Faulted):
                continue
            count += 1
            fault = logged.event.fault
            bot = _bot(match, half, fault)
            if (bot.sha256, fault.code) not in told and len(told) < at_most:
                told[bot.sha256, fault.code] = "\n".join(_lines(bot, half, logged.line, fault))
    rest = count - len(told)
    return [*told.values(), *([f"... and {rest} more"] if rest else [])]


def _bot(match: LoggedMatch, half: LoggedHalf, fault: Fault) -> BotRef:
    place = match.spec.halves[half.half].seating[fault.seat]
    return match.spec.entrants[place.entrant].bots[place.bot]


def _lines(bot: BotRef, half: LoggedHalf, line: int, fault: Fault) -> Iterator[str]:
    where = [f"half {half.half + 1}"]
    where += [] if fault.deal is None else [f"deal {fault.deal}"]
    where += [] if fault.trick is None else [f"trick {fault.trick}"]
    yield f"{', '.join(where)}: {bot.name} at {fault.seat}: {fault.code}"
    yield f"  {safe_text(fault.hint)}"
    if sent := evidence_of(fault):
        yield f"  it sent: {escape_bytes(sent.strip())[:RECEIVED_CHARACTERS]}"
    words = last_words(half, line, fault.seat)[-STDERR_LINES:]
    if words:
        yield "  its stderr:"
        yield from (f"    {safe_text(text.expandtabs())}" for text in words)
