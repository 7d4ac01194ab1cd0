"""The values of a table: what standings must know of their tournament, and the places that they consist of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arena.referee.spec import Unit
from arena.tournament.conduct import Sign
from arena.tournament.format_keys import DEFAULT_FORMAT
from arena.tournament.statistics import Estimate
from arena.tournament.strengths import Strengths
from arena.tournament.tally import Meeting, Tally
from protocol.messages import FaultCode

Between = Mapping[tuple[str, str], Meeting]
"""Who did what against whom, in both directions; those who haven't met aren't in it."""


class Figure(StrEnum):
    """What can be measured of an entrant, against the mean of all others."""

    GAMES = "games"
    POINTS = "points"
    RUBBERS = "rubbers"
    AT_CARDS = "at_cards"


@dataclass(frozen=True, slots=True)
class Contest:
    """What standings must know of their tournament; planned is the number of its matches.

    format: as the tournament's file calls it. individuals: the bots, where entrants are all partnerships of
    them ("ana+rui"). require_sandbox: the isolation level below which the result isn't to be ranked. scheduled:
    how many matches the schedule has for each entrant, as far as it is known from the start; of those that it
    doesn't name nothing is demanded. authors: of those entrants whose author is told. sequential: whether play goes
    on until all are separated, so that the table is looked at again and again.
    """

    name: str
    unit: Unit
    entrants: tuple[str, ...]
    planned: int
    format: str = DEFAULT_FORMAT
    individuals: tuple[str, ...] = ()
    require_sandbox: str | None = None
    scheduled: Mapping[str, int] = field(default_factory=dict[str, int])
    authors: Mapping[str, str] = field(default_factory=dict[str, str])
    sequential: bool = False

    @property
    def ranked_by(self) -> Figure:
        """The figure that places an entrant."""
        return Figure.RUBBERS if self.unit is Unit.RUBBER else Figure.GAMES

    def is_friendly(self, one: str, other: str) -> bool:
        """Whether two are of one author, so that what they do against each other counts in no figure."""
        return one in self.authors and self.authors.get(one) == self.authors.get(other)


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place.

    rank: None for who has played too little to be ranked. shared: others have the same rank, for nothing that
    counts tells them apart. faults counts them by code. games and points: net games and net points per deal, rubbers: won less lost per
    rubber (where the unit is the rubber), at_cards: the figure that ranks in boards or rubbers without a fault
    of anybody's, if any entrant had one. not_separated: the others of the ranking that may be just as strong.
    ahead: how far before the next in the ranking. best: the chance to be the strongest of all that are ranked.
    elo: the figure that ranks as normalised Elo.
    """

    rank: int | None
    shared: bool
    name: str
    tally: Tally
    faults: Mapping[FaultCode, int]
    games: Estimate | None = None
    points: Estimate | None = None
    rubbers: Estimate | None = None
    at_cards: Estimate | None = None
    not_separated: tuple[str, ...] = ()
    ahead: Estimate | None = None
    best: float | None = None
    elo: float | None = None


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

    places: those that are ranked, then those that have played too little. between: by two names, the figures
    of the first against the second, if they have met. figures: the strengths that places are made of, with
    what they tell of two entrants. void: ids of
    matches that the host could not play. disqualified: names and reasons, their matches count for nobody and
    they have no place. withdrawn: names and reasons of those who play no more. annulled: ids and reasons of
    matches that the organiser struck and that weren't played again. not_rankable: why these standings rank
    nobody, if so. signs: what the organiser should look at. after: the number of finished matches, of those
    that the ledger has, that were looked at. cpu_us: CPU time that all bots used for what counts.
    """

    contest: Contest
    places: tuple[Standing, ...]
    between: Between
    figures: Mapping[Figure, Strengths]
    void: tuple[str, ...] = ()
    disqualified: Mapping[str, str] = field(default_factory=dict[str, str])
    withdrawn: Mapping[str, str] = field(default_factory=dict[str, str])
    annulled: tuple[tuple[str, str], ...] = ()
    not_rankable: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    individuals: tuple[Individual, ...] = ()
    after: int | None = None
    cpu_us: int = 0

    @property
    def scored(self) -> int:
        """How many matches count so far."""
        return sum(place.tally.matches for place in self.places) // 2

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The places that are ranked."""
        return tuple(place for place in self.places if place.rank is not None)

    def against(self, one: str, other: str, figure: Figure) -> Estimate | None:
        """What one did against another in a figure; None if they haven't met, or it counts for nobody."""
        return self.figures[figure].head_to_head(one, other)

    @property
    def of_one_match(self) -> bool:
        """Whether all that is known comes from one match of each pair: style and accident are one."""
        model = self.figures[self.contest.ranked_by].model
        return model is not None and model.accident is None
