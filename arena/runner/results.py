"""The books of a run: ledger, match logs and standings, kept in step by one process."""

import hashlib
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.errors import RefereeBug, RunError, TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import MatchSpec
from arena.runner.match import ATTEMPT, MatchReport
from arena.runner.pool import REPLAYS
from arena.runner.record import RunRecord, arena_version, with_way_out
from arena.runner.rundir import RunDirectory, write_whole
from arena.tournament.boards import show_seed
from arena.tournament.report import show_json, show_markdown
from arena.tournament.standings import Standings, fold_standings
from arena.transcript.chain import fields_of, split
from arena.transcript.ledger import EndEntry, Entry, Ledger, MatchEntry, RunEntry, VoidEntry
from arena.transcript.records import RECORD, AnyRecord, MatchRecord, OutcomeRecord
from arena.transcript.verify import verify_log

REWRITE_S: Final = 2.0
"""At least so long between two writings of the standings during a run."""

_SHARE: Final = 20
"""And at least so many times what the last writing took: folding a long ledger mustn't hold up matches."""


class RunBook:
    """A run's ledger open for writing, and the standings that follow from it. A context manager.

    finished: ids of the matches that count. Every method may raise OSError. Opening raises TranscriptError for
    a damaged ledger, RunError for one that is another run's or names a log that is lost or cut.
    """

    def __init__(self, directory: RunDirectory, record: RunRecord, seed: bytes) -> None:
        self.record = record
        self._directory = directory
        self._seed = seed
        self._contest = record.contest
        self._ledger = _open_ledger(directory.ledger)
        try:
            self._open()
            self._check_logs()
        except BaseException:
            self._ledger.__exit__(None, None, None)
            raise
        self.finished = {
            entry.match_id for entry in self._ledger.entries if isinstance(entry, MatchEntry)
        }
        self._rewrite_at = 0.0

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
        ends = (entry.seed for entry in self._ledger.entries if isinstance(entry, EndEntry))
        return next(ends, None)

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
        if len(self.finished) == self._contest.planned:
            if self.published_seed is None:
                self._ledger.append(EndEntry(seed=show_seed(self._seed)))
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
        entries = self._ledger.entries
        if not entries:
            self._ledger.append(wanted)
        elif entries[0] != wanted:
            message = (
                f"{self._directory.ledger} isn't the ledger of the run in {self._directory.record}; "
                "one of the two was exchanged or changed"
            )
            raise RunError(message)

    def _check_logs(self) -> None:
        """Every log that the ledger names must be there, and as long as it was. Raises RunError."""
        for entry in self._ledger.entries:
            if not isinstance(entry, MatchEntry):
                continue
            path = self._directory.log_of(entry.match_id)
            if not path.is_file():
                wrong = "is missing"
            elif path.stat().st_size != entry.log_bytes:
                wrong = f"has {path.stat().st_size:,} bytes instead of {entry.log_bytes:,}"
            else:
                continue
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
        self.finished.add(spec.match_id)

    def _append(self, entry: Entry) -> None:
        self._ledger.append(entry)
        if time.monotonic() >= self._rewrite_at:
            began = time.monotonic()
            self._write_standings()
            took = time.monotonic() - began
            self._rewrite_at = began + max(REWRITE_S, _SHARE * took)

    def _write_standings(self) -> Standings:
        standings = fold_standings(self._ledger.entries, self._contest)
        write_whole(self._directory.standings_json, show_json(standings))
        write_whole(self._directory.standings_markdown, show_markdown(standings))
        return standings


def _open_ledger(path: Path) -> Ledger:
    """Open the ledger; a damaged one is refused with the way out."""
    try:
        return Ledger(path)
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
