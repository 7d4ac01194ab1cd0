"""How cards and words look in a terminal: suit symbols or letters, colour or none, lines of 80 columns."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.engine import Card, CardMask, Suit, cards_in
from arena.transcript.escapes import safe_text

COLUMNS: Final = 80
"""How wide a terminal is taken to be."""

_ANSI: Final = re.compile("\x1b\\[[0-9;]*m")
_RESET: Final = "\x1b[0m"
_RED_SUITS: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})
_TOP_DOWN: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


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

    def cards(self, cards: CardMask) -> str:
        """Cards on one line, highest first in each suit."""
        held = cards_in(cards)
        return " ".join(
            self.card(card) for suit in _TOP_DOWN for card in reversed(held) if card.suit is suit
        )

    def hand(self, hand: CardMask) -> list[str]:
        """Four lines, a suit each, highest first."""
        held = cards_in(hand)
        return [
            " ".join(
                [self.suit(suit), *(card.rank for card in reversed(held) if card.suit is suit)]
            )
            for suit in _TOP_DOWN
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

    @property
    def dot(self) -> str:
        """What stands between two statements on a line."""
        return " - " if self.ascii else " · "

    def rule(self, title: str, *, heavy: bool = False) -> str:
        """A line across the whole terminal that begins with a title."""
        light, thick = ("-", "=") if self.ascii else ("─", "═")
        stroke = thick if heavy else light
        return self.strong(f"{stroke * 3} {title} ".ljust(COLUMNS, stroke))

    def _paint(self, code: str, text: str) -> str:
        if not self.colour or not text:
            return text
        start = f"\x1b[{code}m"
        return f"{start}{text.replace(_RESET, _RESET + start)}{_RESET}"


def width(text: str) -> int:
    """Columns that ``text`` takes: colour codes and combining marks none, wide characters two."""
    plain = _ANSI.sub("", text)
    return len(plain) if plain.isascii() else sum(map(_columns, plain))


def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def pad(text: str, columns: int) -> str:
    """``text`` filled up with blanks to ``columns``."""
    return text + " " * max(0, columns - width(text))


def wrap(text: str, first: str, rest: str) -> list[str]:
    """``text`` (without colours) on lines of at most 80 columns, after ``first`` and then ``rest``."""
    lines: list[str] = []
    line = first
    empty = True
    for word in _pieces(text, COLUMNS - max(width(first), width(rest))):
        if not empty and width(line) + 1 + width(word) > COLUMNS:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def _pieces(text: str, columns: int) -> Iterator[str]:
    """Words, those that are longer than a line in parts."""
    for word in text.split():
        rest = word
        while width(rest) > columns:
            end = next(at for at in range(len(rest), 0, -1) if width(rest[:at]) <= columns)
            yield rest[:end]
            rest = rest[end:]
        yield rest
