"""What a format is worth: how well it can be expected to order a field, against a round-robin at equal cost.

Tournaments are drawn by chance and go through the format itself and the estimator of the standings; the order
that comes out is compared with the true one by Kendall's tau (1938, Biometrika 30:81): 1 is the very order, 0 no
better than lots.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from arena.tournament.config import TournamentConfig
from arena.tournament.draw import format_of, setting_of
from arena.tournament.format_keys import Partners
from arena.tournament.formats import FORMATS, Format, Pairing, Past, Result, Round, Setting
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.strengths import Strengths

SPREAD: Final = 0.15
STYLE: Final = 0.08
"""Standard deviations of strengths and of pairs' styles, in net games a deal: about what the example bots show."""

BOARD: Final = 1.2
"""The standard deviation of a board's difference by luck, in net games a deal."""

TOURNAMENTS: Final = 30
FEWEST_ENTRANTS: Final = 3
MOST_ENTRANTS: Final = 60
"""Beyond that it would take too long; and there a Swiss has its place anyway."""

_SEED: Final = 20261130


@dataclass(frozen=True, slots=True)
class Worth:
    """The expected tau of a format, and of a round-robin with as many boards in all.

    boards: of each meeting of that round-robin; its tau is None where it would have less than two.
    """

    tau: float
    boards: int
    round_robin: float | None


def worth_of(config: TournamentConfig) -> Worth | None:
    """What a tournament's format is worth.

    None for a round-robin itself, also one that goes on until neighbours are separated, for partners by lot, and for
    very small and large fields.
    """
    entrants = len(config.entrants)
    form = format_of(config)
    plain_field = config.partners is Partners.FIXED and config.max_boards is None
    if form is FORMATS["round-robin"] or not plain_field:
        return None
    if not FEWEST_ENTRANTS <= entrants <= MOST_ENTRANTS:
        return None
    setting = setting_of(config, "")
    meetings = form.count(setting, frozenset()) + form.to_come(setting, entrants, 0)
    boards = meetings * setting.units // math.comb(entrants, 2)
    plain = replace(setting, rounds=1, units=boards)
    matches = config.matches_per_pairing
    return Worth(
        expected_tau(form, setting, matches),
        boards,
        None if boards < matches else expected_tau(FORMATS["round-robin"], plain, matches),
    )


def expected_tau(form: Format, setting: Setting, matches: int) -> float:
    """The mean of Kendall's tau over tournaments, the same in every call."""
    dice = random.Random(_SEED)  # noqa: S311 - a simulation, not a secret
    return sum(_tau_of_one(form, setting, matches, dice) for _ in range(TOURNAMENTS)) / TOURNAMENTS


def _tau_of_one(form: Format, setting: Setting, matches: int, dice: random.Random) -> float:
    field = range(setting.entrants)
    strengths = [dice.gauss(0, SPREAD) for _ in field]
    styles = {pair: dice.gauss(0, STYLE) for pair in combinations(field, 2)}
    seen: dict[tuple[str, str], Observed] = {}
    results: list[Result] = []

    def meet(pairing: Pairing) -> Result:
        low, high = sorted((pairing.first, pairing.second))
        mean = strengths[low] - strengths[high] + styles[low, high]
        all_legs: list[int] = []
        for match in range(matches):
            boards = setting.units * (match + 1) // matches - setting.units * match // matches
            legs = [round(dice.gauss(2 * mean, 2 * BOARD)) for _ in range(boards)]
            pair = (str(low), str(high))
            seen[pair] = seen.get(pair, NOTHING) + Observed.match(legs)
            all_legs += legs
        sign = 1 if low == pairing.first else -1
        turned = tuple(sign * value for value in all_legs)
        results.append(Result(pairing.first, pairing.second, sum(turned), turned))
        return results[-1]

    for pairing in form.opening(setting):
        meet(pairing)
    rounds: list[Round] = []
    playing = tuple(field)
    while further := form.further(setting, Past(playing, tuple(rounds), results)):
        rounds.append(Round(playing, tuple(further), tuple(meet(it) for it in further)))
    found = Strengths.of(map(str, field), seen)
    figures = [found.figure(str(one)) for one in field]
    means = [0.0 if figure is None else figure.mean for figure in figures]
    return kendall(strengths, means)


def kendall(truth: Sequence[float], found: Sequence[float]) -> float:
    """Kendall's tau: pairs in the same order less those in the other, of all."""
    score = 0
    pairs = 0
    for a, b in combinations(range(len(truth)), 2):
        product = (truth[a] - truth[b]) * (found[a] - found[b])
        score += (product > 0) - (product < 0)
        pairs += 1
    return score / pairs
