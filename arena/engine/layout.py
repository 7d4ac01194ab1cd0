"""The cards as dealt: who holds what, which card is trump, who dealt (clauses R3 to R6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from arena.engine.cards import FULL_PACK, Card, CardMask, Seat, Suit, mask_of
from arena.engine.rules import Direction
from arena.errors import NotationError

Hands = tuple[CardMask, CardMask, CardMask, CardMask]
"""Four sets of cards, by seat."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Forty cards in four hands of ten, with the dealer and the trump card that all see.

    Raises NotationError unless the hands are the whole pack, ten cards each, and the dealer holds
    the trump card (R4).
    """

    dealer: Seat
    trump_card: Card
    hands: Hands

    def __post_init__(self) -> None:
        together = 0
        for hand in self.hands:
            together |= hand
        if together != FULL_PACK or any(hand.bit_count() != 10 for hand in self.hands):  # noqa: PLR2004
            raise NotationError(str(self), "four hands of ten that make up the pack")
        if not self.hands[self.dealer] >> self.trump_card & 1:
            raise NotationError(
                str(self.trump_card), f"a trump card held by the dealer, seat {self.dealer}"
            )

    @classmethod
    def from_pack(cls, pack: Sequence[Card], dealer: Seat, direction: Direction) -> Self:
        """Deal a pack, in order after the cut, in packets of ten.

        Clockwise the packets go to the dealer's next seat first and to the dealer last, and the
        last card is trump; anti-clockwise the dealer takes the first packet, the others follow
        against the order of play, and the first card is trump. Raises NotationError for a pack that isn't
        the forty cards.
        """
        if len(pack) != len(set(pack)) or mask_of(pack) != FULL_PACK:
            raise NotationError(" ".join(map(str, pack)), "a pack of forty different cards")
        packets = [mask_of(pack[start : start + 10]) for start in range(0, 40, 10)]
        if direction is Direction.CLOCKWISE:
            trump_card, order = pack[-1], [(dealer + 1 + turn) % 4 for turn in range(4)]
        else:
            trump_card, order = pack[0], [(dealer - turn) % 4 for turn in range(4)]
        by_seat = dict(zip(order, packets, strict=True))
        return cls(dealer, trump_card, (by_seat[0], by_seat[1], by_seat[2], by_seat[3]))

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
