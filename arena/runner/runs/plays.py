"""The plays of matches that a ledger has: which are in force, which were annulled, and where their logs are."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arena.engine.values import value
from arena.runner.runs.directory import RunDirectory, sync_folder
from arena.transcript.ledger import (
    AnnulEntry,
    Entry,
    LedgerLine,
    MatchEntry,
    iter_ledger,
    ledger_lines,
)


@value
class LogMark:
    """By what a match's log is known: its size in bytes, and its SHA-256 as bytes, for there are very many."""

    size: int
    sha256: bytes


@dataclass(slots=True)
class Plays:
    """The matches of a ledger: those in force, and the hashes of the logs of annulled ones.

    in_force: their logs, by id. annulled: by id, the hashes (hex) in the order of the lines.
    """

    in_force: dict[str, LogMark] = field(default_factory=dict[str, LogMark])
    annulled: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, entry: Entry) -> None:
        """Take in the next entry of the ledger."""
        if isinstance(entry, MatchEntry):
            mark = LogMark(entry.log_bytes, bytes.fromhex(entry.log_sha256))
            self.in_force[entry.match_id] = mark
        elif isinstance(entry, AnnulEntry) and entry.match_id in self.in_force:
            mark = self.in_force.pop(entry.match_id)
            self.annulled.setdefault(entry.match_id, []).append(mark.sha256.hex())


def put_away_annulled(directory: RunDirectory, plays: Plays) -> None:
    """Move the logs of annulled matches out of the way of those that are to be played again.

    Called again after a crash in its midst it goes on: a log is known by its hash.
    """
    for match_id, hashes in plays.annulled.items():
        path = directory.log_of(match_id)
        if match_id in plays.in_force or not path.is_file():
            continue
        if hashlib.sha256(path.read_bytes()).hexdigest() == hashes[-1]:
            directory.annulled.mkdir(exist_ok=True)
            path.rename(directory.annulled_log_of(match_id, len(hashes)))
            sync_folder(directory.annulled)
            sync_folder(directory.matches)


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a match: its line in the ledger, and its log. annulled: it counts for nothing."""

    line: int
    entry: MatchEntry
    log: Path
    annulled: bool


def plays_in(lines: Iterable[LedgerLine], plays: Plays, directory: RunDirectory) -> Iterator[Play]:
    """Every play of a ledger's ``lines``, given all the ``plays`` that they come to."""
    seen: Counter[str] = Counter()
    for line in lines:
        if isinstance(entry := line.entry, MatchEntry):
            match_id = entry.match_id
            seen[match_id] += 1
            annulled = seen[match_id] <= len(plays.annulled.get(match_id, ()))
            log = directory.log_of(match_id)
            if annulled:
                log = _log_of_annulled(directory, plays, match_id, seen[match_id])
            yield Play(line.number, entry, log, annulled)


def _log_of_annulled(directory: RunDirectory, plays: Plays, match_id: str, number: int) -> Path:
    """Where the log of an annulled match is: it may not have been put away yet."""
    log, put_away = directory.log_of(match_id), directory.annulled_log_of(match_id, number)
    waits = match_id not in plays.in_force and number == len(plays.annulled[match_id])
    return log if waits and log.exists() and not put_away.exists() else put_away


def plays_of(directory: RunDirectory) -> Iterator[Play]:
    """Every play of a run's ledger; none before there is one. Raises TranscriptError."""
    if directory.ledger.exists():
        plays = Plays()
        for entry in iter_ledger(directory.ledger):
            plays.add(entry)
        yield from plays_in(ledger_lines(directory.ledger), plays, directory)
