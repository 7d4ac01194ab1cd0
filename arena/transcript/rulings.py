"""What the organiser ruled in the course of a run, folded from the ledger: who is out, and what is annulled.

A ruling is a further line of the ledger; no line is ever changed. What follows from it is found by these
folds alone, so that standings, schedule and verification agree.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

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
        fold = RulingsFold()
        for entry in entries:
            fold.add(entry)
        return fold.rulings

    def is_disqualified(self, entrant: str) -> bool:
        """Whether an entrant, or one of a partnership of bots that compete by themselves, is disqualified."""
        return any(name in self.disqualified for name in _concerned(entrant))

    def is_out(self, entrant: str) -> bool:
        """Whether it plays no more: disqualified or withdrawn."""
        withdrawn = any(name in self.withdrawn for name in _concerned(entrant))
        return withdrawn or self.is_disqualified(entrant)


@dataclass(slots=True)
class RulingsFold:
    """The rulings so far, while entries come one by one in the ledger's order.

    disqualified and withdrawn are for reading only.
    """

    disqualified: dict[str, str] = field(default_factory=dict[str, str])
    withdrawn: dict[str, str] = field(default_factory=dict[str, str])
    _annulled: Counter[str] = field(default_factory=Counter[str])
    _ended: bool = False

    @property
    def rulings(self) -> Rulings:
        """What is in force now."""
        return Rulings(
            dict(self.disqualified), dict(self.withdrawn), dict(self._annulled), self._ended
        )

    def add(self, entry: Entry) -> None:
        """Take in the next entry, of whatever kind."""
        match entry:
            case DisqualifyEntry(entrant=name, reason=reason):
                self.disqualified[name] = reason
            case WithdrawEntry(entrant=name, reason=reason):
                self.withdrawn[name] = reason
            case ReinstateEntry(entrant=name):
                self.disqualified.pop(name, None)
                self.withdrawn.pop(name, None)
            case AnnulEntry(match_id=match_id):
                self._annulled[match_id] += 1
            case EndEntry():
                self._ended = True
            case _:
                pass


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
        if not any(rulings.is_disqualified(name) for name in entry.entrants):
            yield entry


def _concerned(name: str) -> Iterator[str]:
    """Whom a ruling may name to concern an entrant: a partnership "ana+rui" is out with either of the two."""
    yield name
    yield from name.split("+")
