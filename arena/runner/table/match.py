"""One match: two halves at a table, written to one log."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from arena.engine import Layout
from arena.referee.events import Ending, TableClosed
from arena.referee.spec import MatchSpec
from arena.runner.process.stderr import StderrTail
from arena.runner.table.shell import run_table
from arena.sandbox.launch import LaunchPlan
from arena.tournament.boards import board_layout, parse_seed
from arena.transcript.writer import MatchLog

ATTEMPT: Final = "attempt"
"""What of a log's provenance says which attempt at the match it is of; without it, the first."""


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A match ready to be played, by whatever process: it travels as one line of JSON.

    launches are by entrant, then by that entrant's bot. seed is the tournament's, in hexadecimal:
    never on a command line or in an environment, where bots could read it. log_path is the log's final
    path. provenance goes into the log's header.
    """

    spec: MatchSpec
    launches: tuple[tuple[LaunchPlan, LaunchPlan], tuple[LaunchPlan, LaunchPlan]]
    seed: str
    log_path: str
    provenance: Mapping[str, int | str]

    def again(self, attempt: int) -> "MatchJob":
        """The same job for another attempt, counted from 1, which the log's header then tells."""
        return replace(self, provenance={**self.provenance, ATTEMPT: attempt})

    def to_json(self) -> bytes:
        """The job as one line, without a line end."""
        return _JOB.dump_json(self)

    @classmethod
    def from_json(cls, line: bytes) -> "MatchJob":
        """What ``to_json`` wrote. Raises pydantic.ValidationError."""
        return _JOB.validate_json(line)


@dataclass(frozen=True, slots=True)
class MatchReport:
    """How a match came out: a sealed log, or the reason why it is void.

    sha256 (hex) is that of the whole log, empty where a void match left none. A void match isn't
    scored, and its log (if any) only tells what happened. storage: the number of the error, and the
    path (if known), where the disk failed: then nothing came of the match, and it is no use to go on.
    """

    match_id: str
    log_path: str
    sha256: str
    void: str | None
    storage: tuple[int, str | None] | None = None

    def to_json(self) -> bytes:
        """The report as one line, without a line end."""
        return _REPORT.dump_json(self)

    @classmethod
    def from_json(cls, line: bytes) -> "MatchReport":
        """What ``to_json`` wrote. Raises pydantic.ValidationError."""
        return _REPORT.validate_json(line)


_JOB: Final = TypeAdapter(MatchJob)
_REPORT: Final = TypeAdapter(MatchReport)


async def play_match(job: MatchJob) -> MatchReport:
    """Play both halves with fresh processes, and seal the log.

    Half 1 isn't played where half 0 was void or lost the match. Raises OSError where the log can't be
    written; then, and when cancelled, no sealed log and no process is left.
    """
    spec = job.spec
    faults = (0, 0)
    void: str | None = None
    with MatchLog(Path(job.log_path), spec, job.provenance) as log:
        for half in range(len(spec.halves)):
            log.half(half)
            closed = await _play_half(job, half, faults, log)
            if closed.ending is Ending.VOID:
                void = closed.reason or "the host failed"
            if closed.ending is not Ending.PLAYED:
                break
            faults = spec.turned(half, closed.faults)
        _, sha256 = log.seal()
    return MatchReport(spec.match_id, job.log_path, sha256, void)


async def _play_half(
    job: MatchJob, half: int, faults: tuple[int, int], log: MatchLog
) -> TableClosed:
    seed = parse_seed(job.seed)
    rules = job.spec.terms.rules

    def board(number: int) -> Layout:
        return board_layout(seed, number, rules)

    def note(stderr: StderrTail) -> None:
        if stderr.total_bytes:
            log.stderr(stderr.seat, stderr.total_bytes, stderr.kept)

    launches = [job.launches[place.entrant][place.bot] for place in job.spec.halves[half].seating]
    table = job.spec.table(half, faults)
    return await run_table(table, launches, board, log.event, note, alone=True)
