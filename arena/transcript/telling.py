"""What is told of an event, whoever tells it: the terminal, a page, the list of what went wrong.

Here is decided what is said; each reader makes it fit for where it is shown (``escapes``), and cuts it.
"""

from arena.engine import Seat
from arena.referee.events import Ending, Fault, HelloAnswered, TableClosed, UnitEnded
from arena.transcript.escapes import escape_bytes, unescape_bytes
from arena.transcript.reader import LoggedHalf


def evidence_of(fault: Fault) -> bytes:
    """What the bot sent; nothing where that is blank, or where the hint quotes it whole."""
    sent = fault.received.strip()
    return b"" if not sent or escape_bytes(sent) in fault.hint else fault.received


def last_words(half: LoggedHalf, line: int, seat: Seat) -> list[str]:
    """What the process that had the fault on ``line`` wrote to stderr last: noted once it had ended.

    Its lines, without those that are blank; none where it wrote nothing.
    """
    for number, record in half.stderr:
        if number > line and record.seat == str(seat):
            text = unescape_bytes(record.tail).decode("utf-8", "replace")
            return [each.rstrip() for each in text.splitlines() if each.strip()]
    return []


def ready(hello: HelloAnswered) -> str:
    """How long a bot took to start."""
    return f"ready after {round(hello.wall_us / 1000)} ms"


def rubber_ended(ended: UnitEnded, winner: str) -> str:
    """How a rubber ended; ``winner``: how its winners are called, if it has any."""
    score = (
        f"{ended.games[0]}-{ended.games[1]} in {ended.deals} deal{'' if ended.deals == 1 else 's'}"
    )
    if ended.ending is Ending.BOTH_FORFEIT:
        return f"Rubber {ended.unit} is forfeited by both sides."
    if ended.winner is None:
        return f"Rubber {ended.unit} ends {score}, without a winner."
    return f"Rubber {ended.unit}: {winner} win it, {score}."


def match_over(closed: TableClosed, loser: str, reason: str) -> str:
    """Why a match ended before its time; ``loser`` and ``reason`` as they can be shown."""
    if closed.lost_by is None:
        return f"The match is void: {reason or 'no reason is given'}."
    return f"{loser} had too many faults: the match is lost."
