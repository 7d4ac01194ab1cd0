"""What a solver answers, and which one this installation has."""

from typing import Final, Protocol

from arena.engine.cards import Card, Partnership
from arena.engine.deal import Deal

PLENTY: Final = 200_000_000
"""A budget in nodes for one question: all three of ``benchmarks/solver.py`` together take 8 million a deal on average."""


class Solver(Protocol):
    """Double-dummy answers: what a position is worth when all four see all hands and play best.

    Each takes a budget in nodes, a node being a card tried; None is "not solved": the budget ran out. What was found
    stays in memory for the next question, until ``forget``.
    """

    def value(self, deal: Deal, budget: int = PLENTY) -> int | None:
        """Card points that NS end with, those they have already included."""
        ...

    def cards(self, deal: Deal, budget: int = PLENTY) -> dict[Card, int] | None:
        """The same after each legal card. The budget is for all of them together."""
        ...

    def sweep(self, deal: Deal, side: Partnership, budget: int = PLENTY) -> bool | None:
        """Whether a side can win each trick that is left, the one on the table included."""
        ...

    def forget(self) -> None:
        """Give up what is kept of positions: between deals that have nothing in common."""
        ...
