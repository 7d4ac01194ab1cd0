"""How much luck duplicates take away: python benchmarks/duplicate_variance.py.

A heuristic plays boards against a twin that errs: with a chance of 10 % it plays any legal card instead. Each
board is played twice with the seats exchanged. Compared is the variance of the mean of those two deals with that
of two deals that have nothing to do with each other: so many times fewer deals are needed for the same certainty.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import variance

from arena.engine import (
    PRESETS,
    Card,
    Deal,
    Partnership,
    Suit,
    cards_in,
    result_of,
    winning_index,
)
from arena.tournament.boards import board_layout, parse_seed

SEED = parse_seed("20261130")
RULES = PRESETS["seed"]
Policy = Callable[[Deal], Card]


def heuristic(deal: Deal) -> Card:
    """Lead an ace or else something small; win cheaply as the last, high before; feed a winning partner."""
    legal = cards_in(deal.legal)
    if not deal.table:
        aces = [card for card in legal if card.points == 11 and card.suit is not deal.trump]  # noqa: PLR2004
        return aces[0] if aces else least(legal, deal.trump)
    best = winning_index(deal.table, deal.trump)
    behind = 3 - len(deal.table)
    if len(deal.table) - best == 2 and (behind == 0 or deal.table[best].points >= 10):  # noqa: PLR2004
        return max(legal, key=lambda card: (card.suit is not deal.trump, card.points))
    place = len(deal.table)
    winners = [card for card in legal if winning_index((*deal.table, card), deal.trump) == place]
    stake = sum(card.points for card in deal.table)
    in_suit = [card for card in winners if card.suit is deal.led]
    if in_suit:
        return max(in_suit, key=lambda card: card.points if behind == 0 else card.strength)
    if winners and stake:
        return min(winners, key=lambda card: card.strength)
    return least(legal, deal.trump)


def least(legal: tuple[Card, ...], trump: Suit) -> Card:
    """What is missed least."""
    return min(legal, key=lambda card: (card.points + 6 * (card.suit is trump), card.strength))


def erring(dice: random.Random, share: float) -> Policy:
    """The heuristic, but for a share of its cards, which come by lot."""

    def choose(deal: Deal) -> Card:
        if dice.random() < share:
            return dice.choice(cards_in(deal.legal))
        return heuristic(deal)

    return choose


def play(number: int, policies: tuple[Policy, Policy]) -> tuple[int, int]:
    """Net points and net games of N-S on a board; policies of N-S and E-W."""
    deal = Deal.start(board_layout(SEED, number, RULES))
    while not deal.finished:
        deal = deal.play(deal.to_play, policies[deal.to_play & 1](deal))
    result = result_of(deal, RULES)
    return result.points[Partnership.NS] - 60, result.net_games[Partnership.NS]


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much duplicates cut the variance, and the mean difference of a board."""

    points: float
    games: float
    mean_points: float


def gain(boards: int, share: float) -> Gain:
    """Of the heuristic over its twin that errs so often, over so many boards."""
    dice = random.Random(int.from_bytes(SEED))
    twin = erring(dice, share)
    first = [play(number, (heuristic, twin)) for number in range(boards)]
    second = [play(number, (twin, heuristic)) for number in range(boards)]
    points, games = (
        [(one[at] - other[at]) / 2 for one, other in zip(first, second, strict=True)]
        for at in (0, 1)
    )
    single_points, single_games = (
        [one[at] for one in first] + [-other[at] for other in second] for at in (0, 1)
    )
    return Gain(
        points=variance(single_points) / 2 / variance(points),
        games=variance(single_games) / 2 / variance(games),
        mean_points=sum(points) / boards,
    )


def main() -> None:
    """Print the figures."""
    print("2,000 boards; variance of two separate deals over that of a board played twice")
    print("errors  points  games  the better one gains, points a deal")
    for share in (0.02, 0.1, 0.3):
        found = gain(2_000, share)
        print(f"{share:6.0%}  {found.points:6.2f}  {found.games:5.2f}  {found.mean_points:+10.2f}")


if __name__ == "__main__":
    main()
