"""A contest as everyday objects: its standings, and its matches, which are read when they are asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import overload

from arena.errors import NotationError, RunError
from arena.library import html
from arena.library.match import Match, read_match
from arena.library.standings import StandingsTable
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import Plays
from arena.runner.runs.record import read_entries, read_record, read_standings


@dataclass(frozen=True, repr=False)
class Run:
    """A tournament as far as it was played.

    matches: those that were finished, in the order of finishing; of a run on disk each is read when it is asked
    for. over: whether nothing is left to be played. path: the run's directory, None for one in memory.
    """

    name: str
    entrants: tuple[str, ...]
    standings: StandingsTable
    matches: Sequence[Match]
    over: bool
    path: Path | None = None

    def __repr__(self) -> str:
        return f"<run of {self.name}: {len(self.matches)} matches of {len(self.entrants)} entrants>"

    def match(self, match_id: str) -> Match:
        """A finished match by its id. Raises NotationError for one that isn't there."""
        if isinstance(self.matches, LoggedMatches):
            return self.matches.named(match_id)
        for match in self.matches:
            if match.spec.match_id == match_id:
                return match
        raise NotationError(match_id, _A_MATCH)

    def between(self, one: str, other: str) -> Iterator[Match]:
        """The finished matches of two entrants. Raises NotationError for names that nobody here has."""
        for name in (one, other):
            if name not in self.entrants:
                raise NotationError(name, f"one of {', '.join(self.entrants)}")
        if isinstance(self.matches, LoggedMatches):
            return self.matches.between({one, other})
        return (match for match in self.matches if set(match.entrants) == {one, other})

    def _repr_html_(self) -> str:
        return html.standings(self.standings.value)


_A_MATCH = "the id of a match that was finished"


class LoggedMatches(Sequence[Match]):
    """The matches of a run on disk, each read from its log when it is asked for; a slice is a list of them."""

    def __init__(self, directory: RunDirectory) -> None:
        plays = Plays()
        self._directory = directory
        self._sides: dict[str, tuple[str, str]] = {}
        for entry in read_entries(directory):
            plays.add(entry)
            if entry.type == "match":
                self._sides[entry.match_id] = entry.entrants
        self._ids = tuple(plays.in_force)

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, index: int) -> Match: ...
    @overload
    def __getitem__(self, index: slice) -> list[Match]: ...
    def __getitem__(self, index: int | slice) -> Match | list[Match]:
        if isinstance(index, slice):
            return [self._read(match_id) for match_id in self._ids[index]]
        return self._read(self._ids[index])

    def named(self, match_id: str) -> Match:
        """The match with that id. Raises NotationError."""
        if match_id not in self._ids:
            raise NotationError(match_id, _A_MATCH)
        return self._read(match_id)

    def between(self, names: set[str]) -> Iterator[Match]:
        """Those of two sides; no other log is read."""
        return (self._read(it) for it in self._ids if set(self._sides[it]) == names)

    def _read(self, match_id: str) -> Match:
        return read_match(self._directory.log_of(match_id))


def read_run(path: str | PathLike[str]) -> Run:
    """The run in a directory, or of a tournament's file, as far as it was played.

    To prove it, use ``arena verify``. Raises RunError where there is no run, or a damaged one; TranscriptError for a
    damaged ledger.
    """
    directory = RunDirectory.find(Path(path))
    record = read_record(directory.record)
    course = record.course(read_entries(directory))
    standings = read_standings(directory)
    return Run(
        name=record.config.name,
        entrants=record.contest.entrants,
        standings=StandingsTable(standings),
        matches=LoggedMatches(directory),
        over=course.over,
        path=directory.path,
    )


def finished_run(path: Path) -> Run:
    """``read_run`` of a run that was just played. Raises RunError if matches are left: void ones."""
    run = read_run(path)
    if not run.over:
        raise RunError(
            f"{path}: some matches were void, for this host could not play them; call it again to try them anew"
        )
    return run
