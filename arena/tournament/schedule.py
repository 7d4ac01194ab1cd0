"""The schedule: every match of a tournament as a value, made lazily, and how much there is to play."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.referee.spec import Entrant, MatchSpec, Unit
from arena.tournament.boards import commitment
from arena.tournament.config import TournamentConfig
from arena.tournament.course import Course
from arena.tournament.draw import format_of, setting_of
from arena.transcript.ledger import Entry

_DEALS_IN_RUBBER_X_10: Final = 43
_USUAL_GAMES_TO_WIN: Final = 4
"""A rubber to four games takes about 4.3 deals (measured; RULES.md)."""

_PLAYS_IN_DEAL: Final = 40
DEAL_MS: Final = 12
HALF_MS: Final = 200
"""Measured with Python bots that think for less than a millisecond: forty plays, and four starts with
their shutdown."""


def schedule(
    config: TournamentConfig,
    entrants: Sequence[Entrant],
    seed: bytes,
    entries: Iterable[Entry] = (),
) -> Iterator[MatchSpec]:
    """All matches in the order in which they should be played, as far as the ledger's ``entries`` tell.

    entrants: those of the config, in its order, with the hashes of their bots. The same arguments give
    the same matches with the same ids, and more rounds only add matches at the end. Of a format in which
    rounds follow from results, the rounds that are known so far. Matches of those who left are in it too.
    Raises TranscriptError for entries of another contest.
    """
    course = Course.of(config, entrants, commitment(seed), entries)
    return (fixture.outline.spec(seed) for fixture in course.known())


def count_matches(config: TournamentConfig) -> int:
    """How many matches a tournament has if nobody leaves, as far as its settings tell."""
    form, setting = format_of(config), setting_of(config, "")
    meetings = form.count(setting, frozenset()) + form.to_come(setting, len(config.entrants), 0)
    return config.matches_per_pairing * meetings


@dataclass(frozen=True, slots=True)
class Workload:
    """How much a tournament is to play. Counts are of the whole tournament, both halves included.

    deals is exact for boards; rubbers end when they end, so there it is what they take on average.
    usual_s is the time for bots that answer at once, limit_s for bots that use up every limit.
    """

    matches: int
    units: int
    deals: int
    usual_s: int
    limit_s: int


def describe(config: TournamentConfig, jobs: int) -> Workload:
    """The workload of a tournament, with ``jobs`` matches at a time."""
    matches = count_matches(config)
    meetings = matches // config.matches_per_pairing
    deals = _deals(config, -(-config.units // config.matches_per_pairing))  # of the longest match
    clock = config.terms.clock
    usual_ms = deals * DEAL_MS + 2 * HALF_MS
    limit_ms = deals * _PLAYS_IN_DEAL * clock.move_ms + 2 * (clock.start_ms + 4 * clock.bank_ms)
    turns = -(-matches // jobs)
    return Workload(
        matches=matches,
        units=meetings * 2 * config.units,
        deals=meetings * _deals(config, config.units),
        usual_s=-(-turns * usual_ms // 1000),
        limit_s=-(-turns * limit_ms // 1000),
    )


def _deals(config: TournamentConfig, units: int) -> int:
    """Deals of so many boards or rubbers, in both halves together."""
    if config.terms.unit is Unit.BOARD:
        return 2 * units
    games = config.terms.rules.games_to_win
    return 2 * units * games * _DEALS_IN_RUBBER_X_10 // (10 * _USUAL_GAMES_TO_WIN)
