"""How cards and words look in a terminal: suit symbols or letters, colour or none."""

import re
from dataclasses import dataclass
from typing import Final

from arena.engine import Card, CardMask, Suit, cards_in
from arena.transcript.escapes import safe_text

_ANSI: Final = re.compile("\x1b\\[[0-9;]*m")
_RED_SUITS: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})


@dataclass(frozen=True, slots=True)
class Style:
    """colour: use ANSI colours. ascii: suits as letters, for terminals without their symbols.

    Suits are told apart by their symbols; colour only helps.
    """

    colour: bool = False
    ascii: bool = False

    def suit(self, suit: Suit) -> str:
        """A suit's sign."""
        sign = str(suit) if self.ascii else suit.symbol
        return self._paint("31", sign) if suit in _RED_SUITS else sign

    def card(self, card: Card) -> str:
        """A card, two columns wide."""
        sign = str(card.suit) if self.ascii else card.suit.symbol
        text = f"{card.rank}{sign}"
        return self._paint("31", text) if card.suit in _RED_SUITS else text

    def hand(self, hand: CardMask) -> list[str]:
        """Four lines, a suit each, highest first."""
        cards = cards_in(hand)
        return [
            " ".join(
                [self.suit(suit), *(card.rank for card in reversed(cards) if card.suit is suit)]
            )
            for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
        ]

    def strong(self, text: str) -> str:
        """Text that stands out."""
        return self._paint("1", text)

    def faint(self, text: str) -> str:
        """Text that stands back."""
        return self._paint("2", text)

    def alarm(self, text: str) -> str:
        """Text that warns."""
        return self._paint("1;31", text)

    def quote(self, text: str) -> str:
        """What a bot said, made harmless; in ASCII where that is asked for."""
        safe = safe_text(text)
        return safe.encode("ascii", "backslashreplace").decode() if self.ascii else safe

    def dot(self) -> str:
        """What stands between two statements on a line."""
        return "-" if self.ascii else "·"

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


def width(text: str) -> int:
    """Columns that ``text`` takes, colour codes not counted."""
    return len(_ANSI.sub("", text))


def pad(text: str, columns: int) -> str:
    """``text`` filled up with blanks to ``columns``."""
    return text + " " * max(0, columns - width(text))
