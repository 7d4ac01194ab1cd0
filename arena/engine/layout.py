"""The cards as dealt: who holds what, which card is trump, who dealt (clauses R3 to R6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from arena.engine.cards import (
    CARDS,
    FULL_PACK,
    SEATS,
    Card,
    CardMask,
    Seat,
    Suit,
    cards_in,
    expect,
    mask_of,
    show_cards,
    union_of,
)
from arena.engine.rules import Direction
from arena.errors import NotationError

Hands = tuple[CardMask, CardMask, CardMask, CardMask]
"""Four sets of cards, by seat."""

CARDS_IN_HAND: Final = 10


def show_hands(hands: Iterable[CardMask]) -> str:
    """Hands for an error message, also such as can't be: what isn't a card is left out."""
    return " | ".join(show_cards(cards_in(hand & FULL_PACK)) for hand in hands)


@dataclass(frozen=True, slots=True)
class Layout:
    """Forty cards in four hands of ten, with the dealer and the trump card that all see.

    Raises NotationError unless the hands are the whole pack, ten cards each (R5), and the dealer
    holds the trump card (R4).
    """

    dealer: Seat
    trump_card: Card
    hands: Hands

    def __post_init__(self) -> None:
        expect(self.dealer, Seat)
        expect(self.trump_card, Card)
        sizes = [hand.bit_count() for hand in self.hands]
        if sizes != [CARDS_IN_HAND] * len(SEATS) or union_of(self.hands) != FULL_PACK:
            raise NotationError(
                show_hands(self.hands), "four hands of ten cards that together are the pack"
            )
        if not self.hands[self.dealer] >> self.trump_card & 1:
            raise NotationError(
                str(self.trump_card), f"a trump card held by the dealer, seat {self.dealer}"
            )

    @classmethod
    def from_pack(cls, pack: Sequence[Card], dealer: Seat, direction: Direction) -> Self:
        """Deal a pack, in order after the cut, in packets of ten.

        Clockwise the packets go to the dealer's next seat first and to the dealer last, and the
        last card is trump; anti-clockwise the dealer takes the first packet, the others follow
        against the order of play, and the first card is trump (R3, R5). Raises NotationError for a
        pack that isn't the forty cards.
        """
        expect(dealer, Seat)
        expect(direction, Direction)
        for card in pack:
            expect(card, Card)
        if sorted(pack) != list(CARDS):
            raise NotationError(show_cards(pack), "a pack of forty different cards")
        packets = [mask_of(pack[at : at + CARDS_IN_HAND]) for at in range(0, 40, CARDS_IN_HAND)]
        if direction is Direction.CLOCKWISE:
            trump_card, turns = pack[-1], (1, 2, 3, 4)
        else:
            trump_card, turns = pack[0], (0, -1, -2, -3)
        hands = [0, 0, 0, 0]
        for packet, turn in zip(packets, turns, strict=True):
            hands[(dealer + turn) % len(SEATS)] = packet
        north, east, south, west = hands
        return cls(dealer, trump_card, (north, east, south, west))

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.trump_card.suit

    @property
    def trump_seat(self) -> Seat:
        """Who held the trump card when the cards were dealt: always the dealer (R4)."""
        return self.dealer

    @property
    def leader(self) -> Seat:
        """Who leads the first trick (R6)."""
        return self.dealer.next
