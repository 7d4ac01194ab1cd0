"""A deal as one line of text, to read and to paste: the cards as dealt, the plays, and the result.

::

    dealer W trump AS | N:2C3C… E:… S:… W:… | N:2C2D2H2S W:AS… | 0-120 0-10 EW+4
    dealer W trump AS | N:2C3C… E:… S:… W:… | N:2C2D2H2S W:AS ...

The second is a deal in play: three dots say so, for else a line that lost its end would pass for one.

The grammar, in which a blank stands for any white space, so that a wrapped line reads as well::

    deal   = start " | " hands " | " plays
    start  = "dealer " seat " trump " card
    hands  = four of seat ":" cards, seats in the order N E S W, ten cards each
    plays  = ten tricks [" | " result]    of a deal that was played out
           | none to ten tricks "..."     of one in play
    trick  = leader ":" cards, four in order of play; before "..." the last may be short
    result = points " " tricks " " (side "+" games | "tie"), points and tricks as NS "-" EW
    seat   = "N" | "E" | "S" | "W"        leader = seat
    side   = "NS" | "EW"                  card   = rank and suit, "AS"

What isn't one of these texts is a
NotationError; a card that the rules refuse is an IllegalPlayError (R18).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from arena.engine.cards import (
    SEATS,
    Card,
    CardMask,
    Seat,
    cards_in,
    expect,
    mask_of,
    parse_cards,
)
from arena.engine.deal import CARDS_IN_TRICK, Deal, replay
from arena.engine.layout import CARDS_IN_HAND, Layout
from arena.engine.rules import Ruleset
from arena.engine.scoring import DealResult, result_of
from arena.errors import NotationError


@dataclass(frozen=True, slots=True)
class NotedDeal:
    """What a text of a deal says: the cards as dealt, the plays, and the result if it states one."""

    layout: Layout
    plays: tuple[Card, ...]
    result: DealResult | None


def show_deal(layout: Layout, plays: Sequence[Card], result: DealResult | None = None) -> str:
    """One line of text for a deal and the cards played so far, which ``parse_deal`` reads back.

    Leave ``result`` out unless the deal was played out: a forfeit isn't what the plays came to. Raises
    IllegalPlayError for a card that the rules refuse, and NotationError for a result that isn't one of
    these plays; its games are taken as they are, for they depend on the rules.
    """
    deal = replay(layout, plays)
    parts = [
        f"dealer {layout.dealer} trump {layout.trump_card}",
        " ".join(_show_row(seat, cards_in(layout.hands[seat])) for seat in SEATS),
    ]
    tricks = [_show_row(trick.leader, trick.cards) for trick in deal.tricks]
    if deal.table:
        tricks.append(_show_row(deal.leader, deal.table))
    if not deal.finished:
        tricks.append(_IN_PLAY)
    parts.append(" ".join(tricks))
    if result is not None:
        if not deal.finished or result != replace(result_of(deal, Ruleset()), games=result.games):
            raise NotationError(_show_result(result), "the result of these plays")
        parts.append(_show_result(result))
    return " | ".join(parts)


def parse_deal(text: str, rules: Ruleset) -> NotedDeal:
    """The deal that ``text`` notes, with each play checked and its result scored again by ``rules``.

    Raises NotationError for a text that isn't a deal or states a wrong result, and IllegalPlayError
    for a card that can't be played; both quote the part that is wrong.
    """
    expect(text, str)
    parts = [part.split() for part in text.split("|")]
    if len(parts) not in _PARTS or not all(parts):
        raise NotationError(text, "a deal: dealer and trump | four hands | tricks | result")
    start, hands, tricks, *stated = parts
    layout = _parse_layout(start, hands)
    deal = _parse_tricks(tricks, layout)
    plays = tuple(card for trick in deal.tricks for card in trick.cards) + deal.table
    return NotedDeal(layout, plays, _check_result(stated[0], deal, rules) if stated else None)


_PARTS: Final = (3, 4)
"""How many parts a text has: the result may be missing."""

_IN_PLAY: Final = "..."
"""What follows the tricks of a deal that isn't finished."""


def _show_row(seat: Seat, cards: Sequence[Card]) -> str:
    return f"{seat}:{''.join(map(str, cards))}"


def _parse_row(word: str, expected: str) -> tuple[Seat, tuple[Card, ...]]:
    seat, colon, cards = word.partition(":")
    if not (colon and cards):
        raise NotationError(word, expected)
    return Seat.parse(seat), parse_cards(cards)


def _parse_layout(start: list[str], hands: list[str]) -> Layout:
    if start[::2] != ["dealer", "trump"] or len(start) % 2:
        raise NotationError(" ".join(start), "a dealer and a trump card: dealer W trump AS")
    if len(hands) != len(SEATS):
        raise NotationError(" ".join(hands), "four hands")
    dealer, trump_card = Seat.parse(start[1]), Card.parse(start[3])
    seen: set[Card] = set()
    north, east, south, west = (
        _parse_hand(word, seat, seen) for seat, word in zip(SEATS, hands, strict=True)
    )
    return Layout(dealer, trump_card, (north, east, south, west))


def _parse_hand(word: str, seat: Seat, seen: set[Card]) -> CardMask:
    """The hand of ``seat``; ``seen`` holds the cards read so far, and then these too."""
    expected = f"the hand of seat {seat}: {seat}, a colon and ten cards"
    holder, cards = _parse_row(word, expected)
    if holder is not seat or len(cards) != CARDS_IN_HAND:
        raise NotationError(word, expected)
    for card in cards:
        if card in seen:
            raise NotationError(str(card), "a card that was dealt once")
        seen.add(card)
    return mask_of(cards)


def _parse_tricks(words: list[str], layout: Layout) -> Deal:
    in_play = words[-1] == _IN_PLAY
    tricks = words[:-1] if in_play else words
    deal = Deal.start(layout)
    for word in tricks:
        if deal.table:
            raise NotationError(tricks[len(deal.tricks)], "a trick of four cards")
        leader, cards = _parse_row(word, "a trick: its leader, a colon and four cards")
        if leader is not deal.to_play and not deal.finished:
            raise NotationError(word, f"a trick that seat {deal.to_play} leads")
        if len(cards) > CARDS_IN_TRICK:
            raise NotationError(word, "a trick of four cards")
        for card in cards:
            deal = deal.play(deal.to_play, card)
    if in_play and deal.finished:
        raise NotationError(_IN_PLAY, "a part of a deal that was played out")
    if not in_play and not deal.finished:
        raise NotationError(words[-1], f"the tenth trick; {_IN_PLAY} ends a deal in play")
    return deal


def _check_result(words: list[str], deal: Deal, rules: Ruleset) -> DealResult:
    """The result of ``deal``, which ``words`` must state as it is."""
    if not deal.finished:
        raise NotationError(" ".join(words), "stated of a deal that was played out")
    result = result_of(deal, rules)
    shown = _show_result(result)
    for stated, true in zip_longest(words, shown.split(), fillvalue=""):
        if stated != true:
            raise NotationError(stated or " ".join(words), f"the result of these plays, {shown}")
    return result


def _show_result(result: DealResult) -> str:
    worth = "tie" if result.winner is None else f"{result.winner}+{result.games}"
    return f"{result.points[0]}-{result.points[1]} {result.tricks[0]}-{result.tricks[1]} {worth}"
