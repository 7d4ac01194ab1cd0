"""Ten tricks of play, card by card (clauses R6 to R10), as an immutable state.

``Deal`` knows hands, trump suit and who leads: enough for any position, dealt or composed. Each
``play`` returns the next state; a refused one raises and changes nothing.
"""

from collections.abc import Iterable
from typing import Final, Self, cast

from arena.engine.cards import (
    CARD_POINTS,
    FULL_PACK,
    SEATS,
    SUIT_MASKS,
    SUIT_OF,
    Card,
    CardMask,
    Seat,
    Suit,
    cards_in,
    expect,
    union_of,
)
from arena.engine.layout import CARDS_IN_HAND, Hands, Layout, show_hands
from arena.engine.values import value
from arena.errors import IllegalPlayError, NotationError

TRICKS_IN_DEAL: Final = 10
CARDS_IN_TRICK: Final = 4


@value
class Trick:
    """Four cards, in order of play from ``leader``; ``winner`` took them (R9)."""

    leader: Seat
    cards: tuple[Card, Card, Card, Card]
    winner: Seat

    @property
    def points(self) -> int:
        """Card points in the trick, 0 to 44."""
        first, second, third, fourth = self.cards
        return CARD_POINTS[first] + CARD_POINTS[second] + CARD_POINTS[third] + CARD_POINTS[fourth]


def winning_index(cards: tuple[Card, ...], trump: Suit) -> int:
    """Which of ``cards`` (at least one, in order of play) wins the trick so far (R9)."""
    best, best_suit, winner = cards[0], SUIT_OF[cards[0]], 0
    for index, card in enumerate(cards):
        suit = SUIT_OF[card]
        if card > best if suit is best_suit else suit == trump:
            best, best_suit, winner = card, suit, index
    return winner


def legal_mask(hand: CardMask, led: Suit | None) -> CardMask:
    """What may be played from ``hand`` when ``led`` was led, None for the leader (R7, R8)."""
    if led is None:
        return hand
    return hand & SUIT_MASKS[led] or hand


@value
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
        """A composed position before a trick: any trump suit, leader and hands.

        Raises NotationError unless the hands are equally many cards, one to ten, and none twice.
        """
        expect(trump, Suit)
        expect(leader, Seat)
        sizes = [hand.bit_count() for hand in hands]
        together = union_of(hands)
        alike = sizes in ([size] * len(SEATS) for size in range(1, CARDS_IN_HAND + 1))
        if not alike or together.bit_count() != sum(sizes) or together & ~FULL_PACK:
            raise NotationError(
                show_hands(hands), "four hands of equally many different cards, one to ten"
            )
        return cls(hands, trump, leader)

    @property
    def finished(self) -> bool:
        """Whether every card was played: all ten tricks, of a whole deal (R10)."""
        return not self.table and not self.hands[self.leader]

    @property
    def to_play(self) -> Seat:
        """Whose turn it is. Once finished: who would lead."""
        return SEATS[(self.leader + len(self.table)) & 3]

    @property
    def led(self) -> Suit | None:
        """The suit led in the current trick; None before its first card."""
        return SUIT_OF[self.table[0]] if self.table else None

    @property
    def legal(self) -> CardMask:
        """What the seat to play may play; empty once finished."""
        return legal_mask(self.hands[self.to_play], self.led)

    def check(self, seat: Seat, card: Card) -> None:
        """Raise IllegalPlayError, saying why, unless ``seat`` may play ``card`` now (R18)."""
        if seat is not self.to_play or not isinstance(cast("object", card), Card):
            raise self._refusal(seat, card)
        if not legal_mask(self.hands[seat], self.led) >> card & 1:
            raise self._refusal(seat, card)

    def play(self, seat: Seat, card: Card) -> "Deal":
        """The state after ``seat`` plays ``card``. Raises IllegalPlayError and changes nothing."""
        self.check(seat, card)
        left = list(self.hands)
        left[seat] ^= 1 << card
        north, east, south, west = left
        hands = (north, east, south, west)
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

    def _refusal(self, seat: object, card: object) -> IllegalPlayError:
        """Why ``seat`` may not play ``card``."""
        turn, legal = self.to_play, cards_in(self.legal)
        if not isinstance(seat, Seat):
            legal, reason = (), f"{seat!r} is not a Seat, but of type {type(seat).__name__}"
        elif self.finished:
            reason = "the deal is over"
        elif seat is not turn:
            legal, reason = (), f"it is seat {turn}'s turn"
        elif not isinstance(card, Card):
            reason = f"{card!r} is not a Card, but of type {type(card).__name__}"
        elif self.hands[seat] >> card & 1:
            reason = f"it must follow {self.led}"
        else:
            reason = "it doesn't hold that card"
        return IllegalPlayError(str(seat), str(card), [str(choice) for choice in legal], reason)


def replay(layout: Layout, plays: Iterable[Card]) -> Deal:
    """The deal after ``plays``, the cards in order of play. Raises IllegalPlayError at a wrong one."""
    deal = Deal.start(layout)
    for card in plays:
        deal = deal.play(deal.to_play, card)
    return deal
