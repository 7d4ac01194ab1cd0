"""Whether 95 % intervals hold the true value in 95 % of all cases: python benchmarks/interval_coverage.py.

Tournaments of six entrants of known strength are drawn by chance again and again, with few and with many
boards a pairing, and it is counted how often the interval of an entrant, of a difference, and of a bot with
changing partners holds the truth; and how often any of six equal entrants is shown as separated.
"""

import random
from dataclasses import dataclass
from itertools import combinations

from luck import VALUES, Luck

from arena.tournament.ranking import not_separated
from arena.tournament.ratings import Ratings, gather
from arena.tournament.statistics import Estimate, Sample, Strengths

NAMES = tuple("abcdef")
STRENGTH = dict(zip(NAMES, (0.25, 0.2, 0.1, 0.0, -0.1, -0.3), strict=True))
PAIRS = list(combinations(NAMES, 2))
SEED = 20261130


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of intervals that hold the truth: of entrants, and of differences between two."""

    strengths: float
    differences: float


def coverage(boards: int, repeats: int) -> Coverage:
    """Over so many round-robins of six, with so many boards a pairing."""
    dice = random.Random(SEED)
    luck = {(one, other): Luck.of(STRENGTH[one] - STRENGTH[other]) for one, other in PAIRS}
    truth = dict.fromkeys(NAMES, 0.0)
    for (one, other), each in luck.items():
        truth[one] += each.mean / (len(NAMES) - 1)
        truth[other] -= each.mean / (len(NAMES) - 1)
    strengths: list[bool] = []
    differences: list[bool] = []
    for _ in range(repeats):
        found = Strengths(NAMES, {pair: _draw(dice, luck[pair], boards) for pair in PAIRS})
        strengths += [_holds(found.of(name), truth[name]) for name in NAMES]
        differences += [
            _holds(found.difference(one, other), truth[one] - truth[other]) for one, other in PAIRS
        ]
    return Coverage(_share(strengths), _share(differences))


def wrongly_separated(boards: int, repeats: int) -> float:
    """The share of round-robins of six equals in which any two are shown as separated."""
    dice, even = random.Random(SEED), Luck.of(0)
    separated: list[bool] = []
    for _ in range(repeats):
        equals = Strengths(NAMES, {pair: _draw(dice, even, boards) for pair in PAIRS})
        alike = not_separated(NAMES, equals)
        separated.append(any(len(alike[name]) < len(NAMES) - 1 for name in NAMES))
    return _share(separated)


def rating_coverage(boards: int, repeats: int) -> float:
    """The share of intervals of six bots' own ratings that hold the truth, with partners by lot."""
    dice = random.Random(SEED)
    mean = sum(STRENGTH.values()) / len(NAMES)
    noise = Luck.of(0)
    held: list[bool] = []
    for _ in range(repeats):
        rows: list[tuple[tuple[str, ...], tuple[str, ...], int]] = []
        for legs in dice.choices(VALUES, cum_weights=noise.cumulated, k=boards):
            one, two, three, four = dice.sample(NAMES, 4)
            edge = STRENGTH[one] + STRENGTH[two] - STRENGTH[three] - STRENGTH[four]
            # A side that is better by so much wins a game more in both legs so much more often.
            gain = 2 * (dice.random() < abs(edge)) * (1 if edge > 0 else -1)
            rows.append(((one, two), (three, four), legs + gain))
        ratings = Ratings(NAMES, gather(rows))
        held += [_holds(ratings.of(name), STRENGTH[name] - mean) for name in NAMES]
    return _share(held)


def _draw(dice: random.Random, luck: Luck, boards: int) -> Sample:
    return Sample.of(dice.choices(VALUES, cum_weights=luck.cumulated, k=boards))


def _holds(estimate: Estimate | None, truth: float) -> bool:
    interval = None if estimate is None else estimate.interval()
    return interval is not None and interval[0] <= truth <= interval[1]


def _share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def main() -> None:
    """Print the figures."""
    print("boards  strengths  differences  equals separated (2,000 round-robins of six)")
    for boards in (10, 20, 50, 200):
        found, wrong = coverage(boards, 2_000), wrongly_separated(boards, 2_000)
        print(f"{boards:6}  {found.strengths:9.4f}  {found.differences:11.4f}  {wrong:16.4f}")
    print("boards  ratings of bots with changing partners (2,000 tournaments)")
    for boards in (60, 200):
        print(f"{boards:6}  {rating_coverage(boards, 2_000):7.4f}")


if __name__ == "__main__":
    main()
