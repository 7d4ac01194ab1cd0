"""How often sequential tests err, and how soon they stop: python benchmarks/sequential_errors.py.

Two equal bots play board after board, and after every board the rule is asked. Counted are the runs in which
it ever says that one of them is better; beside it the same for a fixed 95 % interval looked at all the time,
which is no test at all. With a true difference: how often it is found, and after how many boards.
"""

import random
from dataclasses import dataclass

from luck import VALUES, Luck

from arena.tournament.sequential import ConfidenceSequence, Rule, Sprt, Trial, Verdict
from arena.tournament.statistics import Sample

SEED = 20261130


@dataclass(frozen=True, slots=True)
class Outcome:
    """Shares of the verdicts over all runs, and the mean number of boards."""

    better: float
    worse: float
    undecided: float
    boards: float


@dataclass(frozen=True, slots=True)
class Naive:
    """An interval for one look, looked at after each board from the 20th on: how not to do it."""

    def judge(self, sample: Sample) -> Verdict:
        """BETTER as soon as |mean| > 1.96 s / sqrt(N), on whichever side."""
        spread, mean = sample.spread, sample.mean
        if sample.count < 20 or not spread or mean is None:  # noqa: PLR2004
            return Verdict.UNDECIDED
        far = float(mean * mean * sample.count / spread) > 1.96**2
        return Verdict.BETTER if far else Verdict.UNDECIDED


def play(rule: Rule, edge: float, cap: int, repeats: int) -> Outcome:
    """So many runs of at most ``cap`` boards between bots of which the first has an edge."""
    dice, luck = random.Random(SEED), Luck.of(edge)
    verdicts: list[Verdict] = []
    boards = 0
    for _ in range(repeats):
        trial = Trial(rule, cap)
        for legs in dice.choices(VALUES, cum_weights=luck.cumulated, k=cap):
            trial = trial.after(legs)
            if trial.over:
                break
        verdicts.append(trial.verdict)
        boards += trial.sample.count
    return Outcome(
        better=verdicts.count(Verdict.BETTER) / repeats,
        worse=verdicts.count(Verdict.WORSE) / repeats,
        undecided=verdicts.count(Verdict.UNDECIDED) / repeats,
        boards=boards / repeats,
    )


def main() -> None:
    """Print the figures."""
    print("1,000 runs, at most 2,000 boards; edge 0.1 is a true t of 0.16")
    print("rule                      edge  better   worse  undecided  boards")
    rules: dict[str, Rule] = {
        "SPRT t0 = 0, t1 = 0.2": Sprt(0, 0.2),
        "SPRT t0 = 0, t1 = 0.1": Sprt(0, 0.1),
        "confidence sequence": ConfidenceSequence(),
        "1.96, looked at always": Naive(),
    }
    for name, rule in rules.items():
        for edge in (0.0, 0.1):
            found = play(rule, edge, 2_000, 1_000)
            print(
                f"{name:24}  {edge:4}  {found.better:6.3f}  {found.worse:6.3f}  {found.undecided:9.3f}"
                f"  {found.boards:6.0f}"
            )


if __name__ == "__main__":
    main()
