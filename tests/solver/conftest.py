import importlib.util
from pathlib import Path
from random import Random

import pytest

from arena.engine import CARDS, SEATS, Deal, Direction, Layout, Suit, cards_in, mask_of


def _endgame(chance: Random, tricks: int, *, skewed: bool = False) -> Deal:
    """A composed position of so many tricks, with 0 to 3 cards on the table; skewed: one suit lies together."""
    cards = list(CARDS)
    chance.shuffle(cards)
    if skewed:
        together = chance.randrange(4)
        cards.sort(key=lambda card: chance.random() + 0.8 * (card.suit == together))
    hands = [mask_of(cards[at * tricks : (at + 1) * tricks]) for at in range(4)]
    chance.shuffle(hands)
    north, east, south, west = hands
    deal = Deal.of((north, east, south, west), Suit(chance.randrange(4)), chance.choice(SEATS))
    for _ in range(chance.randrange(4)):
        deal = deal.play(deal.to_play, chance.choice(cards_in(deal.legal)))
    return deal


def _whole_deal(chance: Random) -> Deal:
    cards = list(CARDS)
    chance.shuffle(cards)
    return Deal.start(Layout.from_pack(cards, chance.choice(SEATS), Direction.CLOCKWISE))


@pytest.fixture(scope="session")
def endgame():
    return _endgame


@pytest.fixture(scope="session")
def whole_deal():
    return _whole_deal


@pytest.fixture(scope="session")
def load_counter():
    """The example bot ``counter`` as a module."""
    path = Path(__file__).parents[2] / "example_bots" / "counter" / "bot.py"
    spec = importlib.util.spec_from_file_location("counter_of_the_solver", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
