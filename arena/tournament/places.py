"""Places from sums: figures by the one estimator, the order, and who isn't ranked."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from arena.tournament.conduct import Sign, signs
from arena.tournament.contest import Between, Contest, Figure, Individual, Standing
from arena.tournament.draw import members_of
from arena.tournament.observed import Observed
from arena.tournament.ranking import Figures, not_separated, ranked
from arena.tournament.ratings import Lineup, Ratings
from arena.tournament.strengths import Strengths
from arena.tournament.tally import Meeting, Tally
from arena.transcript.rulings import Rulings
from protocol.messages import FaultCode

FaultsBetween = Mapping[tuple[str, str], Counter[FaultCode]]
"""The faults of the first entrant in its matches with the second."""

LEAST_SHARE: Final = Fraction(1, 2)
"""Who has played less of its schedule isn't ranked."""


@dataclass(frozen=True)
class Field:
    """All that counts of the entrants that aren't disqualified, put together for their places."""

    contest: Contest
    names: Sequence[str]
    between: Between
    faults: FaultsBetween
    rulings: Rulings
    figures: Mapping[Figure, Strengths]

    @classmethod
    def of(
        cls,
        contest: Contest,
        names: Sequence[str],
        between: Between,
        faults: FaultsBetween,
        rulings: Rulings,
    ) -> "Field":
        """Fit each figure that the contest has. What two of one author did against each other is left out."""
        wanted = [Figure.GAMES, Figure.POINTS]
        if contest.ranked_by is Figure.RUBBERS:
            wanted.append(Figure.RUBBERS)
        if any(codes.total() for codes in faults.values()):
            wanted.append(Figure.AT_CARDS)
        counted = {
            pair: meeting
            for pair, meeting in between.items()
            if pair[0] < pair[1] and not contest.is_friendly(*pair)
        }
        figures = {
            figure: Strengths.of(
                names,
                {pair: _seen(meeting, figure) for pair, meeting in counted.items()},
                contest.ranked_by if figure is Figure.AT_CARDS else figure,
                sequential=contest.sequential,
            )
            for figure in wanted
        }
        return cls(contest, names, between, faults, rulings, figures)

    @property
    def decisive(self) -> Strengths:
        """The figure that ranks."""
        return self.figures[self.contest.ranked_by]

    def places(self) -> tuple[Standing, ...]:
        """The ranking, and after it those who have played too little for it."""
        totals = dict.fromkeys(self.names, Tally())
        for (name, _), meeting in self.between.items():
            totals[name] += meeting.tally
        kept = _ranked_names(self.contest, totals, self.between, self.rulings)
        order = [self.decisive, self.figures[Figure.GAMES], self.figures[Figure.POINTS]]
        levels = ranked(kept, order, self._against)
        best = self.decisive.best(kept)
        ranking = [
            self._standing(place, totals[place.name], best.get(place.name))
            for place in numbered(levels, self.decisive)
        ]
        in_ranking = frozenset(kept)
        apart = [
            self._standing(_Place(None, shared=False, name=name), totals[name], None)
            for name in self.names
            if name not in in_ranking
        ]
        return (*ranking, *apart)

    @cached_property
    def _charged(self) -> dict[str, Counter[FaultCode]]:
        """The faults of each entrant against everybody."""
        charged: dict[str, Counter[FaultCode]] = {name: Counter() for name in self.names}
        for (name, _), codes in self.faults.items():
            charged[name].update(codes)
        return charged

    def signs(self) -> tuple[Sign, ...]:
        """What the organiser should look at."""
        tallies = {pair: meeting.tally for pair, meeting in self.between.items()}
        return signs(
            self.names,
            {pair: codes.total() for pair, codes in self.faults.items()},
            {pair: it.won + it.drawn + it.lost for pair, it in tallies.items()},
            self.decisive,
            "rubbers" if self.contest.ranked_by is Figure.RUBBERS else "boards",
        )

    def _against(self, one: str, other: str) -> float | None:
        estimate = self.decisive.head_to_head(one, other)
        return None if estimate is None else estimate.mean

    def _standing(self, place: "_Place", tally: Tally, best: float | None) -> Standing:
        name, figures = place.name, self.figures
        strength = self.decisive.figure(name)
        rubbers, at_cards = figures.get(Figure.RUBBERS), figures.get(Figure.AT_CARDS)
        return Standing(
            rank=place.rank,
            shared=place.shared,
            name=name,
            tally=tally,
            faults=dict(sorted(self._charged[name].items())),
            games=figures[Figure.GAMES].figure(name),
            points=figures[Figure.POINTS].figure(name),
            rubbers=None if rubbers is None else rubbers.figure(name),
            at_cards=None if at_cards is None else at_cards.figure(name),
            not_separated=place.not_separated,
            ahead=None
            if place.following is None
            else self.decisive.difference(name, place.following),
            best=best,
            elo=None if strength is None else self.decisive.elo(strength),
        )


def _seen(meeting: Meeting, figure: Figure) -> Observed:
    """What two entrants were seen to do against each other, in one figure."""
    match figure:
        case Figure.GAMES:
            return meeting.games
        case Figure.POINTS:
            return meeting.points
        case Figure.RUBBERS:
            return meeting.rubbers
        case _:
            return meeting.at_cards


def _ranked_names(
    contest: Contest, totals: Mapping[str, Tally], between: Between, rulings: Rulings
) -> list[str]:
    """Those who are ranked: who has left with half of its schedule, who plays with half of what others have.

    While a run goes on nobody has played all; so those who still play are held to the share of their schedule
    that all of them together have come to.
    """
    names = [*totals]
    staying = [name for name in names if not rulings.is_out(name)]
    usual = _share_played(contest, staying, between)
    kept: list[str] = []
    for name in names:
        scheduled = contest.scheduled.get(name, 0)
        least = LEAST_SHARE * scheduled * (1 if rulings.is_out(name) else usual)
        if totals[name].matches >= least:
            kept.append(name)
    return kept


def _share_played(contest: Contest, staying: Collection[str], between: Between) -> Fraction:
    """Of what these have to play among themselves, the share that is played; at most 1."""
    known = frozenset(staying)
    played = sum(
        meeting.tally.matches for pair, meeting in between.items() if known.issuperset(pair)
    )
    scheduled = sum(contest.scheduled.get(name, 0) for name in staying)
    others = max(1, len(contest.entrants) - 1)
    among = Fraction(scheduled * max(0, len(known) - 1), others)
    return min(Fraction(1), Fraction(played) / among) if among else Fraction(1)


@dataclass(frozen=True, slots=True)
class _Place:
    rank: int | None
    shared: bool
    name: str
    following: str | None = None
    not_separated: tuple[str, ...] = ()


def numbered(levels: Sequence[Sequence[str]], figures: Figures) -> Iterator[_Place]:
    """Places in order, from levels of equals."""
    order = [name for level in levels for name in level]
    others = not_separated(order, figures)
    at = 0
    for level in levels:
        rank = at + 1
        for name in level:
            at += 1
            following = order[at] if at < len(order) else None
            yield _Place(rank, len(level) > 1, name, following, others[name])


def individuals(contest: Contest, rulings: Rulings, between: Between) -> Iterator[Individual]:
    """The bots each by itself, where partners change."""
    names = [name for name in contest.individuals if name not in rulings.disqualified]
    if not names:
        return
    lineups: dict[Lineup, Meeting] = {}
    boards: Counter[str] = Counter()
    for (one, other), meeting in between.items():
        lineup = (members_of(one), members_of(other))
        boards.update(dict.fromkeys(lineup[0], meeting.games.boards.count))
        if one < other:
            lineups[lineup] = meeting
    games = Ratings.of(names, {lineup: it.games for lineup, it in lineups.items()}, Figure.GAMES)
    points = Ratings.of(names, {lineup: it.points for lineup, it in lineups.items()}, Figure.POINTS)
    for place in numbered(ranked(names, [games], _nobody), games):
        assert place.rank is not None, "places in order have numbers"
        yield Individual(
            place.rank, place.shared, place.name, boards[place.name],
            games.figure(place.name), points.figure(place.name), place.not_separated,
        )  # fmt: skip


def _nobody(one: str, other: str) -> None:
    """Bots don't meet by themselves."""
    del one, other
