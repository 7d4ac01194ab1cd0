"""What an organiser decides in the course of a run or after it: who is out, and which match is void.

Each decision is one further line of the ledger, and the standings are written anew at once. No line and no
log is changed: the log of a match that is void moves to ``annulled/``, for the match may be played again.

A decision needs the run for itself, but neither its seed nor its bots.
"""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from arena.errors import ConfigError, RunError
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import Plays, put_away_annulled
from arena.runner.runs.record import RunRecord, read_record
from arena.runner.runs.results import open_ledger, write_standings
from arena.tournament.contest import Standings
from arena.tournament.course import Course
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    Entry,
    ReinstateEntry,
    ReopenEntry,
    WithdrawEntry,
)
from arena.transcript.rulings import RulingsFold


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was entered: the line, the standings after it, and whether the run was over before."""

    entry: Entry
    standings: Standings
    ended: bool


@dataclass(slots=True)
class _Run:
    """What a decision must know of a run: who competes, who is out, which matches were played."""

    record: RunRecord
    course: Course
    plays: Plays = field(default_factory=Plays)
    rulings: RulingsFold = field(default_factory=RulingsFold)
    ended: bool = False
    out_at_end: frozenset[str] = frozenset()

    def see(self, entry: Entry) -> None:
        self.plays.add(entry)
        self.rulings.add(entry)
        self.course.take(entry)
        if isinstance(entry, EndEntry):
            self.ended = True
            self.out_at_end = frozenset({*self.rulings.disqualified, *self.rulings.withdrawn})

    def entrant(self, name: str) -> str:
        """The name, if it is an entrant's. Raises ConfigError."""
        return _known(name, [entrant.name for entrant in self.record.config.entrants], "entrant")

    def match(self, start: str) -> str:
        """The id of the one match in force whose id begins so. Raises ConfigError."""
        found = [match_id for match_id in self.plays.in_force if match_id.startswith(start)]
        if len(found) > 1:
            shown = ", ".join(sorted(found)[:3])
            message = f"{len(found)} matches begin with {start!r} ({shown}…); give more of the id"
            raise ConfigError(message)
        if start and found:
            return found[0]
        if start in self.plays.annulled:
            raise ConfigError(f"match {start} is annulled already")
        return _known(start, self.plays.in_force, "match that was played")


_Decide = Callable[[_Run], Entry]


def disqualify(directory: RunDirectory, name: str, reason: str) -> Decided:
    """Let none of an entrant's matches count, for nobody; it plays no more. Raises as all of these do.

    ConfigError for a name or an id that isn't one, or a decision that changes nothing; RunError where
    somebody plays the run, or the disk is full: then nothing was changed, or the message says so.
    """

    def decide(run: _Run) -> Entry:
        if run.entrant(name) in run.rulings.disqualified:
            raise ConfigError(f"{name} is disqualified already")
        return DisqualifyEntry(entrant=name, reason=reason)

    return _enter(directory, decide)


def withdraw(directory: RunDirectory, name: str, reason: str) -> Decided:
    """Let an entrant play no more; what it has played stands. See ``disqualify`` for what is raised."""

    def decide(run: _Run) -> Entry:
        if run.entrant(name) in run.rulings.withdrawn:
            raise ConfigError(f"{name} has withdrawn already")
        if run.ended:
            message = f"the run is over: {name} has nothing left to play (arena disqualify takes results away)"
            raise ConfigError(message)
        return WithdrawEntry(entrant=name, reason=reason)

    return _enter(directory, decide)


def reinstate(directory: RunDirectory, name: str, reason: str) -> Decided:
    """Take back that an entrant is out. See ``disqualify`` for what is raised.

    Not once the run is over, if it was out before: its matches were not played.
    """

    def decide(run: _Run) -> Entry:
        if run.entrant(name) not in {*run.rulings.disqualified, *run.rulings.withdrawn}:
            raise ConfigError(f"{name} isn't out")
        if name in run.out_at_end:
            message = f"{name} was out when the run ended, so its matches were not played: a new run is the way back"
            raise ConfigError(message)
        return ReinstateEntry(entrant=name, reason=reason)

    return _enter(directory, decide)


def annul(directory: RunDirectory, match: str, reason: str) -> Decided:
    """Let a match count for nothing; ``match`` is its id, or as much of it as no other begins with.

    If the run isn't over it is played again when the run goes on. See ``disqualify`` for what is raised.
    """
    return _enter(directory, lambda run: AnnulEntry(match_id=run.match(match), reason=reason))


def _enter(directory: RunDirectory, decide: _Decide) -> Decided:
    with directory.locked():
        record = read_record(directory.record)
        run = _Run(record, record.course())
        with open_ledger(directory, run.see) as ledger:
            if ledger.first is None:
                raise RunError(f"{directory.ledger} is empty: nothing was played yet")
            ended = run.ended
            entry = decide(run)
            try:
                if ended:
                    now = datetime.now(UTC)
                    ledger.append(ReopenEntry(at=now.strftime("%Y-%m-%dT%H:%M:%SZ")))
                ledger.append(entry)
            except OSError as error:
                raise RunError(f"{_said(error, directory.ledger)}; nothing was changed") from error
            run.see(entry)
            try:
                put_away_annulled(directory, run.plays)
                contest = replace(record.contest, planned=run.course.planned)
                standings = write_standings(directory, ledger, contest)
            except OSError as error:
                message = (
                    f"{_said(error, directory.path)}. The decision is in the ledger and stands; but the standings "
                    "could not be written: put that right and give the command that plays the run"
                )
                raise RunError(message) from error
    return Decided(entry, standings, ended)


def _said(error: OSError, path: Path) -> str:
    return f"{error.strerror or error}: {error.filename or path}"


def _known(word: str, choices: Iterable[str], kind: str) -> str:
    """The word, if it is one of the choices. Raises ConfigError with the one that is meant."""
    known = list(choices)
    if word in known:
        return word
    close = difflib.get_close_matches(word, known, n=1)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    if not meant and len(known) <= _LISTED:
        meant = f"; there are: {', '.join(known) or 'none'}"
    raise ConfigError(f"{word!r} is no {kind} of this run{meant}")


_LISTED = 12
"""So many names are listed where none is close."""
