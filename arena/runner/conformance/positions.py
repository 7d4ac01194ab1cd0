"""Positions of real deals to ask a bot about, the same in every check."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.engine import Deal, Layout, Ruleset, Seat, cards_in, view_of
from arena.referee.clocks import MS
from arena.referee.requests import PlayRequests, deal_message
from arena.referee.score import UnitScore
from arena.referee.spec import Terms
from arena.tournament.boards import board_layout, parse_seed
from protocol.messages import DealStart

_SEED: Final = parse_seed("c0ffee")
"""Boards that everybody may know."""


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's turn: the deal as it stands, and how it was dealt; ``number`` is that of its board."""

    number: int
    seat: Seat
    layout: Layout
    deal: Deal
    terms: Terms

    def opening(self) -> DealStart:
        """The line that began this deal."""
        return deal_message(1, self.seat, self.layout, UnitScore.start(self.terms))

    def request(self, message_id: int) -> bytes:
        """The line that asks for a card."""
        clock, score = self.terms.clock, UnitScore.start(self.terms)
        requests = PlayRequests(1, self.layout, score, clock.move_ms)
        view = view_of(self.seat, self.layout, self.deal)
        return requests.line(message_id, view, clock.bank_ms * MS)


def layout_of(number: int, rules: Ruleset) -> Layout:
    """A board of the checks."""
    return board_layout(_SEED, number, rules)


def dice_of(number: int) -> random.Random:
    """What the other three players throw to choose their cards."""
    return random.Random(number)  # noqa: S311 - players of no account


def position(number: int, seat: Seat, trick: int, terms: Terms) -> Position:
    """The turn of ``seat`` in a trick (1 to 10) of a board, all having played by chance."""
    layout = layout_of(number, terms.rules)
    deal, dice = Deal.start(layout), dice_of(number)
    while len(deal.tricks) < trick - 1 or deal.to_play is not seat:
        deal = deal.play(deal.to_play, dice.choice(cards_in(deal.legal)))
    return Position(number, seat, layout, deal, terms)


def positions(first: int, seat: Seat, tricks: range, terms: Terms) -> Iterator[Position]:
    """The turn of ``seat`` in each of some tricks, each of another board from number ``first`` on."""
    for number, trick in enumerate(tricks, first):
        yield position(number, seat, trick, terms)
