"""What comes of talking to a bot: its answer to one request, and how it parts."""

from dataclasses import dataclass
from enum import StrEnum

from arena.engine import Card, Deal, Seat
from arena.errors import IllegalPlayError
from arena.referee.events import Cause
from arena.referee.seat import Answer, Misdeed
from protocol.messages import FaultCode


class EndedBy(StrEnum):
    """What it took to end a process after ``bye``."""

    ITSELF = "itself"
    SIGTERM = "SIGTERM"
    SIGKILL = "SIGKILL"


@dataclass(frozen=True, slots=True)
class Parting:
    """How a process ended after ``bye``: by what, with which status, after how long in microseconds."""

    ended_by: EndedBy
    status: int
    took_us: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of a request for a card: the card, or what was wrong; and all that came unasked before.

    answer is None where none came that a referee accepts. stale: replies to earlier requests.
    """

    answer: Answer | None
    misdeeds: tuple[Misdeed, ...] = ()
    stale: int = 0

    @property
    def card(self) -> Card | None:
        """The card, if one was played."""
        return None if self.answer is None else Card.parse(self.answer.reply.card)


def illegal_card(answer: Answer, deal: Deal, seat: Seat) -> Misdeed | None:
    """The misdeed of playing a card that the rules refuse in ``deal`` (R18); None if it is allowed."""
    try:
        deal.check(seat, Card.parse(answer.reply.card))
    except IllegalPlayError as error:
        return Misdeed(
            FaultCode.ILLEGAL_CARD, answer.at_us, Cause.BYTES, str(error), answer.request, answer.raw,
            usage=answer.usage,
        )  # fmt: skip
    return None
