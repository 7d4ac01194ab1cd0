"""Swiss: for large fields. After each round those who stand next to each other meet, and nobody meets again.

A won meeting is worth two match points, a drawn one a point to both; who has a bye, or whose opponent
withdrew, gets two, and one that the host couldn't play gives one to both. Entrants stand in the order
of match points; then of the sum of the match points of those whom they met (Buchholz); then of net games;
then of a lot drawn from the seed's commitment, which is what decides the first round.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from arena.tournament.formats.base import Format
from arena.tournament.formats.matching import pair_off
from arena.tournament.formats.pairing import Pairing, Past, Result, Setting

WIN, DRAW, LOSS = 2, 1, 0
"""Match points."""

BYE = -1
"""Stands for the opponent of who has none; a bye had counts as a meeting with it."""


class Swiss(Format):
    """Neighbours in the standings meet; an odd one out, as low as possible, has a bye, but not twice."""

    looks_back = True

    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """See Format: there is none, for the first round too depends on who is still there."""
        del setting
        return iter(())

    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """See Format."""
        del setting, gone
        return 0

    def further(self, setting: Setting, past: Past) -> Sequence[Pairing]:
        """See Format."""
        if len(past.rounds) >= setting.rounds:
            return ()
        scores = Scores.of(past)
        order = scores.order(past.playing, setting.lots)
        if len(order) % 2:  # the bye comes first, and is nearest to the last
            (_, lucky), *_ = pair_off([BYE, *reversed(order)], scores.met)
            order.remove(lucky)
        pairs = pair_off(order, scores.met)
        return tuple(scores.pairing(len(past.rounds), *pair) for pair in pairs)

    def meetings_of(self, setting: Setting, side: int) -> int:
        """See Format. With an odd number some have a bye, and so one less than that."""
        del side
        return setting.rounds - setting.entrants % 2

    def to_come(self, setting: Setting, playing: int, rounds: int) -> int:
        """See Format."""
        return (setting.rounds - rounds) * (playing // 2)


@dataclass(slots=True)
class Scores:
    """What the rounds so far came to, by entrant."""

    points: Counter[int] = field(default_factory=Counter[int])
    net_games: Counter[int] = field(default_factory=Counter[int])
    firsts: Counter[int] = field(default_factory=Counter[int])
    buchholz: Counter[int] = field(default_factory=Counter[int])
    meetings: Counter[frozenset[int]] = field(default_factory=Counter[frozenset[int]])

    @classmethod
    def of(cls, past: Past) -> "Scores":
        """Add all rounds up."""
        scores = cls()
        playing = frozenset(past.playing)
        for each in past.rounds:
            paired = set(chain.from_iterable((it.first, it.second) for it in each.pairings))
            for one in set(each.playing) - paired:
                scores.sit_out(one)
            for pairing, result in zip(each.pairings, each.results, strict=True):
                scores.firsts[pairing.first] += 1
                scores.meetings[frozenset({pairing.first, pairing.second})] += 1
                scores.add(pairing, result, playing)
        for pair, times in scores.meetings.items():
            one, other = pair
            scores.buchholz[one] += times * scores.points[other]
            scores.buchholz[other] += times * scores.points[one]
        return scores

    def sit_out(self, one: int) -> None:
        """A round without a meeting that could be played."""
        self.meetings[frozenset({one, BYE})] += 1
        self.points[one] += WIN

    def add(self, pairing: Pairing, result: Result | None, playing: frozenset[int]) -> None:
        """A meeting of an earlier round, with its result if it has one that counts."""
        one, other = pairing.first, pairing.second
        if result is not None:
            self.net_games[one] += result.net_games
            self.net_games[other] -= result.net_games
            won, lost = (one, other) if result.net_games > 0 else (other, one)
            drawn = result.net_games == 0
            self.points[won] += DRAW if drawn else WIN
            self.points[lost] += DRAW if drawn else LOSS
        elif {one, other} <= playing:
            self.points[one] += DRAW
            self.points[other] += DRAW
        else:
            for left in {one, other} & playing:
                self.sit_out(left)

    def order(self, playing: Sequence[int], lots: Sequence[int]) -> list[int]:
        """Who stands where, the first first."""
        return sorted(
            playing,
            key=lambda one: (
                -self.points[one],
                -self.buchholz[one],
                -self.net_games[one],
                lots[one],
            ),
        )

    def met(self, one: int, other: int) -> int:
        """How often two were paired."""
        return self.meetings[frozenset({one, other})]

    def pairing(self, day: int, one: int, other: int) -> Pairing:
        """A meeting of these two; who was first less often is, else the one who stands higher."""
        first, second = (other, one) if self.firsts[other] < self.firsts[one] else (one, other)
        return Pairing(day, self.met(one, other), first, second)
