"""Checking a whole run: that its ledger, logs, boards, seed and standings are all of one piece."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, ReplayMismatchError, RunError, TranscriptError
from arena.referee.events import DealStarted
from arena.referee.spec import MatchSpec
from arena.runner.audit_folder import check_bots, check_ledger_end, check_logs, check_scored
from arena.runner.record import RunRecord, arena_version, read_entries, read_record
from arena.runner.rundir import RunDirectory
from arena.tournament.boards import board_layout, commitment, parse_seed
from arena.tournament.report import show_json, show_markdown
from arena.tournament.schedule import schedule
from arena.tournament.standings import fold_standings
from arena.transcript.ledger import EndEntry, Entry, MatchEntry, RunEntry, outcome_of
from arena.transcript.reader import LoggedMatch
from arena.transcript.verify import verify_log

Watch = Callable[[int, int], None]
"""Told, before each match, how many were checked and how many there are."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found: how many matches were checked, and all that is wrong, one message each.

    planned: None where the record can't be read. with_bots: whether the frozen bots were there to be
    checked; a run may be copied without them. dealt_again: whether the boards were made again from the seed, which needs the seed. finished: whether
    the last match is over; only then must the standings be those of the ledger, to the byte where
    this version of the arena wrote them.
    """

    matches: int
    planned: int | None
    with_bots: bool
    dealt_again: bool
    finished: bool
    problems: tuple[str, ...]


def audit_run(directory: RunDirectory, watch: Watch) -> Audit:
    """Check a run. Raises TranscriptError where the ledger can't even be read."""
    busy = directory.is_busy()
    entries = list(read_entries(directory))
    if not entries and not directory.ledger.exists():
        raise TranscriptError(
            "can't be read: No such file or directory", path=str(directory.ledger)
        )
    finished = any(isinstance(entry, EndEntry) for entry in entries)
    record, problems = _read_record(directory)
    seed, wrong = _check_seed(directory, record, entries)
    problems += wrong
    problems += _check_first(directory, record, entries)
    played = [entry for entry in entries if isinstance(entry, MatchEntry)]
    plan = None if seed is None or record is None else _plan(record, seed, entries)
    for done, entry in enumerate(played):
        watch(done, len(played))
        try:
            _check_match(directory, record, entry, plan, seed)
        except ArenaError as error:
            problems.append(str(error))
    planned = None if record is None else record.contest_after(entries).planned
    if finished and record is not None and planned is not None:
        problems += _check_end(directory, record, entries, planned - len(played))
    elif not finished and not busy:
        problems += _check_pause(directory, entries, complete=len(played) == planned)
    if not busy:
        problems += check_ledger_end(directory.ledger)
        problems += check_logs(directory, entries)
    with_bots = directory.bots.is_dir()
    if with_bots:
        problems += check_bots(directory, record, entries)
    return Audit(len(played), planned, with_bots, seed is not None, finished, tuple(problems))


def _read_record(directory: RunDirectory) -> tuple[RunRecord | None, list[str]]:
    """The run's record, or what is wrong with it."""
    try:
        return read_record(directory.record), []
    except RunError as error:
        return None, [str(error)]


def _check_seed(
    directory: RunDirectory, record: RunRecord | None, entries: list[Entry]
) -> tuple[bytes | None, list[str]]:
    """The seed, where it is known and is the one that the run committed itself to."""
    promised = next(
        (
            entry.seed_commitment
            for entry in (record, *entries[:1])
            if isinstance(entry, RunRecord | RunEntry)
        ),
        None,
    )
    problems: list[str] = []
    published = next((entry.seed for entry in entries if isinstance(entry, EndEntry)), None)
    try:
        kept = directory.read_seed()
    except PermissionError:  # not yet published, and not ours
        kept = None
    except RunError as error:
        kept = None
        problems.append(str(error))
    seed: bytes | None = None
    for place, text in ((directory.ledger, published), (directory.seed_file, kept)):
        if text is None:
            continue
        try:
            found = parse_seed(text)
        except ArenaError as error:
            problems.append(f"{place}: {error}")
            continue
        if commitment(found) == promised:
            seed = found
        else:
            problems.append(f"{place}: the seed isn't the one that the run committed itself to")
    return seed, problems


def _check_first(
    directory: RunDirectory, record: RunRecord | None, entries: list[Entry]
) -> list[str]:
    """The ledger's first line must be about this very run."""
    first = entries[0] if entries else None
    if not isinstance(first, RunEntry):
        return [f"{directory.ledger}: is empty"]
    if record is None:
        return []
    problems: list[str] = []
    if first.config_sha256 != hashlib.sha256(directory.record.read_bytes()).hexdigest():
        problems.append(f"{directory.record}: was changed since the run began")
    if first.seed_commitment != record.seed_commitment or first.tournament != record.config.name:
        problems.append(f"{directory.ledger}:1: is the ledger of another run")
    return problems


def _plan(record: RunRecord, seed: bytes, entries: list[Entry]) -> dict[str, MatchSpec]:
    specs = schedule(record.config, record.entrants, seed, entries)
    return {spec.match_id: spec for spec in specs}


def _check_match(
    directory: RunDirectory,
    record: RunRecord | None,
    entry: MatchEntry,
    plan: Mapping[str, MatchSpec] | None,
    seed: bytes | None,
) -> None:
    """One line of the ledger against its log, the log against itself, and both against the plan."""
    path = directory.log_of(entry.match_id)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TranscriptError(f"can't be read: {error.strerror}", path=str(path)) from None
    match = verify_log(path)
    names = tuple(entrant.name for entrant in match.spec.entrants)
    if (match.spec.match_id, names) != (entry.match_id, entry.entrants):
        raise _mismatch(path, "is the log of another match")
    if outcome_of(entry) != match.outcome:
        raise _mismatch(path, "has another outcome than the ledger")
    if (len(data), hashlib.sha256(data).hexdigest()) != (entry.log_bytes, entry.log_sha256):
        raise _mismatch(path, "isn't the log that the ledger has the hash of")
    if plan is not None:
        if plan.get(entry.match_id) != match.spec:
            raise _mismatch(path, "isn't a match of this run's schedule")
    elif record is not None and match.spec.terms != record.config.terms:
        raise _mismatch(path, "was played on other terms than the run's")
    if seed is not None:
        check_boards(match, seed)


def check_boards(match: LoggedMatch, seed: bytes) -> None:
    """Deal every board of a match again. Raises ReplayMismatchError where the log has other cards."""
    for half in match.halves:
        for logged in half.events:
            event = logged.event
            if isinstance(event, DealStarted) and event.layout != board_layout(
                seed, event.board, match.spec.terms.rules
            ):
                message = f"board {event.board} isn't what the seed deals"
                raise ReplayMismatchError(message, path=str(match.path), line=logged.line)


def _check_pause(directory: RunDirectory, entries: list[Entry], *, complete: bool) -> Iterator[str]:
    """What must be true of a run that isn't over and that nobody plays just now."""
    if complete:
        yield f"{directory.ledger}: has all matches, but not the last line; the same command adds it"
    yield from check_scored(directory.standings_json, entries)


def _check_end(
    directory: RunDirectory, record: RunRecord, entries: list[Entry], lacking: int
) -> Iterator[str]:
    """What must be true once a run is over."""
    if lacking > 0:
        verb = "is" if lacking == 1 else "are"
        yield f"{directory.ledger}: the run is over, but {lacking} of its matches {verb} missing"
    try:
        standings = fold_standings(entries, record.contest_after(entries))
    except TranscriptError as error:
        yield f"{directory.ledger}: {error}"
        return
    first = entries[0]
    if isinstance(first, RunEntry) and first.arena != arena_version():
        return  # another version may have shown the same standings in another form
    for path, text in (
        (directory.standings_json, show_json(standings)),
        (directory.standings_markdown, show_markdown(standings)),
    ):
        try:
            same = path.read_bytes() == text.encode("utf-8")
        except OSError as error:
            yield f"{path}: can't be read: {error.strerror}"
            continue
        if not same:
            yield f"{path}: isn't what the ledger comes to"


def _mismatch(path: Path, message: str) -> ReplayMismatchError:
    return ReplayMismatchError(message, path=str(path))
