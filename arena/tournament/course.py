"""The course of a tournament: which matches there are, as a fold over what its ledger has so far.

Of most formats all matches are known from the start; of others a round follows from the results before it.
Either way the matches are a function of settings, seed and ledger alone: ``Course`` takes the ledger's
entries one by one, and when all that is known is settled it asks the format for what comes next. So a
run that is gone on with plays on as if it had never been interrupted, and whoever reads a ledger later
finds the same matches in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from arena.errors import TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import Entrant
from arena.tournament.boards import mixed_commitment
from arena.tournament.config import TournamentConfig
from arena.tournament.draw import format_of, setting_of, sides_of
from arena.tournament.formats import Pairing, Past, Result, Round
from arena.tournament.matches import Outline, Series, parts
from arena.transcript.ledger import (
    AnnulEntry,
    BeaconEntry,
    DisqualifyEntry,
    EndEntry,
    Entry,
    MatchEntry,
    ReinstateEntry,
    VoidEntry,
    WithdrawEntry,
)

_SERIES_KEPT: Final = 1024
"""Of so many pairs, those that met last, what their matches have in common is kept: some two kilobytes each."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the schedule: the meeting that it is part of, and all of it but its bots' seeds."""

    pairing: Pairing
    outline: Outline


@dataclass(frozen=True, slots=True)
class _Stage:
    """A round after the opening: who could be paired, and the matches of each meeting."""

    playing: tuple[int, ...]
    meetings: tuple[tuple[Fixture, ...], ...]

    @property
    def fixtures(self) -> Iterator[Fixture]:
        return chain.from_iterable(self.meetings)


class Course:
    """The matches of a run. ``take`` it the ledger's entries, in their order.

    The format says who meets whom, and each meeting is played in one match or in several. A match is *settled* when nothing waits for it: it has a result, or is void, or somebody in it plays no
    more. Once all are settled the next round follows. What was void is still to be played, if it can be.
    """

    def __init__(
        self, config: TournamentConfig, entrants: Sequence[Entrant], seed_commitment: str
    ) -> None:
        self._format = format_of(config)
        self._config = config
        self._matches = config.matches_per_pairing
        self._sides = sides_of(config, entrants)
        self._members = tuple(self._format.sides(len(entrants)))
        self._side_of = {side.name: number for number, side in enumerate(self._sides)}
        self._entrant_of = {entrant.name: number for number, entrant in enumerate(entrants)}
        # One object for all matches of a pair, of which there may be very many.
        self._pairs: dict[tuple[int, int], tuple[int, int]] = {}
        self._finished: dict[str, tuple[int, int]] = {}
        self._void: dict[str, tuple[int, int]] = {}
        self._results: dict[str, Result] = {}
        self._gone: frozenset[int] = frozenset()
        self._withdrawn: set[int] = set()
        self._disqualified: set[int] = set()
        self._ended = False
        self._unsettled = self._to_retry = self._scored = 0
        self._draw(seed_commitment)

    @classmethod
    def of(
        cls,
        config: TournamentConfig,
        entrants: Sequence[Entrant],
        seed_commitment: str,
        entries: Iterable[Entry],
    ) -> "Course":
        """The course as a ledger leaves it. Raises TranscriptError as ``take`` does."""
        course = cls(config, entrants, seed_commitment)
        for entry in entries:
            course.take(entry)
        return course

    @property
    def scored(self) -> int:
        """How many matches have a result that counts; none of a disqualified entrant has."""
        return self._scored

    @property
    def planned(self) -> int:
        """How many matches there will be in the end, as far as is known now: scored, or still to be played."""
        playing = self._setting.entrants - len(self._gone)
        to_come = self._matches * self._format.to_come(self._setting, playing, len(self._stages))
        return self._scored + self._unsettled + self._to_retry + to_come

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played."""
        return self._ended or self.planned == self._scored

    def take(self, entry: Entry) -> None:
        """Take the ledger's next entry. Raises TranscriptError for one that is about strangers."""
        match entry:
            case BeaconEntry(value=value):
                self._draw(mixed_commitment(self._seed_commitment, value))
                return
            case MatchEntry(outcome=outcome) if outcome.ending is not Ending.VOID:
                sides = self._sides_of(entry)
                if self._format.looks_back:
                    boards = tuple(leg0 + leg1 for _, leg0, leg1, _, _ in outcome.boards)
                    result = Result(*sides, outcome.net_games, boards)
                    self._results[entry.match_id] = result
                self._settle(entry.match_id, sides, self._finished)
            case MatchEntry() | VoidEntry():
                self._settle(entry.match_id, self._sides_of(entry), self._void)
            case AnnulEntry():
                self._finished.pop(entry.match_id, None)
                self._results.pop(entry.match_id, None)
                self._count()
            case DisqualifyEntry():
                self._disqualified.add(self._number_of(entry.entrant))
                self._count()
            case WithdrawEntry():
                self._withdrawn.add(self._number_of(entry.entrant))
                self._count()
            case ReinstateEntry():
                gone = self._number_of(entry.entrant)
                self._disqualified.discard(gone)
                self._withdrawn.discard(gone)
                self._count()
            case EndEntry():
                self._ended = True
            case _:
                return
        self._go_on()

    def _draw(self, seed_commitment: str) -> None:
        """Let lots and match ids follow from a commitment, before anything is played: it may be mixed with a public value."""
        self._seed_commitment = seed_commitment
        self._setting = setting_of(self._config, seed_commitment)
        self._series = lru_cache(_SERIES_KEPT)(self._new_series)
        self._opening = self._format.count(self._setting, frozenset())
        self._stages: list[_Stage] = []
        self._count()
        self._go_on()

    def walk(self) -> Iterator[Fixture | None]:
        """Every match of the schedule in its order, lazily, whether it is still to be played or not.

        None where the next is only known when those before are settled: take entries, then go on.
        """
        for number, pairing in enumerate(self._format.opening(self._setting)):
            yield from self._meeting(number, pairing)
        place = 0
        while place < len(self._stages) or self._unsettled:
            if place < len(self._stages):
                yield from self._stages[place].fixtures
                place += 1
            else:
                yield None

    def known(self) -> Iterator[Fixture]:
        """Every match of the schedule as far as it is known now."""
        for fixture in self.walk():
            if fixture is None:
                return
            yield fixture

    def is_due(self, fixture: Fixture) -> bool:
        """Whether a match is still to be played: it has no result, and nobody in it has left."""
        return (
            not self._ended
            and fixture.outline.match_id not in self._finished
            and not self._has_left((fixture.pairing.first, fixture.pairing.second))
        )

    def _settle(
        self, match_id: str, sides: tuple[int, int], how: dict[str, tuple[int, int]]
    ) -> None:
        again = match_id in self._finished or match_id in self._void
        self._void.pop(match_id, None)
        how[match_id] = sides
        if again:
            self._count()
            return
        stays = not self._has_left(sides)
        self._unsettled -= stays
        self._to_retry += stays and how is self._void
        self._scored += how is self._finished and not self._is_struck(sides)

    def _count(self) -> None:
        """Count anew: after what changes more than one match."""
        self._gone = frozenset(self._withdrawn | self._disqualified)
        settled = [*self._finished.values(), *self._void.values()]
        later = (
            (it.pairing.first, it.pairing.second) for stage in self._stages for it in stage.fixtures
        )
        opening = self._matches * self._format.count(self._setting, self._gone)
        self._unsettled = opening + self._staying(later) - self._staying(settled)
        self._to_retry = self._staying(self._void.values())
        self._scored = sum(not self._is_struck(sides) for sides in self._finished.values())

    def _staying(self, matches: Iterable[tuple[int, int]]) -> int:
        return sum(not self._has_left(sides) for sides in matches)

    def _has_left(self, sides: Iterable[int]) -> bool:
        """Whether anybody in it plays no more."""
        gone = self._gone
        return bool(gone) and any(not gone.isdisjoint(self._members[side]) for side in sides)

    def _is_struck(self, sides: Iterable[int]) -> bool:
        """Whether anybody in it was disqualified, so that it counts for nobody."""
        struck = self._disqualified
        return bool(struck) and any(not struck.isdisjoint(self._members[side]) for side in sides)

    def _playing(self) -> tuple[int, ...]:
        return tuple(side for side in range(len(self._sides)) if not self._has_left((side,)))

    def _go_on(self) -> None:
        """Once all is settled, let the next round follow."""
        if self._unsettled or self._ended:
            return
        playing = self._playing()
        results = [
            it for it in self._results.values() if not self._is_struck((it.first, it.second))
        ]
        rounds = tuple(self._round(stage) for stage in self._stages)
        pairings = self._format.further(self._setting, Past(playing, rounds, results))
        if pairings:
            number = self._opening + sum(len(stage.meetings) for stage in self._stages)
            meetings = (self._meeting(number + n, each) for n, each in enumerate(pairings))
            self._stages.append(_Stage(playing, tuple(meetings)))
            self._unsettled = self._matches * len(pairings)

    def _round(self, stage: _Stage) -> Round:
        return Round(
            stage.playing,
            tuple(first.pairing for first, *_ in stage.meetings),
            tuple(self._result(meeting) for meeting in stage.meetings),
        )

    def _result(self, meeting: tuple[Fixture, ...]) -> Result | None:
        """All its matches together; a void one counts for nothing, and one that won't be played makes all void."""
        first, second = meeting[0].pairing.first, meeting[0].pairing.second
        results = [self._results.get(it.outline.match_id) for it in meeting]
        known = [result for result in results if result is not None]
        broken_off = len(known) < len(results) and self._has_left((first, second))
        if not known or broken_off or self._is_struck((first, second)):
            return None
        net_games = sum(result.net_games for result in known)
        return Result(first, second, net_games, tuple(chain(*(it.boards for it in known))))

    def _meeting(self, number: int, pairing: Pairing) -> tuple[Fixture, ...]:
        """Its matches; from each to the next of the same two, partners change places."""
        first = pairing.meeting * self._matches
        return tuple(
            Fixture(
                pairing,
                self._series(pairing.first, pairing.second, (first + n) % 2 == 1).match(units),
            )
            for n, units in enumerate(parts(number, self._config.units, self._matches))
        )

    def _new_series(self, first: int, second: int, swapped: bool) -> Series:
        entrants = self._sides[first], self._sides[second]
        config = self._config
        return Series(config.name, config.terms, self._seed_commitment, entrants, swapped)

    def _sides_of(self, entry: MatchEntry | VoidEntry) -> tuple[int, int]:
        first, second = entry.entrants
        try:
            sides = self._side_of[first], self._side_of[second]
        except KeyError:
            message = f"match {entry.match_id} is between {first} and {second}, not of this contest"
            raise TranscriptError(message) from None
        return self._pairs.setdefault(sides, sides)

    def _number_of(self, entrant: str) -> int:
        try:
            return self._entrant_of[entrant]
        except KeyError:
            raise TranscriptError(f"{entrant} isn't an entrant of this contest") from None
