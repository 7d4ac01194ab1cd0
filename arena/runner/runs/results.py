"""The books of a run: ledger, match logs and standings, kept in step by one process."""

import hashlib
import os
import time
from collections import deque
from dataclasses import replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, Self

from arena.errors import RefereeBug, RunError, TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import MatchSpec
from arena.runner.runs.directory import RunDirectory, write_whole
from arena.runner.runs.evidence import find_loss
from arena.runner.runs.plays import Plays, put_away_annulled
from arena.runner.runs.record import Afresh, RunRecord, arena_version, with_way_out
from arena.runner.table.match import ATTEMPT, MatchReport
from arena.runner.workers.pool import REPLAYS
from arena.tournament.boards import show_seed
from arena.tournament.contest import Contest, Standings
from arena.tournament.report import show_json, show_markdown
from arena.tournament.standings import fold_standings
from arena.transcript.chain import fields_of, split
from arena.transcript.ledger import (
    BeaconEntry,
    EndEntry,
    Entry,
    Ledger,
    LossEntry,
    MatchEntry,
    RunEntry,
    Seen,
    SessionEntry,
    VoidEntry,
    iter_ledger,
)
from arena.transcript.records import RECORD, AnyRecord, MatchRecord, OutcomeRecord
from arena.transcript.verify import verify_log

REWRITE_S: Final = 2.0
"""At least so long between two writings of the standings during a run."""

_SHARE: Final = 20
"""And at least so many times what the last writing took: folding a long ledger mustn't hold up matches."""


class RunBook:
    """A run's ledger open for writing, and the standings that follow from it. A context manager.

    course: the matches of the run, as far as the ledger tells. Every method may raise OSError. Opening raises TranscriptError for
    a damaged ledger, RunError for one that is another run's, names a log that is lost or cut, or has itself lost lines,
    unless accept_loss: then a line of it tells so.
    """

    def __init__(
        self, directory: RunDirectory, record: RunRecord, seed: bytes, *, accept_loss: bool = False
    ) -> None:
        self.record = record
        self._directory = directory
        self._seed = seed
        self.course = record.course()
        self._contest = record.contest
        self._plays = Plays()
        self._published: str | None = None
        self._beacon: str | None = None
        loss = find_loss(directory) if accept_loss else None
        self._ledger = open_ledger(directory, self._see, accept_loss=accept_loss)
        try:
            self._open()
            if loss is not None:
                self._ledger.append(LossEntry(noted=loss.noted))
            self._check_logs()
            put_away_annulled(directory, self._plays)
        except BaseException:
            self._ledger.__exit__(None, None, None)
            raise
        self._rewrite_at = 0.0

    def _see(self, entry: Entry) -> None:
        self._plays.add(entry)
        self.course.take(entry)
        if isinstance(entry, EndEntry):
            self._published = entry.seed
        elif isinstance(entry, BeaconEntry):
            self._beacon = entry.value

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ledger.__exit__(kind, error, trace)

    @property
    def published_seed(self) -> str | None:
        """The seed, once the last match is over; None before."""
        return self._published

    @property
    def beacon(self) -> str | None:
        """The public value that is mixed into the seed, once it is entered."""
        return self._beacon

    def enter_beacon(self, value: str) -> None:
        """Enter the public value, now that it is known, and before anything is played."""
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._append(BeaconEntry(value=value, at=at))

    @property
    def ledger_sha256(self) -> str:
        """The SHA-256 (hex) of the ledger."""
        return self._ledger.sha256

    def begin_session(self, session: SessionEntry) -> None:
        """Note that playing begins, or goes on."""
        self._append(session)

    def enter(self, spec: MatchSpec, report: MatchReport) -> None:
        """Enter a match that was played and sealed. Raises RunError if its log isn't the one reported."""
        data = self._directory.log_of(spec.match_id).read_bytes()
        if hashlib.sha256(data).hexdigest() != report.sha256:
            raise RunError(f"{report.log_path} was changed after it was sealed")
        self._enter(spec, data)

    def enter_void(self, spec: MatchSpec, reason: str) -> None:
        """Note a match that the host couldn't play; it will be tried again when the run goes on."""
        names = (spec.entrants[0].name, spec.entrants[1].name)
        void = VoidEntry(
            match_id=spec.match_id, entrants=names, attempts=REPLAYS + 1, reason=reason
        )
        self._append(void)

    def adopt(self, spec: MatchSpec) -> bool:
        """Enter a match whose log was sealed before the run was killed; whether there was such a log.

        What was played counts: to play again is to give a second chance to whoever can choose the moment
        of a kill. A log that isn't the whole truth about this very match is no such log.
        """
        path = self._directory.log_of(spec.match_id)
        if not path.exists():
            return False
        try:
            match = verify_log(path)
        except TranscriptError:
            return False
        if match.spec != spec or match.outcome.ending is Ending.VOID:
            return False
        self._enter(spec, path.read_bytes())
        return True

    def close(self) -> Standings:
        """Write the standings; publish the seed if the last match is over."""
        self._check_place()
        if self.course.over:
            if self.published_seed is None:
                self._write_standings()  # so that after the end no file lags, whenever the arena is killed
                self._append(EndEntry(seed=show_seed(self._seed)))
            self._directory.publish_seed()
        return self._write_standings()

    def _open(self) -> None:
        """Write the first line, or see that it is this run's."""
        wanted = RunEntry(
            tournament=self.record.config.name,
            config_sha256=hashlib.sha256(self._directory.record.read_bytes()).hexdigest(),
            seed_commitment=self.record.seed_commitment,
            arena=arena_version(),
        )
        if self._ledger.first is None:
            self._ledger.append(wanted)
        elif not _same_run(self._ledger.first, wanted):
            message = (
                f"{self._directory.ledger} isn't the ledger of the run in {self._directory.record}; "
                "one of the two was exchanged or changed"
            )
            raise RunError(message)

    def _check_logs(self) -> None:
        """Every log that the ledger names must be there, and as long as it was. Raises RunError."""
        with os.scandir(self._directory.matches) as logs:
            sizes = {log.name: log.stat().st_size for log in logs if log.is_file()}
        for match_id, log in self._plays.in_force.items():
            size = sizes.get(f"{match_id}.jsonl")
            if size == log.size:
                continue
            path = self._directory.log_of(match_id)
            wrong = "is missing" if size is None else f"has {size:,} bytes instead of {log.size:,}"
            message = (
                f"{path} {wrong}, though {self._directory.ledger} counts its match; restore the log from "
                "a copy, or begin a new run with --out DIR"
            )
            raise RunError(message)

    def _enter(self, spec: MatchSpec, data: bytes) -> None:
        names = (spec.entrants[0].name, spec.entrants[1].name)
        attempt, outcome = _essentials(data)
        self._append(
            MatchEntry(
                match_id=spec.match_id,
                entrants=names,
                attempt=attempt,
                log_sha256=hashlib.sha256(data).hexdigest(),
                log_bytes=len(data),
                outcome=outcome,
            )
        )

    def _append(self, entry: Entry) -> None:
        self._check_place()
        self._ledger.append(entry)
        self._see(entry)
        if time.monotonic() >= self._rewrite_at:
            began = time.monotonic()
            self._write_standings()
            took = time.monotonic() - began
            self._rewrite_at = began + max(REWRITE_S, _SHARE * took)

    def _check_place(self) -> None:
        """Raise RunError if the directory isn't the one any more in which the run is played."""
        if not self._ledger.is_at(self._directory.ledger):
            message = (
                f"{self._directory.path} was renamed or exchanged while it was played, so nothing more is entered: put "
                "it back, and give the same command again"
            )
            raise RunError(message)

    def _write_standings(self) -> Standings:
        contest = replace(self._contest, planned=self.course.planned)
        return write_standings(self._directory, self._ledger, contest)


def _same_run(one: RunEntry, other: RunEntry) -> bool:
    """Whether two first lines are of the same run, whichever arenas wrote them."""
    arena = {"format": other.format, "arena": other.arena}
    return one.model_copy(update=arena) == other


def write_standings(directory: RunDirectory, ledger: Ledger, contest: Contest) -> Standings:
    """Fold the ledger and write what follows from it; the ledger's own hash comes last."""
    standings = fold_standings(Afresh(ledger.entries), contest)
    write_whole(directory.standings_json, show_json(standings))
    write_whole(directory.standings_markdown, show_markdown(standings))
    write_whole(directory.ledger_hash, f"{ledger.sha256}  {directory.ledger.name}\n")
    return standings


def open_ledger(directory: RunDirectory, seen: Seen, *, accept_loss: bool = False) -> Ledger:
    """Open a run's ledger; a damaged one is refused with the way out, and one that has lost lines unless accept_loss."""
    path = directory.ledger
    try:
        loss = None if accept_loss else find_loss(directory)
        if loss is not None:
            if path.exists():  # a line that was changed is told with its place
                deque(iter_ledger(path), maxlen=0)
            raise RunError(loss.message)
        return Ledger(path, seen)
    except TranscriptError as error:
        raise with_way_out(error) from None


def _essentials(data: bytes) -> tuple[int, OutcomeRecord]:
    """Of a sealed log, without reading all of it: which attempt it is of, and how the match came out."""
    lines = data.splitlines(keepends=True)
    header, outcome = _record(lines, 0), _record(lines, len(lines) - 2)
    if not isinstance(header, MatchRecord) or not isinstance(outcome, OutcomeRecord):
        raise RefereeBug("a match log that was just sealed has no header or no outcome")
    attempt = header.provenance.get(ATTEMPT, 1)
    return int(attempt), outcome


def _record(lines: list[bytes], index: int) -> AnyRecord | None:
    line = split(lines[index])
    fields = None if line is None else fields_of(index + 1, line.body)
    return None if fields is None else RECORD.validate_json(fields)
