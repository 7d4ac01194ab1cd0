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
from arena.tournament.draw import members_of
from arena.tournament.format_keys import DEFAULT_FORMAT
from arena.tournament.ranking import (
    Between,
    Figures,
    figures_of,
    not_separated,
    rank_by_boards,
    rank_by_figure,
    rank_by_rubbers,
)
from arena.tournament.ratings import Lineup, Ratings
from arena.tournament.statistics import Estimate, Sample
from arena.tournament.tally import Meeting, Tally, meeting_of
from arena.transcript.ledger import AnnulEntry, Entry, MatchEntry, SessionEntry, VoidEntry
from arena.transcript.records import OutcomeRecord
from arena.transcript.rulings import Rulings, RulingsFold
from protocol.messages import FaultCode

SWISS: Final = "swiss"
LEVELS: Final = {"off": 0, "standard": 1, "strict": 2}
"""Isolation levels, from the least to the most."""

MAX_VOID: Final = Fraction(1, 20)
"""Of the matches, so many may be void: with more of them missing, who lacks which is no small matter."""

MAX_OVERLOADED: Final = Fraction(1, 100)
"""Of the moves, so many may have needed more time because the host was slow."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What standings must know of their tournament; planned is the number of its matches.

    format: as the tournament's file calls it. individuals: the bots, where entrants are all partnerships of them ("ana+rui"). require_sandbox: the
    isolation level below which the result isn't to be ranked.
    """

    name: str
    unit: Unit
    entrants: tuple[str, ...]
    planned: int
    format: str = DEFAULT_FORMAT
    individuals: tuple[str, ...] = ()
    require_sandbox: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place. shared: others have the same rank, for nothing that counts tells them apart.

    faults counts them by code. games and points: net games and net points per deal, as the mean over the
    opponents met (in a Swiss tournament adjusted for their strength), by boards; rubbers: won less lost
    per rubber, where the unit is the rubber. not_separated: the others that may be just as strong.
    ahead: how far before the next in the order, in the figure that ranks.
    """

    rank: int
    shared: bool
    name: str
    tally: Tally
    faults: Mapping[FaultCode, int]
    games: Estimate | None = None
    points: Estimate | None = None
    rubbers: Estimate | None = None
    not_separated: tuple[str, ...] = ()
    ahead: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Individual:
    """A bot's place among those that play with changing partners.

    boards: how many it played. games and points: what it brings to its side per deal, above the mean of all.
    """

    rank: int
    shared: bool
    name: str
    boards: int
    games: Estimate | None
    points: Estimate | None
    not_separated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The state of a tournament: places from the first to the last, and who did what against whom.

    between: by two names, the figures of the first against the second, if they have met. void: ids of
    matches that the host could not play. disqualified: names and reasons, their matches count for nobody and
    they have no place. withdrawn: names and reasons of those who play no more. annulled: ids and reasons of
    matches that the organiser struck and that weren't played again. not_rankable: why these standings rank
    nobody, if so. after: the number of finished matches, of those that the ledger has, that were looked at.
    """

    contest: Contest
    places: tuple[Standing, ...]
    between: Between
    void: tuple[str, ...] = ()
    disqualified: Mapping[str, str] = field(default_factory=dict[str, str])
    withdrawn: Mapping[str, str] = field(default_factory=dict[str, str])
    annulled: tuple[tuple[str, str], ...] = ()
    not_rankable: tuple[str, ...] = ()
    individuals: tuple[Individual, ...] = ()
    after: int | None = None

    @property
    def scored(self) -> int:
        """How many matches count so far."""
        return sum(place.tally.matches for place in self.places) // 2


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

    def add(self, unit: Unit, outcome: OutcomeRecord) -> None:
        self.meeting += meeting_of(unit, outcome)
        for counts, faults in zip(self.faults, outcome.faults, strict=True):
            if faults:
                counts.update(faults)
        self.slow += sum(outcome.overloaded)
        self.moves += sum(outcome.turns)


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
        return Standings(
            contest=self._contest,
            places=tuple(_places(self._contest, names, between, _faults(names, totals))),
            between=between,
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
            individuals=tuple(_individuals(self._contest, rulings, between)),
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


def _faults(names: Iterable[str], totals: _ByPair) -> dict[str, Counter[FaultCode]]:
    counts: dict[str, Counter[FaultCode]] = {name: Counter() for name in names}
    for pair, each in totals.items():
        for name, faults in zip(pair, each.faults, strict=True):
            counts[name].update(faults)
    return counts


def _places(
    contest: Contest,
    names: Sequence[str],
    between: Between,
    faults: Mapping[str, Counter[FaultCode]],
) -> Iterator[Standing]:
    adjusted = contest.format == SWISS
    totals = dict.fromkeys(names, Tally())
    for (name, _), meeting in between.items():
        totals[name] += meeting.tally
    games, points, rubbers = (
        figures_of(names, samples, adjusted=adjusted)
        for samples in (
            {pair: meeting.games for pair, meeting in between.items()},
            {pair: meeting.points for pair, meeting in between.items()},
            {pair: meeting.rubbers for pair, meeting in between.items()},
        )
    )
    by_rubbers = contest.unit is Unit.RUBBER
    ranked = (
        rank_by_rubbers(totals) if by_rubbers else rank_by_boards(names, games, points, between)
    )
    figure = rubbers if by_rubbers else games
    for place in _numbered(ranked, figure):
        codes = dict(sorted(faults[place.name].items()))
        following = (
            None if place.following is None else figure.difference(place.name, place.following)
        )
        yield Standing(
            place.rank, place.shared, place.name, totals[place.name], codes,
            games.of(place.name), points.of(place.name), rubbers.of(place.name),
            place.not_separated, following,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Place:
    rank: int
    shared: bool
    name: str
    following: str | None
    not_separated: tuple[str, ...]


def _numbered(ranked: Sequence[Sequence[str]], figures: Figures) -> Iterator[_Place]:
    """Places in order, from levels of equals."""
    order = [name for level in ranked for name in level]
    others = not_separated(order, figures)
    at = 0
    for level in ranked:
        rank = at + 1
        for name in level:
            at += 1
            following = order[at] if at < len(order) else None
            yield _Place(rank, len(level) > 1, name, following, others[name])


def _individuals(contest: Contest, rulings: Rulings, between: Between) -> Iterator[Individual]:
    names = [name for name in contest.individuals if name not in rulings.disqualified]
    games: dict[Lineup, Sample] = {}
    points: dict[Lineup, Sample] = {}
    boards: Counter[str] = Counter()
    if not names:
        return
    for (one, other), meeting in between.items():
        lineup = (members_of(one), members_of(other))
        if (lineup[1], lineup[0]) not in games:
            games[lineup], points[lineup] = meeting.games, meeting.points
        boards.update(dict.fromkeys(lineup[0], meeting.games.count))
    by_games, by_points = Ratings(names, games), Ratings(names, points)
    for place in _numbered(rank_by_figure(names, by_games), by_games):
        yield Individual(
            place.rank, place.shared, place.name, boards[place.name],
            by_games.of(place.name), by_points.of(place.name), place.not_separated,
        )  # fmt: skip


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
