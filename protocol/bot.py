"""Write a Sueca bot in Python: give ``run`` a function that picks a card.

::

    from protocol.bot import run

    def choose(view):
        return view.legal[0]

    run(choose, name="first")

Standard library only, and little of it, so that a bot starts fast. A card is a text such as "AH"; what can
be asked about cards is in ``protocol.cards``, the protocol itself in ``SPEC.md``.

To see what a bot does with a request, copy the ``play`` line out of a log and hand it over::

    echo '{"type":"play",...}' | python3 bot.py
"""

from __future__ import annotations

import json
import sys

from protocol.cards import PACK, SUITS, beats, points, strength, winning_card

TYPE_CHECKING = False
if TYPE_CHECKING:  # ``typing`` itself would make a bot's start a third longer
    from collections.abc import Callable
    from typing import Any

    Message = dict[str, Any]
    """A line of the referee as ``json`` gives it: trusted, so not checked."""

    Choice = str | tuple[str, str | None]

PROTOCOL = 1
MINOR = 0

COMMENT_BYTES = 1024
"""The longest comment in UTF-8 (``limits.comment_bytes`` in ``hello``); ``run`` cuts a longer one."""


class Rules:
    """The ruleset in force, field by field as in ``hello``; without one, the default rules."""

    __slots__ = (
        "deal_direction", "double_above", "games_to_win", "sweep_by", "sweep_games",
        "table_direction", "tie",
    )  # fmt: skip

    def __init__(self, rules: Message) -> None:
        self.games_to_win: int = rules.get("games_to_win", 4)
        self.double_above: int = rules.get("double_above", 90)
        self.sweep_games: int = rules.get("sweep_games", 4)
        self.sweep_by: str = rules.get("sweep_by", "tricks")
        self.tie: str = rules.get("tie", "carry")
        self.deal_direction: str = rules.get("deal_direction", "clockwise")
        self.table_direction: str = rules.get("table_direction", "clockwise")


class Clock:
    """The time for this card in milliseconds: its own allowance, and what is left of the reserve."""

    __slots__ = ("bank_ms", "move_ms")

    def __init__(self, clock: Message) -> None:
        self.move_ms: int = clock["move_ms"]
        self.bank_ms: int = clock["bank_ms"]


class DealStart:
    """A new deal, as ``on_deal`` gets it; pairs are (ours, theirs)."""

    __slots__ = ("carry", "deal", "dealer", "games", "hand", "leader", "trump", "trump_seat")

    def __init__(self, message: Message) -> None:
        self.deal: int = message["deal"]
        self.dealer: int = message["dealer"]
        self.trump: str = message["trump"]
        self.trump_seat: int = message["trump_seat"]
        self.leader: int = message["leader"]
        self.hand: list[str] = message["hand"]
        self.games: tuple[int, int] = tuple(message["games"])
        self.carry: int = message["carry"]


class DealEnd:
    """A deal that is over, as ``on_deal_end`` gets it; pairs are (ours, theirs).

    hands: the four hands as dealt, by seat, or None where the tournament doesn't show them.
    """

    __slots__ = ("carry", "deal", "games", "games_won", "hands", "points", "tricks")

    def __init__(self, message: Message) -> None:
        self.deal: int = message["deal"]
        self.points: tuple[int, int] = tuple(message["points"])
        self.tricks: tuple[int, int] = tuple(message["tricks"])
        self.games_won: tuple[int, int] = tuple(message["games_won"])
        self.games: tuple[int, int] = tuple(message["games"])
        self.carry: int = message["carry"]
        self.hands: list[list[str]] | None = message.get("hands")


class View:
    """One request for a card: all that this seat may know, and what follows from it.

    hand and legal: cards in canonical order. trump: the trump card that all saw, trump_seat: who was
    dealt it. leader: who leads this trick. table: (seat, card) in order of play. history: finished
    tricks as (leader, four cards in order of play). points and games: (ours, theirs). deal and trick
    count from 1. clock: see ``Clock``. seat and partner: 0..3.

    From ``hello``: rules (``Rules``) and seed, this bot's own random seed. A view without a ``hello``
    before it (in a test, or driven by hand) has the default rules and seed 0.
    """

    __slots__ = (
        "carry", "clock", "deal", "games", "hand", "history", "id", "leader", "legal", "partner",
        "points", "rules", "seat", "seed", "table", "trick", "trump", "trump_seat",
    )  # fmt: skip

    def __init__(self, play: Message, hello: Message | None = None) -> None:
        hello = hello or {}
        self.rules = Rules(hello.get("rules", {}))
        self.seed: int = hello.get("seed", 0)
        self.id: int = play["id"]
        self.deal: int = play["deal"]
        self.trick: int = play["trick"]
        self.seat: int = play["seat"]
        self.partner: int = (self.seat + 2) % 4
        self.hand: list[str] = play["hand"]
        self.legal: list[str] = play["legal"]
        self.trump: str = play["trump"]
        self.trump_seat: int = play["trump_seat"]
        self.leader: int = play["leader"]
        self.table: list[tuple[int, str]] = [(seat, card) for seat, card in play["table"]]
        self.history: list[tuple[int, tuple[str, ...]]] = [
            (leader, tuple(cards)) for leader, cards in play["history"]
        ]
        self.points: tuple[int, int] = tuple(play["points"])
        self.games: tuple[int, int] = tuple(play["games"])
        self.carry: int = play["carry"]
        self.clock = Clock(play["clock"])

    @property
    def trump_suit(self) -> str:
        """The trump suit: "C", "D", "H" or "S"."""
        return self.trump[1]

    @property
    def opponents(self) -> tuple[int, int]:
        """The opponents' seats: the one that plays after this seat, then the one before."""
        return (self.seat + 1) % 4, (self.seat + 3) % 4

    @property
    def behind(self) -> list[int]:
        """The seats that still play to this trick after this one, in order."""
        return [(self.seat + turn) % 4 for turn in range(1, 4 - len(self.table))]

    @property
    def led_suit(self) -> str | None:
        """The suit led in this trick; None if this seat leads."""
        return self.table[0][1][1] if self.table else None

    @property
    def winning_card(self) -> str | None:
        """The card that wins the trick so far; None if this seat leads."""
        cards = [card for _, card in self.table]
        return winning_card(cards, self.trump_suit) if cards else None

    @property
    def winning_seat(self) -> int | None:
        """Who wins the trick so far; None if this seat leads."""
        best = self.winning_card
        return next((seat for seat, card in self.table if card == best), None)

    @property
    def stake(self) -> int:
        """Card points on the table."""
        return sum(points(card) for _, card in self.table)

    def wins(self, card: str) -> bool:
        """Whether ``card`` would win the trick so far; any card does when this seat leads."""
        best = self.winning_card
        return best is None or beats(card, best, self.trump_suit)

    @property
    def played(self) -> list[str]:
        """The cards played in this deal so far, those on the table included, in order of play."""
        finished = [card for _, cards in self.history for card in cards]
        return finished + [card for _, card in self.table]

    @property
    def unseen(self) -> list[str]:
        """The cards that the other three still hold, in canonical order."""
        seen = {*self.played, *self.hand}
        return [card for card in PACK if card not in seen]

    def is_master(self, card: str) -> bool:
        """Whether nobody else still holds a higher card of the same suit."""
        return not any(
            other[1] == card[1] and strength(other) > strength(card) for other in self.unseen
        )

    @property
    def void(self) -> dict[str, set[int]]:
        """Suit to the seats known to have none of it left: they once failed to follow it."""
        void: dict[str, set[int]] = {suit: set() for suit in SUITS}
        for leader, cards in [*self.history, (self.leader, [card for _, card in self.table])]:
            for turn, card in enumerate(cards):
                if card[1] != cards[0][1]:
                    void[cards[0][1]].add((leader + turn) % 4)
        return void


def run(
    choose: Callable[[View], Choice],
    *,
    name: str | None = None,
    version: str | None = None,
    author: str | None = None,
    on_deal: Callable[[DealStart], object] | None = None,
    on_deal_end: Callable[[DealEnd], object] | None = None,
) -> None:
    """Speak the protocol on stdin and stdout until the referee says good-bye, or stdin ends.

    choose(view) returns a card of ``view.legal``, or (card, comment). on_deal and on_deal_end are
    called with a ``DealStart`` and a ``DealEnd``. name, version and author (at most 64 characters each)
    are for the logs.

    While the bot's own functions run, ``print`` goes to stderr, so that it can't spoil the protocol. If
    one of them raises, the request and then the traceback go to stderr, and the process exits with
    status 1. What the referee says of a fault goes to stderr too.
    """
    about = {"name": name, "version": version, "author": author}
    said = {key: text for key, text in about.items() if text is not None}
    session = Session(choose, said, on_deal, on_deal_end)
    stdout = sys.stdout
    for line in sys.stdin:
        if not line.strip():
            continue
        sys.stdout = sys.stderr
        try:
            message: Message = json.loads(line)
            reply = session.take(message)
        except Exception:
            sys.stderr.write(f"The bot failed on this line:\n{line.strip()}\n")
            raise
        finally:
            sys.stdout = stdout
        if reply is not None:
            stdout.write(json.dumps(reply) + "\n")
            stdout.flush()
        if message.get("type") == "bye":
            return


class Session:
    """A bot's side of the protocol without input or output: ``take`` each message, send what it returns.

    said: what the bot says of itself in its reply to ``hello``; else as ``run``.
    """

    __slots__ = ("choose", "hello", "on_deal", "on_deal_end", "said")

    def __init__(
        self,
        choose: Callable[[View], Choice],
        said: dict[str, str],
        on_deal: Callable[[DealStart], object] | None,
        on_deal_end: Callable[[DealEnd], object] | None,
    ) -> None:
        self.choose = choose
        self.said = said
        self.on_deal = on_deal
        self.on_deal_end = on_deal_end
        self.hello: Message | None = None

    def take(self, message: Message) -> Message | None:
        """The reply to ``message``; None where none is due, as for messages not known here.

        Raises whatever the bot's own functions do, and TypeError for a choice that is no card.
        """
        match message.get("type"):
            case "hello":
                self.hello = message
                return {"id": message["id"], "protocol": PROTOCOL, "minor": MINOR, **self.said}
            case "play":
                choice = self.choose(View(message, self.hello))
                return {"id": message["id"], **_answer(choice)}
            case "deal" if self.on_deal is not None:
                self.on_deal(DealStart(message))
            case "deal_end" if self.on_deal_end is not None:
                self.on_deal_end(DealEnd(message))
            case "fault":
                sys.stderr.write(
                    f"The referee charged a fault: {message['code']}: {message['text']}\n"
                )
            case _:
                pass
        return None


def _answer(choice: object) -> dict[str, str]:
    """What was chosen, as fields of the reply. Raises TypeError for anything but a card."""
    match choice:
        case str(card) | (str(card), None):
            return {"card": card}
        case (str(card), str(comment)):
            return {"card": card, "comment": _fit(comment)}
        case _:
            raise TypeError(
                f"choose returned {choice!r}; it must return a card such as 'AH', or (card, comment)"
            )


def _fit(comment: str) -> str:
    """A comment on one line and within its limit: a bot shouldn't lose a deal for its chatter."""
    line = "".join(char if char.isprintable() else " " for char in comment)
    return line.encode()[:COMMENT_BYTES].decode(errors="ignore")
