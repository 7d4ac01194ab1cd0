"""Cards with the trump suit in the first place, as both solvers number them.

The trump suit and clubs change places: a mask or card is mapped by the same exchange there and back.
"""

from typing import Final

from arena.engine.cards import CARDS, SUIT_MASKS, Card, CardMask, Suit

_CLUBS: Final = SUIT_MASKS[Suit.CLUBS]


def exchange(cards: CardMask, trump: Suit) -> CardMask:
    """A set of cards with the trump suit and clubs in each other's place."""
    if trump is Suit.CLUBS:
        return cards
    moved = cards & ~(_CLUBS | SUIT_MASKS[trump])
    return moved | (cards & _CLUBS) << 10 * trump | cards >> 10 * trump & _CLUBS


def exchange_card(card: int, trump: Suit) -> Card:
    """The same for one card."""
    suit, strength = divmod(card, 10)
    if suit == trump:
        return CARDS[strength]
    return CARDS[10 * trump + strength] if suit == Suit.CLUBS else CARDS[card]
