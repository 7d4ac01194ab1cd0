"""What the organiser ruled in the course of a run, folded from the ledger: who is out, and what is annulled.

A ruling is a further line of the ledger; no line is ever changed. What follows from it is found by these
folds alone, so that standings, schedule and verification agree.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    Entry,
    MatchEntry,
    ReinstateEntry,
    WithdrawEntry,
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of a ledger that are in force.

    disqualified: names and reasons, in the order of the rulings; no match of theirs counts, for nobody.
    withdrawn: the same of those who play no more, and whose results stand. annulled: of each match that
    was annulled how often; so many of its lines in the ledger, the first ones, count for nothing.
    ended: whether the last match was over already.
    """

    disqualified: Mapping[str, str]
    withdrawn: Mapping[str, str]
    annulled: Mapping[str, int]
    ended: bool

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Rulings":
        """The rulings among the entries of a ledger, in its order."""
        disqualified: dict[str, str] = {}
        withdrawn: dict[str, str] = {}
        annulled: Counter[str] = Counter()
        ended = False
        for entry in entries:
            match entry:
                case DisqualifyEntry(entrant=name, reason=reason):
                    disqualified[name] = reason
                case WithdrawEntry(entrant=name, reason=reason):
                    withdrawn[name] = reason
                case ReinstateEntry(entrant=name):
                    disqualified.pop(name, None)
                    withdrawn.pop(name, None)
                case AnnulEntry(match_id=match_id):
                    annulled[match_id] += 1
                case EndEntry():
                    ended = True
                case _:
                    pass
        return cls(disqualified, withdrawn, annulled, ended)

    @property
    def out(self) -> frozenset[str]:
        """Who plays no more, for whatever reason."""
        return frozenset({*self.disqualified, *self.withdrawn})


def plays_in_force(entries: Iterable[Entry], rulings: Rulings) -> Iterator[MatchEntry]:
    """The matches of a ledger but for annulled ones: each id comes once at most, in an honest ledger."""
    left = dict(rulings.annulled)
    for entry in entries:
        if not isinstance(entry, MatchEntry):
            continue
        if left.get(entry.match_id):
            left[entry.match_id] -= 1
        else:
            yield entry


def matches_that_count(entries: Iterable[Entry], rulings: Rulings) -> Iterator[MatchEntry]:
    """The matches of a ledger that count: neither annulled nor with a disqualified entrant."""
    for entry in plays_in_force(entries, rulings):
        if not rulings.disqualified.keys() & set(entry.entrants):
            yield entry
