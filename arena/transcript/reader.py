"""Reading a match log: strict, and every complaint says which line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from arena.errors import ArenaError, TranscriptError
from arena.referee.events import Event
from arena.referee.spec import MatchSpec
from arena.transcript.chain import CONVERTED, Line, body_of, fields_of, split
from arena.transcript.convert import event_of, record_of
from arena.transcript.header import Provenance, spec_of
from arena.transcript.outcome import MatchOutcome
from arena.transcript.records import (
    LOG_FORMAT,
    RECORD,
    AnyRecord,
    EventRecord,
    HalfRecord,
    MatchRecord,
    OutcomeRecord,
    SealRecord,
    StderrRecord,
    complaint,
    misplaced_field,
)

_LINE_BYTES: Final = 1 << 26
"""More than any line has: the longest, the outcome of a match of 100,000 boards, takes a tenth."""


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """One line of the file: its number from 1, its bytes, and what it says."""

    number: int
    parts: Line
    record: AnyRecord


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event, and the line that it stands on."""

    line: int
    event: Event


@dataclass(slots=True)
class LoggedHalf:
    """One half as logged: its events in order, and the stderr notes."""

    half: int
    line: int
    events: list[LoggedEvent] = field(default_factory=list[LoggedEvent])
    stderr: list[tuple[int, StderrRecord]] = field(default_factory=list[tuple[int, StderrRecord]])


@dataclass(frozen=True, slots=True)
class LoggedMatch:
    """A sealed log: the version of its format, what was to be played, what happened, what it counts as."""

    path: Path
    format: int
    spec: MatchSpec
    started_at: str
    provenance: Provenance
    halves: tuple[LoggedHalf, ...]
    outcome: MatchOutcome
    outcome_line: int
    seal: SealRecord


def read_log(path: Path) -> LoggedMatch:
    """Read a sealed log. Raises TranscriptError, located, for what isn't one; proves nothing."""
    return assemble(path, list(read_lines(path)))


def read_lines(path: Path) -> Iterator[LoggedLine]:
    """The lines one by one. Raises TranscriptError at the first that can't be read."""
    try:
        with path.open("rb") as file:
            log_format = LOG_FORMAT
            for number, raw in enumerate(iter(partial(file.readline, _LINE_BYTES), b""), 1):
                line = _read_line(path, number, raw)
                if isinstance(line.record, MatchRecord):
                    log_format = line.record.format
                if name := misplaced_field(line.record, log_format):
                    message = f"doesn't go by format {log_format} of a log: look at {name!r}"
                    raise TranscriptError(message, path=str(path), line=number)
                yield line
    except OSError as error:
        raise TranscriptError(f"can't be read: {error.strerror}", path=str(path)) from None


def _read_line(path: Path, number: int, raw: bytes) -> LoggedLine:
    line = split(raw)
    if line is None:
        message = f"is cut short or isn't a line of a match log ({_excerpt(raw)})"
        message = CONVERTED if raw.endswith(b"\r\n") else message
        raise TranscriptError(message, path=str(path), line=number)
    fields = fields_of(number, line.body)
    if fields is None:
        message = f"isn't numbered {number} ({_excerpt(raw)})"
        raise TranscriptError(message, path=str(path), line=number)
    try:
        record = RECORD.validate_json(fields)
    except ValidationError as error:
        message = f"isn't a record: {complaint(error)} ({_excerpt(raw)})"
        raise TranscriptError(message, path=str(path), line=number) from None
    if body_of(number, record) != line.body:
        message = f"isn't written as the arena writes it ({_excerpt(raw)})"
        raise TranscriptError(message, path=str(path), line=number)
    return LoggedLine(number, line, record)


def _excerpt(raw: bytes, limit: int = 60) -> str:
    return repr(raw[:limit])[1:]


def assemble(path: Path, lines: list[LoggedLine]) -> LoggedMatch:
    """Put lines together to a match. Raises TranscriptError where the order isn't that of a log."""
    header = _header(path, lines)
    halves: list[LoggedHalf] = []
    outcome, seal = lines[-2].record, lines[-1].record
    if not isinstance(outcome, OutcomeRecord) or not isinstance(seal, SealRecord):
        raise TranscriptError(
            "isn't the end of a log: the match was cut off", path=str(path), line=len(lines)
        )
    for line in lines[1:-2]:
        match line.record:
            case HalfRecord(half=half):
                halves.append(LoggedHalf(half, line.number))
            case MatchRecord() | OutcomeRecord() | SealRecord():
                raise TranscriptError("is out of place", path=str(path), line=line.number)
            case _ if not halves:
                raise TranscriptError("comes before a half began", path=str(path), line=line.number)
            case StderrRecord() as record:
                halves[-1].stderr.append((line.number, record))
            case record:
                halves[-1].events.append(
                    LoggedEvent(line.number, _event(path, line.number, record))
                )
    try:
        spec = spec_of(header)
    except (ArenaError, ValueError) as error:
        raise TranscriptError(str(error), path=str(path), line=1) from None
    return LoggedMatch(
        path=path,
        format=header.format,
        spec=spec,
        started_at=header.started_at,
        provenance=header.provenance,
        halves=tuple(halves),
        outcome=MatchOutcome.from_record(outcome),
        outcome_line=lines[-2].number,
        seal=seal,
    )


def _header(path: Path, lines: list[LoggedLine]) -> MatchRecord:
    if len(lines) < 3:  # noqa: PLR2004 - header, outcome, seal
        raise TranscriptError("isn't a sealed match log: too few lines", path=str(path))
    header = lines[0].record
    if not isinstance(header, MatchRecord):
        raise TranscriptError("isn't the header of a match", path=str(path), line=1)
    return header


def _event(path: Path, number: int, record: EventRecord) -> Event:
    try:
        event = event_of(record)
    except (ArenaError, ValueError) as error:
        raise TranscriptError(str(error), path=str(path), line=number) from None
    if record_of(event) != record:
        raise TranscriptError("isn't written as the arena writes it", path=str(path), line=number)
    return event
