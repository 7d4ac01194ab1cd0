"""Sueca's rules as pure values: no clock, no chance, no I/O.

The names below are the engine's public surface::

    layout = Layout.from_pack(pack, dealer, rules.deal_direction)
    deal = Deal.start(layout)
    while not deal.finished:
        deal = deal.play(deal.to_play, choose(view_of(deal.to_play, layout, deal)))
    rubber = rubber.after(result_of(deal, rules))
"""

from arena.engine.cards import (
    CARDS,
    SEATS,
    Card,
    CardMask,
    Partnership,
    Seat,
    Suit,
    cards_in,
    mask_of,
    parse_cards,
    show_cards,
)
from arena.engine.deal import Deal, Trick, legal_mask, replay, winning_index
from arena.engine.layout import Hands, Layout
from arena.engine.notation import NotedDeal, parse_deal, show_deal
from arena.engine.rules import PRESETS, Direction, Ruleset, SweepBy, Tie
from arena.engine.scoring import DealResult, Rubber, forfeited, result_of, score_deal
from arena.engine.view import View, view_of

__all__ = [
    "CARDS",
    "PRESETS",
    "SEATS",
    "Card",
    "CardMask",
    "Deal",
    "DealResult",
    "Direction",
    "Hands",
    "Layout",
    "NotedDeal",
    "Partnership",
    "Rubber",
    "Ruleset",
    "Seat",
    "Suit",
    "SweepBy",
    "Tie",
    "Trick",
    "View",
    "cards_in",
    "forfeited",
    "legal_mask",
    "mask_of",
    "parse_cards",
    "parse_deal",
    "replay",
    "result_of",
    "score_deal",
    "show_cards",
    "show_deal",
    "view_of",
    "winning_index",
]
