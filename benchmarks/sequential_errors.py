"""How often sequential tests err, and how soon they stop: python benchmarks/sequential_errors.py.

Two equal bots play match after match of 20 boards, and after every match the rule is asked. Counted are the runs in which
it ever says that one of them is better; beside it the same for a fixed 95 % interval looked at all the time,
which is no test at all. Processes are clean, fail in 1 or 5 % of all halves, or have a mood in each match. With a true
difference: how often it is found, and after how many boards.
"""

import random
from dataclasses import dataclass

from luck import VALUES, Luck

from arena.tournament.observed import Observed
from arena.tournament.sequential import ConfidenceSequence, Rule, Sprt, Trial, Verdict

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
    """An interval for one look, looked at after each match: how not to do it."""

    def judge(self, observed: Observed) -> Verdict:
        """BETTER as soon as |mean| > 1.96 s / sqrt(N), on whichever side."""
        sample = observed.boards
        spread, mean = sample.spread, sample.mean
        if sample.count < 20 or not spread or mean is None:  # noqa: PLR2004
            return Verdict.UNDECIDED
        far = float(mean * mean * sample.count / spread) > 1.96**2
        return Verdict.BETTER if far else Verdict.UNDECIDED


MATCH = 20
SWEEP = 4

PROCESSES = {
    "clean": (0.0, 0.0),
    "1 % fail": (0.01, 0.0),
    "5 % fail": (0.05, 0.0),
    "moods": (0.0, 0.3),
}
"""The chance that a side fails in a half, and the standard deviation of a match's mood in games a deal."""


def match(dice: random.Random, luck: Luck, failing: float, mood: float) -> list[int]:
    """The sums of the legs of each board."""
    shift = 2 * dice.gauss(0, mood) if mood else 0.0
    low = int(shift // 1)
    boards = [
        value + low + (dice.random() < shift - low)
        for value in dice.choices(VALUES, cum_weights=luck.cumulated, k=MATCH)
    ]
    for _ in range(2):
        ours, theirs = dice.random() < failing, dice.random() < failing
        if ours != theirs:  # the whole half is lost, and the other one is half of what it was
            boards = [value // 2 + (-SWEEP if ours else SWEEP) for value in boards]
    return boards


def play(rule: Rule, edge: float, cap: int, repeats: int, processes: str = "clean") -> Outcome:
    """So many runs of at most ``cap`` boards between bots of which the first has an edge."""
    dice, luck = random.Random(SEED), Luck.of(edge)
    verdicts: list[Verdict] = []
    boards = 0
    for _ in range(repeats):
        trial = Trial(rule, cap)
        while not trial.over:
            trial = trial.after(match(dice, luck, *PROCESSES[processes]))
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
    print("rule                      processes  edge  better   worse  undecided  boards")
    rules: dict[str, Rule] = {
        "SPRT t0 = 0, t1 = 0.2": Sprt(0, 0.2),
        "SPRT t0 = 0, t1 = 0.1": Sprt(0, 0.1),
        "confidence sequence": ConfidenceSequence(),
        "1.96, looked at always": Naive(),
    }
    for name, rule in rules.items():
        for processes, edge in (*((it, 0.0) for it in PROCESSES), ("clean", 0.1)):
            found = play(rule, edge, 2_000, 1_000, processes)
            print(
                f"{name:24}  {processes:9}  {edge:4}  {found.better:6.3f}  {found.worse:6.3f}"
                f"  {found.undecided:9.3f}  {found.boards:6.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
