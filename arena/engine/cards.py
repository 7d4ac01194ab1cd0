"""Cards, suits, seats and partnerships as cheap values.

A card is an ``int`` (its place in ``protocol.cards.PACK``) that prints as its name. A set of cards is
a bit mask, bit ``card`` set for each card held: following suit, counting and membership are then one
machine operation each. Text appears only at the border.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import Final, Self, cast

from arena.errors import NotationError
from protocol.cards import PACK as CARD_NAMES
from protocol.cards import RANK_POINTS, RANKS, SUITS

CardMask = int
"""A set of cards: bit ``card`` is set for each card in it."""

SUIT_NAMES: Final = tuple(SUITS)
SEAT_NAMES: Final = ("N", "E", "S", "W")


def expect(value: object, kind: type) -> None:
    """Raise NotationError unless ``value`` is a ``kind``.

    For the doors of the engine: a plain number or text there would not fail, but compare as different
    from each seat, suit or direction, and so bring a wrong verdict.
    """
    if not isinstance(value, kind):
        raise NotationError(value, f"a {kind.__name__}, but of type {type(value).__name__}")


class Suit(IntEnum):
    """The four suits, in the canonical order."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUITS[self]

    @property
    def symbol(self) -> str:
        """The suit as one printed symbol."""
        return "♣♦♥♠"[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The suit named by one letter of C, D, H, S. Raises NotationError."""
        if text not in SUIT_NAMES:
            raise NotationError(text, "a suit (C, D, H or S)")
        return cls(SUIT_NAMES.index(text))


class Partnership(IntEnum):
    """Seats 0+2 are NS, seats 1+3 are EW."""

    NS = 0
    EW = 1

    def __str__(self) -> str:
        return self.name

    @property
    def opponents(self) -> "Partnership":
        """The other partnership."""
        return _OPPONENTS[self]


class Seat(IntEnum):
    """A place at the table; the next seat is always +1 mod 4 (clause R2)."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    def __str__(self) -> str:
        return SEAT_NAMES[self]

    @property
    def next(self) -> "Seat":
        """The seat that plays after this one."""
        return SEATS[(self + 1) & 3]

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return SEATS[(self + 2) & 3]

    @property
    def partnership(self) -> Partnership:
        """The partnership this seat belongs to."""
        return _PARTNERSHIPS[self & 1]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The seat named by one letter of N, E, S, W. Raises NotationError."""
        if text not in SEAT_NAMES:
            raise NotationError(text, "a seat (N, E, S or W)")
        return cls(SEAT_NAMES.index(text))


SEATS: Final = tuple(Seat)
_PARTNERSHIPS: Final = tuple(Partnership)
_OPPONENTS: Final = (Partnership.EW, Partnership.NS)


class Card(int):
    """One of the forty cards, 0 to 39: suit * 10 + strength. Prints as its name, "AH".

    Use ``Card.parse`` or take cards from ``CARDS``; there are only these forty objects in normal use.
    Any other number raises NotationError.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        """The card with this number."""
        if not isinstance(cast("object", number), int) or not 0 <= number < len(CARD_NAMES):
            raise NotationError(number, "a card's number, 0 to 39; Card.parse reads names")
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card named by rank then suit. Raises NotationError."""
        try:
            return _CARD_BY_NAME[text]
        except (KeyError, TypeError):  # TypeError: a list, say, which can't be a key
            raise NotationError(
                text, "a card (rank A 7 K J Q 6 5 4 3 2, then suit C D H S)"
            ) from None

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return SUIT_OF[self]

    @property
    def rank(self) -> str:
        """The card's rank as one character."""
        return RANKS[self % 10]

    @property
    def strength(self) -> int:
        """How high the card ranks within its suit: 0 (two) to 9 (ace), clause R1."""
        return self % 10

    @property
    def points(self) -> int:
        """The card's points (clause R1)."""
        return CARD_POINTS[self]

    @property
    def mask(self) -> CardMask:
        """The set that holds this card alone."""
        return 1 << self

    def __str__(self) -> str:
        return CARD_NAMES[self]

    def __repr__(self) -> str:
        return f"Card({CARD_NAMES[self]})"


CARDS: Final = tuple(Card(number) for number in range(40))
"""The pack in canonical order: by suit, then weakest to strongest."""

CARD_POINTS: Final = tuple(RANK_POINTS[name[0]] for name in CARD_NAMES)
SUIT_MASKS: Final = tuple(0x3FF << (10 * suit) for suit in Suit)
FULL_PACK: Final[CardMask] = (1 << 40) - 1

_CARD_BY_NAME: Final = dict(zip(CARD_NAMES, CARDS, strict=True))
SUIT_OF: Final = tuple(Suit(number // 10) for number in range(40))


def mask_of(cards: Iterable[Card]) -> CardMask:
    """The set of ``cards``; one that comes twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def union_of(masks: Iterable[CardMask]) -> CardMask:
    """The cards of several sets together."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def cards_in(mask: CardMask) -> tuple[Card, ...]:
    """The cards of a set, in canonical order. Raises NotationError for bits beyond the pack."""
    if not 0 <= mask <= FULL_PACK:
        raise NotationError(hex(mask), "a set of cards, bits 0 to 39")
    clubs, diamonds, hearts, spades = SUIT_MASKS
    return (
        _of_one_suit(mask & clubs)
        + _of_one_suit(mask & diamonds)
        + _of_one_suit(mask & hearts)
        + _of_one_suit(mask & spades)
    )


@cache
def _of_one_suit(mask: CardMask) -> tuple[Card, ...]:
    """Remembered, for there are only four times 1,024 of them."""
    return tuple(card for card in CARDS if mask >> card & 1)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from a text of names, with or without blanks between them. Raises NotationError."""
    expect(text, str)
    return tuple(
        Card.parse(word[at : at + 2]) for word in text.split() for at in range(0, len(word), 2)
    )


def show_cards(cards: Iterable[Card]) -> str:
    """Card names with one blank between them."""
    return " ".join(map(str, cards))
