"""How well formats order a field at equal cost: python benchmarks/formats.py.

Each line is a field and a budget; the expected Kendall tau of a Swiss, and of the round-robin with as many boards.
"""

from arena.tournament.formats import FORMATS, Setting
from arena.tournament.worth import expected_tau

FIELDS = ((8, 3, 40), (12, 4, 60), (20, 5, 60), (40, 6, 60))
"""Entrants, rounds of the Swiss, and boards of each of its meetings."""


def main() -> None:
    """Print the table."""
    print("entrants  Swiss             tau   round-robin        tau")
    for entrants, rounds, boards in FIELDS:
        lots = tuple(range(entrants))
        swiss = Setting(entrants, rounds, 0, lots, boards)
        share = rounds * (entrants // 2) * boards * 2 // (entrants * (entrants - 1))
        whole = Setting(entrants, 1, 0, lots, share)
        first = expected_tau(FORMATS["swiss"], swiss, 2)
        second = expected_tau(FORMATS["round-robin"], whole, 2)
        print(
            f"{entrants:8}  {rounds} rounds of {boards:3}  {first:.2f}  {share:3} a meeting"
            f"     {second:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
