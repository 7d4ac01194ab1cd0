"""Until separated: after the schedule, what boards remain go to neighbours whom nothing tells apart yet.

Each round has one meeting for every two neighbours in the ranking whose boards against each other don't
yet say who is better, or that they are equal within the margin. That is judged by a confidence
sequence, which holds however often one looks. The rounds end when all neighbours are decided, or when no
further meeting fits below the cap.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from typing import Final

from arena.tournament.formats.base import Format
from arena.tournament.formats.pairing import Pairing, Past, Result, Setting
from arena.tournament.sequential import ConfidenceSequence, UnlessAlike, Verdict
from arena.tournament.statistics import NO_BOARDS, Sample

MARGIN: Final = 0.1
"""Net games a deal: who is surely no further apart than that counts as equal."""

Samples = dict[tuple[int, int], Sample]
"""The boards of each pairing, from both sides."""


@dataclass(frozen=True, slots=True)
class UntilSeparated(Format):
    """A format with rounds added to it; max_boards caps the boards of all matches together."""

    base: Format
    max_boards: int
    looks_back = True

    def sides(self, entrants: int) -> Iterator[tuple[int, ...]]:
        """See Format."""
        return self.base.sides(entrants)

    def opening(self, setting: Setting) -> Iterator[Pairing]:
        """See Format."""
        return self.base.opening(setting)

    def count(self, setting: Setting, gone: frozenset[int]) -> int:
        """See Format."""
        return self.base.count(setting, gone)

    def meetings_of(self, setting: Setting, side: int) -> int:
        """See Format."""
        return self.base.meetings_of(setting, side)

    def further(self, setting: Setting, past: Past) -> Sequence[Pairing]:
        """See Format. Who has two neighbours plays them on different days."""
        meetings = self.count(setting, frozenset()) + sum(len(it.pairings) for it in past.rounds)
        room = self.max_boards // setting.units - meetings
        samples = samples_of(past.results)
        rule = UnlessAlike(ConfidenceSequence.among(setting.entrants, margin=MARGIN))
        undecided = (
            (place, one, other)
            for place, (one, other) in enumerate(pairwise(ranking(past.playing, samples)))
            if rule.judge(samples[one, other]) is Verdict.UNDECIDED
        )
        met = Counter(
            frozenset({it.first, it.second}) for each in past.rounds for it in each.pairings
        )
        day = setting.rounds * setting.entrants + 2 * len(past.rounds)  # after the opening's
        return tuple(
            Pairing(day + place % 2, setting.rounds + met[frozenset({one, other})], one, other)
            for place, one, other in islice(undecided, max(0, room))
        )


def samples_of(results: Sequence[Result]) -> Samples:
    """All boards, pairing by pairing, from both sides."""
    samples: Samples = defaultdict(lambda: NO_BOARDS)
    for result in results:
        sample = Sample.of(result.boards)
        samples[result.first, result.second] += sample
        samples[result.second, result.first] += sample.reverse
    return samples


def ranking(playing: Sequence[int], samples: Samples) -> list[int]:
    """Entrants by falling strength: the mean, over those whom they met, of the mean net games a board."""
    strengths = {
        one: _mean([mean for other in playing if (mean := samples[one, other].mean) is not None])
        for one in playing
    }
    return sorted(playing, key=lambda one: (-strengths[one], one))


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / max(1, len(values))
