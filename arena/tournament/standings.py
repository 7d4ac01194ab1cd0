"""Standings: a pure fold over the ledger, the same whatever the order in which matches finish.

All sums are whole numbers or exact fractions, so no sum depends on its order; ``docs/standings.md``
says what each figure means.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from arena.errors import RefereeBug, TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import Unit
from arena.tournament.contest import Contest, Standings
from arena.tournament.places import Field, individuals
from arena.tournament.tally import Meeting, meeting_of
from arena.transcript.ledger import AnnulEntry, Entry, MatchEntry, SessionEntry, VoidEntry
from arena.transcript.records import OutcomeRecord
from arena.transcript.rulings import Rulings, RulingsFold
from protocol.messages import FaultCode

LEVELS: Final = {"off": 0, "standard": 1, "strict": 2}
"""Isolation levels, from the least to the most."""

MAX_VOID: Final = Fraction(1, 20)
"""The largest share of matches that may be void: if more are missing, it matters which entrants lack them."""

MAX_OVERLOADED: Final = Fraction(1, 100)
"""Of the moves, so many may have needed more time because the host was slow."""


def fold_standings(
    entries: Iterable[Entry], contest: Contest, after: int | None = None
) -> Standings:
    """The standings after a ledger's entries, or as they stood after the first ``after`` finished matches.

    One pass; where a match was annulled ``entries`` are gone over again, so they must not be an iterator.
    What is kept of a match is its id alone. Raises TranscriptError for a match that comes twice, or one of
    strangers to the contest.
    """
    if iter(entries) is entries:
        raise RefereeBug("entries that can be gone over once only can't be folded into standings")
    annulled: Mapping[str, int] = {}
    while True:
        book = _Book(contest, annulled)
        whole = book.read(entries, after)
        if book.annulled_plays == annulled:
            return replace(book.standings(), after=None if whole else after)
        annulled = book.annulled_plays


@dataclass(slots=True)
class _Totals:
    """All matches of two entrants that count, from the side of the first. slow: moves excused for the host."""

    meeting: Meeting = field(default_factory=Meeting)
    faults: tuple[Counter[FaultCode], Counter[FaultCode]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    slow: int = 0
    moves: int = 0
    cpu_us: int = 0

    def add(self, unit: Unit, outcome: OutcomeRecord) -> None:
        self.meeting += meeting_of(unit, outcome)
        for counts, faults in zip(self.faults, outcome.faults, strict=True):
            if faults:
                counts.update(faults)
        self.slow += sum(outcome.overloaded)
        self.moves += sum(outcome.turns)
        self.cpu_us += sum(outcome.cpu_us) + sum(outcome.off_turn_us)


_ByPair = Mapping[tuple[str, str], _Totals]


class _Book:
    """What the entries so far say.

    annulled: how many plays of a match, the first ones, aren't to be counted, by its id; that is only known
    when all entries have been read once, and then stands in ``annulled_plays``.
    """

    def __init__(self, contest: Contest, annulled: Mapping[str, int]) -> None:
        self._contest = contest
        self._known = frozenset(contest.entrants)
        self._left_out = dict(annulled)
        self._played: set[str] = set()
        self._totals: defaultdict[tuple[str, str], _Totals] = defaultdict(_Totals)
        self._void: dict[str, tuple[str, str]] = {}
        self._annulled: dict[str, str] = {}
        self._sessions: dict[SessionEntry, None] = {}
        self._rulings = RulingsFold()
        self._finished = 0
        self.annulled_plays: Counter[str] = Counter()

    def read(self, entries: Iterable[Entry], after: int | None) -> bool:
        """Take all entries, or those until ``after`` matches have finished; whether it was all."""
        for entry in entries:
            if self._finished == after:
                return False
            self._take(entry)
        return True

    def _take(self, entry: Entry) -> None:
        match entry:
            case MatchEntry() if entry.outcome.ending is not Ending.VOID:
                self._play(entry)
            case MatchEntry() | VoidEntry():
                self._void[entry.match_id] = entry.entrants
            case SessionEntry():
                self._sessions[entry] = None
            case AnnulEntry():
                if entry.match_id in self._played:
                    self._played.remove(entry.match_id)
                    self.annulled_plays[entry.match_id] += 1
                self._annulled[entry.match_id] = entry.reason
            case _:
                self._rulings.add(entry)

    def _play(self, entry: MatchEntry) -> None:
        match_id, names = entry.match_id, entry.entrants
        if match_id in self._played:
            raise TranscriptError(f"match {match_id} is in the ledger twice")
        if names[0] == names[1] or not self._known.issuperset(names):
            message = f"match {match_id} is between {names[0]} and {names[1]}, not of this contest"
            raise TranscriptError(message)
        self._played.add(match_id)
        self._finished += 1
        if self._left_out.get(match_id):
            self._left_out[match_id] -= 1
        else:
            self._totals[names].add(self._contest.unit, entry.outcome)

    def standings(self) -> Standings:
        """The standings, once all is read."""
        rulings = self._rulings.rulings
        names = [name for name in self._contest.entrants if not rulings.is_disqualified(name)]
        totals = {pair: each for pair, each in self._totals.items() if set(pair).issubset(names)}
        void = sorted(
            match_id
            for match_id, pair in self._void.items()
            if match_id not in self._played and set(pair).issubset(names)
        )
        between = _between(names, totals)
        found = Field.of(self._contest, names, between, _faults(totals), rulings)
        return Standings(
            contest=self._contest,
            places=found.places(),
            between=between,
            figures=found.figures,
            signs=found.signs(),
            cpu_us=sum(each.cpu_us for each in totals.values()),
            void=tuple(void),
            disqualified=rulings.disqualified,
            withdrawn=_still(rulings.withdrawn, rulings),
            annulled=tuple(
                (match_id, reason)
                for match_id, reason in sorted(self._annulled.items())
                if match_id not in self._played
            ),
            not_rankable=(
                *_session_reasons(self._sessions, self._contest.require_sandbox),
                *_host_reasons(totals.values(), len(void)),
            ),
            individuals=tuple(individuals(self._contest, rulings, between)),
        )


def _still(withdrawn: Mapping[str, str], rulings: Rulings) -> dict[str, str]:
    """Those withdrawn who weren't disqualified besides: that says more."""
    return {name: why for name, why in withdrawn.items() if name not in rulings.disqualified}


def _between(names: Sequence[str], totals: _ByPair) -> dict[tuple[str, str], Meeting]:
    """All meetings in both directions, in an order that is settled by ``names``."""
    order = {name: at for at, name in enumerate(names)}
    sums: dict[tuple[str, str], Meeting] = {}
    for (one, other), each in totals.items():
        for pair, meeting in (((one, other), each.meeting), ((other, one), each.meeting.reverse)):
            sums[pair] = sums[pair] + meeting if pair in sums else meeting
    return {pair: sums[pair] for pair in sorted(sums, key=lambda p: (order[p[0]], order[p[1]]))}


def _faults(totals: _ByPair) -> dict[tuple[str, str], Counter[FaultCode]]:
    """The faults of each entrant against each other."""
    counts: defaultdict[tuple[str, str], Counter[FaultCode]] = defaultdict(Counter)
    for (one, other), each in totals.items():
        for pair, faults in zip(((one, other), (other, one)), each.faults, strict=True):
            counts[pair].update(faults)
    return counts


def _session_reasons(sessions: Iterable[SessionEntry], required: str | None) -> Iterator[str]:
    """Why what was played in these sessions is not to be ranked."""
    for jobs, cores in sorted({(it.jobs, it.cores) for it in sessions if it.oversubscribed}):
        yield f"oversubscribed: {jobs} matches at a time on {cores} core{'s' if cores > 1 else ''}"
    if required is None:
        return
    below = {it.sandbox for it in sessions if LEVELS[it.sandbox] < LEVELS[required]}
    for level in sorted(below, key=LEVELS.__getitem__):
        yield f"isolation: played with sandbox {level}, and {required} is required"


def _host_reasons(totals: Collection[_Totals], void: int) -> Iterator[str]:
    """Why the host wasn't fit to play."""
    matches = void + sum(each.meeting.tally.matches for each in totals)
    if void > MAX_VOID * matches:
        yield f"void: {void} of {matches} matches, more than {_percent(MAX_VOID)}"
    slow, moves = sum(each.slow for each in totals), sum(each.moves for each in totals)
    if slow > MAX_OVERLOADED * moves:
        share = _percent(MAX_OVERLOADED)
        yield f"overloaded: the host held up {slow} of {moves} moves, more than {share}"


def _percent(share: Fraction) -> str:
    return f"{share * 100} %"
