"""Double-dummy analysis of Sueca: what positions and cards are worth when all see all hands.

::

    solver = best_solver()
    solver.value(deal)               # card points that NS end with when all see all hands
    solver.cards(deal)               # the same after each legal card
    judge(deal, cards, rules, solver)  # a deal as it was played: what each card gave away

``native/`` is the C source and the recorded WebAssembly made from it; ``reference`` answers the same in plain Python.
"""

from arena.solver.analysis import JudgedDeal, JudgedPlay, judge
from arena.solver.choice import best_solver, is_compiled_available
from arena.solver.interface import PLENTY, Solver

__all__ = [
    "PLENTY",
    "JudgedDeal",
    "JudgedPlay",
    "Solver",
    "best_solver",
    "is_compiled_available",
    "judge",
]
