"""How fast the double-dummy solver is: python benchmarks/solver.py [DEALS], 200 fixed deals unless told otherwise.

CPU time of one core, so that a busy machine matters less; each deal begins with an empty table.
"""

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from tabulate import tabulate

from arena.engine import CARDS, SEATS, Card, Deal, Direction, Layout, Ruleset, cards_in
from arena.solver import judge
from arena.solver.compiled import CompiledSolver

SEED = 2026
EIGHT_LEFT = 8  # cards of a two-trick beginning


def main(number: int) -> None:
    """Time the three questions that people ask of a deal."""
    chance, solver = Random(SEED), CompiledSolver()
    deals = [a_deal(chance) for _ in range(number)]
    games = [at_random(deal, chance) for deal in deals]
    shorter = [position(deal, cards[:EIGHT_LEFT]) for deal, cards in zip(deals, games, strict=True)]
    rules = Ruleset()
    whole = [timed(solver, lambda deal=deal: solver.value(deal)) for deal in deals]
    moves = [timed(solver, lambda deal=deal: solver.cards(deal)) for deal in shorter]
    played = [
        timed(solver, lambda deal=deal, cards=cards: judge(deal, cards, rules, solver))
        for deal, cards in zip(deals, games, strict=True)
    ]
    rows = [
        row("a whole deal's value", whole, "200, 2000"),
        row("all cards, 8 tricks left", moves, "25, -"),
        row("40 plays, all alternatives", played, "800, 4000"),
    ]
    headers = ("ms of CPU", "median", "mean", "95 %", "most", "goal: median, 95 %")
    print(tabulate(rows, headers, floatfmt=".0f", tablefmt="github"))
    print(f"\n{number} deals, {solver.nodes / number:,.0f} nodes a deal in all")


def a_deal(chance: Random) -> Deal:
    """A deal before its first card."""
    pack = list(CARDS)
    chance.shuffle(pack)
    return Deal.start(Layout.from_pack(pack, chance.choice(SEATS), Direction.CLOCKWISE))


def at_random(deal: Deal, chance: Random) -> list[Card]:
    """All forty cards, played at random."""
    cards: list[Card] = []
    while not deal.finished:
        cards.append(chance.choice(cards_in(deal.legal)))
        deal = deal.play(deal.to_play, cards[-1])
    return cards


def position(deal: Deal, cards: list[Card]) -> Deal:
    """The deal after some cards."""
    for card in cards:
        deal = deal.play(deal.to_play, card)
    return deal


def timed(solver: CompiledSolver, ask: Callable[[], object]) -> float:
    """Milliseconds of CPU for one question to a solver that knows nothing yet."""
    solver.forget()
    start = time.process_time()
    ask()
    return (time.process_time() - start) * 1000


def row(name: str, times: list[float], goal: str) -> tuple[str, float, float, float, float, str]:
    """One line of the table."""
    ordered = sorted(times)
    percentile = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return name, statistics.median(times), statistics.fmean(times), percentile, ordered[-1], goal


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
