"""Write a Sueca bot in Python: give ``run`` a function that picks a card.

::

    from protocol.bot import run

    run(lambda view: view.legal[0])

Standard library only, and little of it, so that a bot starts fast. Cards are texts such as "AH"; the
vocabulary is in ``protocol.cards``, the protocol itself in ``SPEC.md``.
"""

from __future__ import annotations

import json
import sys

from protocol.cards import PACK, winning_card

TYPE_CHECKING = False
if TYPE_CHECKING:  # for the type checker alone: ``typing`` would double the start-up
    from collections.abc import Callable
    from typing import Any

    Message = dict[str, Any]
    Choice = str | tuple[str, str]

PROTOCOL = 1
MINOR = 0


class Table:
    """What ``hello`` said: the seats, the rules, the clock, and this bot's own random seed.

    seat and partner are 0..3; rules, clock and limits are dicts as they came; seed is an int.
    """

    __slots__ = ("clock", "limits", "partner", "rules", "seat", "seed")

    def __init__(self, message: Message) -> None:
        self.seat: int = message["seat"]
        self.partner: int = message["partner"]
        self.rules: dict[str, int | str] = message["rules"]
        self.clock: dict[str, int] = message["clock"]
        self.limits: dict[str, int] = message["limits"]
        self.seed: int = message["seed"]


class View:
    """One request for a card: all that this seat may know.

    hand and legal: lists of cards. trump: the trump card that all saw, trump_seat: who held it.
    leader: who leads this trick. table: (seat, card) in order of play. history: finished tricks as
    (leader, four cards in order of play). points and games: (ours, theirs). deal and trick count
    from 1. clock: milliseconds, move_ms and bank_ms. info: what ``hello`` said (``Table``), or None if
    the bot never got one.
    """

    __slots__ = (
        "carry", "clock", "deal", "games", "hand", "history", "info", "leader", "legal", "points",
        "seat", "table", "trick", "trump", "trump_seat",
    )  # fmt: skip

    def __init__(self, message: Message, info: Table | None = None) -> None:
        self.info = info
        self.deal: int = message["deal"]
        self.trick: int = message["trick"]
        self.seat: int = message["seat"]
        self.hand: list[str] = message["hand"]
        self.legal: list[str] = message["legal"]
        self.trump: str = message["trump"]
        self.trump_seat: int = message["trump_seat"]
        self.leader: int = message["leader"]
        self.table: list[tuple[int, str]] = [(seat, card) for seat, card in message["table"]]
        self.history: list[tuple[int, tuple[str, ...]]] = [
            (leader, tuple(cards)) for leader, cards in message["history"]
        ]
        self.points: tuple[int, int] = tuple(message["points"])
        self.games: tuple[int, int] = tuple(message["games"])
        self.carry: int = message["carry"]
        self.clock: dict[str, int] = message["clock"]

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.seat + 2) % 4

    @property
    def trump_suit(self) -> str:
        """The trump suit: "C", "D", "H" or "S"."""
        return self.trump[1]

    @property
    def led_suit(self) -> str | None:
        """The suit led in this trick; None if this seat leads."""
        return self.table[0][1][1] if self.table else None

    @property
    def winning(self) -> tuple[int, str] | None:
        """(seat, card) that wins the trick so far; None if nothing was played yet."""
        if not self.table:
            return None
        card = winning_card([card for _, card in self.table], self.trump_suit)
        return next((seat, played) for seat, played in self.table if played == card)

    @property
    def seen(self) -> set[str]:
        """The cards played so far in this deal, those on the table included, as a set."""
        cards = {card for _, trick in self.history for card in trick}
        cards.update(card for _, card in self.table)
        return cards

    @property
    def unseen(self) -> set[str]:
        """The cards that the other three still hold, as a set."""
        return set(PACK) - self.seen - set(self.hand)


def run(
    choose: Callable[[View], Choice],
    *,
    name: str | None = None,
    version: str | None = None,
    author: str | None = None,
    on_deal: Callable[[Message], object] | None = None,
    on_deal_end: Callable[[Message], object] | None = None,
) -> None:
    """Speak the protocol on stdin and stdout until the referee says good-bye.

    choose(view) returns a card of ``view.legal``, or (card, comment). on_deal(message) and
    on_deal_end(message) get those messages as dicts. While the bot's own functions run, ``print``
    goes to stderr, so that it can't spoil the protocol. If one raises, the traceback and the
    request go to stderr and the process exits with 1.
    """
    about = {"name": name, "version": version, "author": author}
    said = {key: text for key, text in about.items() if text is not None}
    session = _Session(choose, said, {"deal": on_deal, "deal_end": on_deal_end})
    stdin, stdout = sys.stdin, sys.stdout
    for line in stdin:
        if not line.strip():
            continue
        sys.stdout = sys.stderr
        try:
            message: Message = json.loads(line)
            if message.get("type") == "bye":
                return
            reply = session.take(message)
        except Exception:
            sys.stderr.write(f"the bot failed on: {line.strip()}\n")
            raise
        finally:
            sys.stdout = stdout
        if reply is not None:
            stdout.write(json.dumps(reply) + "\n")
            stdout.flush()


class _Session:
    """What the bot's author gave, and what ``hello`` told."""

    __slots__ = ("choose", "info", "listeners", "said")

    def __init__(
        self,
        choose: Callable[[View], Choice],
        said: Message,
        listeners: dict[str, Callable[[Message], object] | None],
    ) -> None:
        self.choose = choose
        self.said = said
        self.listeners = listeners
        self.info: Table | None = None

    def take(self, message: Message) -> Message | None:
        """The reply to ``message``; None where none is due."""
        kind: str = message.get("type", "")
        if kind == "hello":
            self.info = Table(message)
            return {"id": message["id"], "protocol": PROTOCOL, "minor": MINOR, **self.said}
        if kind == "play":
            return _answer(message["id"], self.choose(View(message, self.info)))
        if kind == "fault":
            sys.stderr.write(f"fault: {message['code']}: {message['text']}\n")
        listener = self.listeners.get(kind)
        if listener is not None:
            listener(message)
        return None


def _answer(message_id: int, choice: Choice) -> Message:
    if isinstance(choice, str):
        return {"id": message_id, "card": choice}
    card, comment = choice
    return {"id": message_id, "card": card, "comment": comment}
