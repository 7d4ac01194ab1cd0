"""What intervals and separations are worth, format by format: python benchmarks/interval_coverage.py [--quick].

Tournaments are drawn by chance and go through the arena's own code: its formats pair off, its ledger fold adds up
whole numbers, its one estimator makes the places. Counted are the 95 % intervals of strengths that hold the truth,
the tournaments in which two equals are separated, or two are separated in the wrong order, and how many of the
true differences are found.

A field is of equals, or unequal and not additive: besides strengths each pair has a style. Processes may fail: a
half of a match is then lost by a sweep, board for board. Or a process has a mood: a difference to its own
strength that is drawn anew for each match.
"""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from time import process_time

from luck import VALUES, Luck

from arena.referee.spec import Unit
from arena.tournament.contest import Contest
from arena.tournament.draw import members_of
from arena.tournament.formats import FORMATS, MIXED, Format, Pairing, Past, Result, Round, Setting
from arena.tournament.formats.separation import UntilSeparated
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.places import Field, individuals
from arena.tournament.statistics import Estimate
from arena.tournament.tally import Meeting, Tally
from arena.transcript.rulings import Rulings

SEED = 20261130
SWEEP = 4
EVEN = Luck.of(0)
_LEVEL = 1e-12
"""Who is no further apart than rounding is level."""

_NOBODY = Rulings({}, {}, {}, ended=False)


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of tournament. boards: of one match. matches: of one meeting.

    share: of its matches are played. spread: the standard deviation of strengths in net games a deal, 0 for
    equals; style: that of a pair's own. failing: the chance that a side fails in a half. mood: the standard
    deviation of a match's accident. rubbers: figures are won less lost per rubber instead.
    most_boards: the cap of a tournament that goes on until neighbours are separated.
    """

    name: str
    format: str
    entrants: int
    boards: int
    matches: int = 2
    rounds: int = 1
    share: float = 1.0
    spread: float = 0.0
    style: float = 0.0
    failing: float = 0.0
    mood: float = 0.0
    rubbers: bool = False
    most_boards: int = 0


@dataclass(slots=True)
class World:
    """The truth of one tournament: the mean of a board of the first of two, by their numbers."""

    case: Case
    dice: random.Random
    strengths: list[float] = field(init=False)
    styles: dict[tuple[int, int], float] = field(init=False)

    def __post_init__(self) -> None:
        case, dice = self.case, self.dice
        self.strengths = [dice.gauss(0, case.spread) for _ in range(case.entrants)]
        self.styles = {
            pair: dice.gauss(0, case.style) for pair in combinations(range(case.entrants), 2)
        }

    def played_mean(self, one: Sequence[int], other: Sequence[int]) -> float:
        """The true mean of a board between two sides that is played."""
        value = sum(self.strengths[at] for at in one) - sum(self.strengths[at] for at in other)
        if len(one) == 1:
            low, high = sorted((one[0], other[0]))
            value += self.styles[low, high] if low == one[0] else -self.styles[low, high]
        return value

    def mean(self, one: Sequence[int], other: Sequence[int]) -> float:
        """The true mean over all matches. A half that one side loses by failing may be lost by either."""
        failing = self.case.failing
        return self.played_mean(one, other) * (1 - 2 * failing * (1 - failing))

    def match(self, one: Sequence[int], other: Sequence[int]) -> list[int]:
        """The sums of the legs of each board of one match."""
        case, dice = self.case, self.dice
        mean = self.played_mean(one, other) + dice.gauss(0, case.mood)
        if case.rubbers:
            return self._rubbers(mean)
        legs = [value + _rounded(dice, 2 * mean) for value in dice.choices(
            VALUES, cum_weights=EVEN.cumulated, k=case.boards
        )]  # fmt: skip
        first = [dice.choice((value // 2, value - value // 2)) for value in legs]
        halves = [first, [value - leg for value, leg in zip(legs, first, strict=True)]]
        return self._summed(halves, SWEEP)

    def _rubbers(self, mean: float) -> list[int]:
        """Won less lost of each mirrored rubber."""
        dice, number = self.dice, range(self.case.boards)
        chance = 0.5 + mean / 2
        halves = [[1 if dice.random() < chance else -1 for _ in number] for _ in range(2)]
        return self._summed(halves, 1)

    def _summed(self, halves: list[list[int]], forfeit: int) -> list[int]:
        """Both halves together. Where one side's process fails, its whole half is lost."""
        for half in halves:
            ours, theirs = (self.dice.random() < self.case.failing for _ in range(2))
            if ours != theirs:
                half[:] = [-forfeit if ours else forfeit] * len(half)
        return [a + b for a, b in zip(*halves, strict=True)]


def _rounded(dice: random.Random, value: float) -> int:
    """A whole number whose mean is ``value``."""
    low = int(value // 1)
    return low + (dice.random() < value - low)


def _form(case: Case) -> Format:
    if case.format == "mixed":
        return MIXED
    if case.format == "separated":
        return UntilSeparated(FORMATS["round-robin"], case.most_boards)
    return FORMATS[case.format]


def play(case: Case, world: World) -> dict[tuple[str, str], Meeting]:
    """One tournament's meetings, by names, from the first one's side."""
    dice = world.dice
    form = _form(case)
    lots = list(range(case.entrants))
    dice.shuffle(lots)
    setting = Setting(case.entrants, case.rounds, 0, tuple(lots), case.boards * case.matches)
    sides = [*form.sides(case.entrants)]
    names = ["+".join(name_of(at) for at in side) for side in sides]
    between: dict[tuple[str, str], Meeting] = {}
    results: list[Result] = []

    def meet(pairing: Pairing) -> Result:
        all_legs: list[int] = []
        pair = (names[pairing.first], names[pairing.second])
        for _ in range(case.matches):
            legs = world.match(sides[pairing.first], sides[pairing.second])
            all_legs += legs
            results.append(Result(pairing.first, pairing.second, sum(legs), tuple(legs)))
            seen = Observed.match(legs)
            rubbers = seen if case.rubbers else NOTHING
            found = Meeting(Tally(1, deals=2 * len(legs)), seen, seen, rubbers)
            if pair[::-1] in between:
                between[pair[::-1]] += found.reverse
            else:
                between[pair] = between[pair] + found if pair in between else found
        return Result(pairing.first, pairing.second, sum(all_legs), tuple(all_legs))

    opening = [*form.opening(setting)]
    for pairing in opening[: max(1, round(case.share * len(opening)))]:
        meet(pairing)
    rounds: list[Round] = []
    playing = tuple(range(case.entrants))
    while further := form.further(setting, Past(playing, tuple(rounds), results)):
        now = [meet(pairing) for pairing in further]
        rounds.append(Round(playing, tuple(further), tuple(now)))
    return between


def name_of(at: int) -> str:
    """A name that sorts as the number does."""
    return f"e{at:03}"


@dataclass(slots=True)
class Count:
    """What tournaments of one case came to."""

    held: int = 0
    intervals: int = 0
    false: int = 0
    wrong: int = 0
    found: int = 0
    differences: int = 0
    tournaments: int = 0

    @property
    def coverage(self) -> float:
        """The share of intervals that hold the truth."""
        return self.held / max(1, self.intervals)


def simulate(case: Case, tournaments: int) -> Count:
    """Play so many tournaments of one case, each with strengths of its own."""
    dice, count = random.Random(f"{SEED} {case.name}"), Count()
    for _ in range(tournaments):
        world = World(case, dice)
        between = play(case, world)
        both = between | {pair[::-1]: meeting.reverse for pair, meeting in between.items()}
        _judge(case, world, both, count)
    return count


def _judge(case: Case, world: World, between: dict[tuple[str, str], Meeting], count: Count) -> None:
    names = sorted({name for pair in between for name in pair})
    unit = Unit.RUBBER if case.rubbers else Unit.BOARD
    bots = tuple(map(name_of, range(case.entrants))) if case.format == "mixed" else ()
    contest = Contest(
        "cup", unit, tuple(names), len(between), case.format, bots,
        sequential=case.format == "separated",
    )  # fmt: skip
    found = Field.of(contest, names, between, {}, _NOBODY)
    strengths = found.decisive
    sides = {name: [int(member[1:]) for member in members_of(name)] for name in names}
    truth = {
        name: sum(world.mean(sides[name], sides[other]) for other in names if other != name)
        / (len(names) - 1)
        for name in names
    }
    apart = {
        place.name: set(names) - {place.name, *place.not_separated} for place in found.places()
    }
    _count(count, truth, {name: strengths.figure(name) for name in names}, apart)
    if bots:
        rated = [*individuals(contest, _NOBODY, between)]
        mean = sum(world.strengths) / case.entrants
        own = {name_of(at): value - mean for at, value in enumerate(world.strengths)}
        told = {it.name: set(bots) - {it.name, *it.not_separated} for it in rated}
        _count(count, own, {it.name: it.games for it in rated}, told)
    count.tournaments += 1


def _count(
    count: Count,
    truth: Mapping[str, float],
    figures: Mapping[str, Estimate | None],
    apart: Mapping[str, set[str]],
) -> None:
    false = wrong = False
    for name, value in truth.items():
        estimate = figures[name]
        if estimate is None:
            continue
        low, high = estimate.interval()
        count.intervals += 1
        count.held += low <= value <= high
    for one, other in combinations(truth, 2):
        gap = truth[one] - truth[other]
        is_apart = other in apart[one]
        if abs(gap) < _LEVEL:
            false |= is_apart
            continue
        count.differences += 1
        if is_apart:
            first, second = figures[one], figures[other]
            assert first is not None
            assert second is not None
            better = first.mean > second.mean
            wrong |= better is not (gap > 0)
            count.found += better is (gap > 0)
    count.false += false
    count.wrong += wrong


SPREAD, STYLE = 0.15, 0.08
"""Of unequal fields, in net games a deal: about what the example bots show."""


PROCESSES = {
    "clean": {},
    "1 % fail": {"failing": 0.01},
    "5 % fail": {"failing": 0.05},
    "moods": {"mood": 0.3},
}
FIELDS = {"equals": {}, "unequal": {"spread": SPREAD, "style": STYLE}}


def cases() -> Iterator[tuple[Case, int]]:
    """All that figures are claimed for, and how many tournaments of each are drawn."""
    for which, of_field in FIELDS.items():
        for what, of_process in PROCESSES.items():
            for name, repeats, case in _kinds():
                yield (
                    replace(case, name=f"{name}, {which}, {what}", **of_field, **of_process),
                    repeats,
                )
        for name, repeats, case in _clean_kinds():
            yield replace(case, name=f"{name}, {which}", **of_field), repeats


def _kinds() -> Iterator[tuple[str, int, Case]]:
    """Those that are drawn with every kind of process."""
    for n, repeats in ((2, 600), (4, 400), (8, 200), (12, 120)):
        for matches, boards in ((1, 40), (2, 20)):
            case = Case("", "round-robin", n, boards, matches)
            yield f"round-robin {n}, {matches} x {boards}", repeats, case
    for share in (0.3, 0.5):
        case = Case("", "round-robin", 12, 20, share=share)
        yield f"round-robin 12 at {share:.0%}, 2 x 20", 150, case
    for n, rounds, repeats in ((8, 3, 200), (12, 4, 150), (40, 6, 16)):
        case = Case("", "swiss", n, 20, rounds=rounds)
        yield f"Swiss {n}, {rounds} rounds of 2 x 20", repeats, case
    yield "gauntlet 10, 4 x 20", 200, Case("", "gauntlet", 10, 20, 4)
    yield "mixed 6 bots, 2 x 20", 60, Case("", "mixed", 6, 20)
    case = Case("", "separated", 6, 20, most_boards=6_000)
    yield "until separated 6, 2 x 20 on, to 6,000", 100, case
    yield "rubbers 6, 2 x 20", 200, Case("", "round-robin", 6, 20, rubbers=True)


def _clean_kinds() -> Iterator[tuple[str, int, Case]]:
    yield "round-robin 40, 2 x 20", 12, Case("", "round-robin", 40, 20)
    for boards in (30, 100, 300):
        case = Case("", "swiss", 12, boards, 1, 4)
        yield f"Swiss 12, 4 rounds of 1 x {boards}", 100, case


QUICK = 10
"""In the short form, one in so many tournaments of each case is drawn."""


def main() -> None:
    """Print the figures; names after the script's choose cases by a part of their name."""
    quick = "--quick" in sys.argv[1:]
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    print("coverage of 95 % intervals; share of tournaments with a false, or a wrong separation;")
    print("share of true differences that are found; tournaments")
    began = process_time()
    for case, repeats in cases():
        if wanted and not any(word in case.name for word in wanted):
            continue
        count = simulate(case, max(4, repeats // QUICK) if quick else repeats)
        power = count.found / count.differences if count.differences else 0.0
        print(
            f"{case.name:48} {count.coverage:.3f}  {count.false / count.tournaments:.3f}"
            f"  {count.wrong / count.tournaments:.3f}  {power:.3f}  {count.tournaments:4}",
            flush=True,
        )
    print(f"{process_time() - began:.0f} s of CPU")


if __name__ == "__main__":
    main()
