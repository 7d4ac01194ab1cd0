"""Checking one match of a run: its log against itself, the ledger, the schedule and the seed.

Each match is checked by itself, from values that can be sent to another process, so that many can be
checked at a time.
"""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from arena.errors import ArenaError, ReplayMismatchError, TranscriptError
from arena.referee.events import DealStarted, Ending
from arena.referee.spec import MatchSpec
from arena.runner.table.match import ATTEMPT
from arena.tournament.boards import board_layout, parse_seed
from arena.transcript.ledger import MatchEntry, outcome_of
from arena.transcript.reader import LoggedMatch
from arena.transcript.verify import verify_log


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What is the same for all matches of a run; None where it isn't known.

    planned: its schedule is known. seed in hexadecimal. ended: the last match is over.
    """

    tournament: str | None
    planned: bool
    seed: str | None
    ended: bool


@dataclass(frozen=True, slots=True)
class LogCheck:
    """One log to be checked.

    place sorts what is found: the ledger's line, from 1, or a number behind them all. entry: what the ledger
    says of it; None for a log that no line names. spec_sha256: of the match of this id in the schedule, as
    ``digest`` takes it; None where there is none, or no schedule. sandboxes: the isolation levels of the sessions before.
    excuse: why a log needn't be in the ledger; None where it must be, once the run is over.
    """

    place: int
    path: str
    entry: MatchEntry | None
    spec_sha256: str | None
    sandboxes: tuple[str, ...] = ()
    excuse: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found: what is wrong, and what is only to be known; one message each."""

    place: int
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


FACTS: Final = TypeAdapter(RunFacts)
LOG_CHECK: Final = TypeAdapter(LogCheck)
FOUND: Final = TypeAdapter(Found)
"""How these travel, as JSON."""

_SPEC: Final = TypeAdapter(MatchSpec)


def digest(spec: MatchSpec, *, with_seeds: bool) -> str:
    """A hash (hex) that stands for a match: a schedule of a million of them is too much to hold.

    with_seeds: the bots' own seeds are in it, which follow from the run's.
    """
    if not with_seeds:
        first, second = (replace(half, seeds=(0, 0, 0, 0)) for half in spec.halves)
        spec = replace(spec, halves=(first, second))
    return hashlib.sha256(_SPEC.dump_json(spec)).hexdigest()


def check_log(facts: RunFacts, check: LogCheck) -> Found:
    """Check one log. Never raises for what is wrong with it."""
    path = Path(check.path)
    try:
        if check.entry is None:
            return _check_stray(facts, check, path)
        _check_entered(facts, check, path, check.entry)
    except ArenaError as error:
        return Found(check.place, (str(error),))
    return Found(check.place)


def _check_entered(facts: RunFacts, check: LogCheck, path: Path, entry: MatchEntry) -> None:
    """One line of the ledger against its log, the log against itself, and both against the plan."""
    match = verify_log(path)
    try:
        data = path.read_bytes()  # not before it is known to be a log: it may be of any size
    except OSError as error:
        raise TranscriptError(f"can't be read: {error.strerror}", path=str(path)) from None
    names = tuple(entrant.name for entrant in match.spec.entrants)
    if (match.spec.match_id, names) != (entry.match_id, entry.entrants):
        raise _mismatch(path, "is the log of another match")
    if outcome_of(entry) != match.outcome:
        raise _mismatch(path, "has another outcome than the ledger")
    if (len(data), hashlib.sha256(data).hexdigest()) != (entry.log_bytes, entry.log_sha256):
        raise _mismatch(path, "isn't the log that the ledger has the hash of")
    if match.provenance.get(ATTEMPT, 1) != entry.attempt:
        raise _mismatch(path, f"isn't of attempt {entry.attempt}, as the ledger says")
    sandbox = match.provenance.get("sandbox")
    if check.sandboxes and sandbox not in check.sandboxes:
        raise _mismatch(path, f"was played at isolation level {sandbox}, which no session had")
    _check_planned(facts, check, match)


def _check_planned(facts: RunFacts, check: LogCheck, match: LoggedMatch) -> None:
    """The match must be one that this run was to play; without a seed, as far as that can be known."""
    wanted = check.spec_sha256
    if facts.planned and wanted != digest(match.spec, with_seeds=facts.seed is not None):
        raise _mismatch(match.path, "isn't a match of this run's schedule")
    if facts.seed is not None:
        check_boards(match, parse_seed(facts.seed))


def _check_stray(facts: RunFacts, check: LogCheck, path: Path) -> Found:
    """A sealed log that the ledger doesn't name."""
    try:
        match = verify_log(path)
    except TranscriptError as error:
        return Found(check.place, (f"{error} (a log that isn't in the ledger)",))
    if facts.tournament is not None and match.spec.tournament != facts.tournament:
        message = f"{path}: is a log of another tournament, {match.spec.tournament}"
        return Found(check.place, (message,))
    if match.outcome.ending is Ending.VOID:
        return Found(check.place)
    _check_planned(facts, check, match)
    if check.excuse is not None:
        return Found(check.place, (), (f"{path}: isn't in the ledger; {check.excuse}",))
    if facts.ended:
        return Found(
            check.place, (f"{path}: is sealed, but isn't in the ledger of a run that is over",)
        )
    message = f"{path}: is sealed, but isn't in the ledger yet; the same command enters it"
    return Found(check.place, (), (message,))


def check_boards(match: LoggedMatch, seed: bytes) -> None:
    """Deal every board of a match again. Raises ReplayMismatchError where the log has other cards."""
    rules = match.spec.terms.rules
    for half in match.halves:
        for logged in half.events:
            event = logged.event
            if isinstance(event, DealStarted) and event.layout != board_layout(
                seed, event.board, rules
            ):
                message = f"board {event.board} isn't what the seed deals"
                raise ReplayMismatchError(message, path=str(match.path), line=logged.line)


def _mismatch(path: Path, message: str) -> ReplayMismatchError:
    return ReplayMismatchError(message, path=str(path))
