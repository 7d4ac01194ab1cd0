"""Ten tricks of play, card by card (clauses R7 to R10), as an immutable state.

``Deal`` knows hands, trump suit and who leads: enough for any position, dealt or composed. Each
``play`` returns the next state; a refused one raises and changes nothing.
"""

from dataclasses import dataclass
from typing import Self

from arena.engine.cards import (
    CARD_POINTS,
    SEATS,
    SUIT_MASKS,
    Card,
    CardMask,
    Seat,
    Suit,
    cards_in,
    show_cards,
)
from arena.engine.layout import Hands, Layout
from arena.errors import IllegalPlayError

TRICKS_IN_DEAL = 10
CARDS_IN_TRICK = 4


@dataclass(frozen=True, slots=True)
class Trick:
    """Four cards, in order of play from ``leader``; ``winner`` took them (R9)."""

    leader: Seat
    cards: tuple[Card, Card, Card, Card]
    winner: Seat

    @property
    def points(self) -> int:
        """Card points in the trick, 0 to 44."""
        return sum(CARD_POINTS[card] for card in self.cards)


def winning_index(cards: tuple[Card, ...], trump: Suit) -> int:
    """Which of ``cards`` (at least one, in order of play) wins the trick so far (R9)."""
    best = 0
    for index in range(1, len(cards)):
        card, leading = cards[index], cards[best]
        same_suit = card.suit is leading.suit
        if (same_suit and card > leading) or (not same_suit and card.suit is trump):
            best = index
    return best


def legal_mask(hand: CardMask, led: Suit | None) -> CardMask:
    """What may be played from ``hand`` when ``led`` was led, None for the leader (R7, R8)."""
    if led is None:
        return hand
    return hand & SUIT_MASKS[led] or hand


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal in play. Start one with ``Deal.start`` or ``Deal.of``.

    hands: the cards still held, by seat. table: the current trick's cards so far, from ``leader``.
    points and won: card points and tricks taken so far by partnership (R11).
    """

    hands: Hands
    trump: Suit
    leader: Seat
    table: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, int] = (0, 0)
    won: tuple[int, int] = (0, 0)

    @classmethod
    def start(cls, layout: Layout) -> Self:
        """The deal before its first card."""
        return cls(layout.hands, layout.trump, layout.leader)

    @classmethod
    def of(cls, hands: Hands, trump: Suit, leader: Seat) -> Self:
        """A composed position: any hands, trump suit and leader."""
        return cls(hands, trump, leader)

    @property
    def finished(self) -> bool:
        """Whether all ten tricks were played (R10)."""
        return len(self.tricks) == TRICKS_IN_DEAL

    @property
    def to_play(self) -> Seat:
        """Whose turn it is. Once finished: who would lead."""
        return SEATS[(self.leader + len(self.table)) & 3]

    @property
    def led(self) -> Suit | None:
        """The suit led in the current trick; None before its first card."""
        return self.table[0].suit if self.table else None

    @property
    def legal(self) -> CardMask:
        """What the seat to play may play; empty once finished."""
        return legal_mask(self.hands[self.to_play], self.led)

    def check(self, seat: Seat, card: Card) -> None:
        """Raise IllegalPlayError, saying why, unless ``seat`` may play ``card`` now."""
        if self.finished:
            raise IllegalPlayError(str(seat), str(card), (), "the deal is over")
        if seat is not self.to_play:
            raise IllegalPlayError(str(seat), str(card), (), f"it is seat {self.to_play}'s turn")
        if self.legal >> card & 1:
            return
        held = self.hands[seat] >> card & 1
        reason = f"it must follow {self.led}" if held else "it doesn't hold that card"
        raise IllegalPlayError(
            str(seat), str(card), show_cards(cards_in(self.legal)).split(), reason
        )

    def play(self, seat: Seat, card: Card) -> "Deal":
        """The state after ``seat`` plays ``card``. Raises IllegalPlayError and changes nothing."""
        self.check(seat, card)
        left = list(self.hands)
        left[seat] ^= 1 << card
        hands: Hands = (left[0], left[1], left[2], left[3])
        table = (*self.table, card)
        if len(table) < CARDS_IN_TRICK:
            return Deal(hands, self.trump, self.leader, table, self.tricks, self.points, self.won)
        return self._complete(hands, (table[0], table[1], table[2], table[3]))

    def _complete(self, hands: Hands, cards: tuple[Card, Card, Card, Card]) -> "Deal":
        winner = SEATS[(self.leader + winning_index(cards, self.trump)) & 3]
        trick = Trick(self.leader, cards, winner)
        points, won = list(self.points), list(self.won)
        points[winner & 1] += trick.points
        won[winner & 1] += 1
        return Deal(
            hands, self.trump, winner, (), (*self.tricks, trick),
            (points[0], points[1]), (won[0], won[1]),
        )  # fmt: skip
