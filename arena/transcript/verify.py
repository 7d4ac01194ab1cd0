"""Proving a match log: that nothing in it was changed, and that the referee's verdicts follow.

Three proofs, from cheap to strong: each line's chain value, then the seal; each event, by feeding the
recorded facts to a new table and comparing what it says; the outcome, by folding it anew. A forger
who mends chain and seal is still caught by the second and third, and by the log's hash in the ledger.
"""

import dataclasses
import hashlib
from itertools import zip_longest
from pathlib import Path

from arena.engine import Layout
from arena.errors import ArenaError, RefereeBug, ReplayMismatchError
from arena.referee.effects import Effect, Log
from arena.referee.events import Ending, Event, TableClosed
from arena.referee.refeed import facts_of
from arena.referee.spec import MatchSpec
from arena.referee.table import Table
from arena.transcript.chain import GENESIS, chain_value
from arena.transcript.outcome import fold_outcome
from arena.transcript.reader import LoggedHalf, LoggedLine, LoggedMatch, assemble, read_lines
from arena.transcript.records import SealRecord


def verify_log(path: Path) -> LoggedMatch:
    """Prove a sealed log, and return it.

    Raises TranscriptError for one that can't be read, ReplayMismatchError for one that isn't true; both
    name the first line that is wrong.
    """
    lines = _check_chain(path)
    match = assemble(path, lines)
    _check_seal(path, lines)
    _check_halves(match)
    _check_outcome(match)
    return match


def _check_chain(path: Path) -> list[LoggedLine]:
    """All lines, each of which must follow from the one before it."""
    lines: list[LoggedLine] = []
    chain = GENESIS
    for line in read_lines(path):
        chain = chain_value(chain, line.parts.body)
        if line.parts.chain != chain:
            raise ReplayMismatchError(
                f"this line was changed, or one before it dropped or moved (its chain value is {line.parts.chain}, "
                f"what stands there makes {chain})",
                path=str(path),
                line=line.number,
            )
        lines.append(line)
    return lines


def _check_seal(path: Path, lines: list[LoggedLine]) -> None:
    seal = lines[-1].record
    assert isinstance(seal, SealRecord)
    sha256 = hashlib.sha256(b"".join(line.parts.raw for line in lines[:-1])).hexdigest()
    if (seal.lines, seal.sha256) != (len(lines) - 1, sha256):
        raise ReplayMismatchError(
            f"the seal is for {seal.lines} lines with SHA-256 {seal.sha256[:12]}…; before it stand "
            f"{len(lines) - 1} with {sha256[:12]}…",
            path=str(path),
            line=len(lines),
        )


def _check_halves(match: LoggedMatch) -> None:
    """Feed each half's facts to a new table; every event must come out as it was logged."""
    faults, ended = (0, 0), False
    for index, half in enumerate(match.halves):
        if half.half != index or ended:
            raise ReplayMismatchError(
                f"half {half.half} is out of place", path=str(match.path), line=half.line
            )
        closed = _check_half(match, half, faults)
        ended = closed.ending is not Ending.PLAYED or index == 1
        faults = _faults_by_entrant(match.spec, index, closed.faults)
    if not ended:
        raise ReplayMismatchError(
            f"half {len(match.halves)} is missing", path=str(match.path), line=match.outcome_line
        )


def _faults_by_entrant(spec: MatchSpec, half: int, faults: tuple[int, int]) -> tuple[int, int]:
    return faults if spec.halves[half].seating[0].entrant == 0 else (faults[1], faults[0])


def _check_half(match: LoggedMatch, half: LoggedHalf, faults: tuple[int, int]) -> TableClosed:
    logged = half.events
    events = [each.event for each in logged]
    told = _refeed(match, half, events, faults)
    for each, event in zip_longest(logged, told):
        if each is None:
            raise ReplayMismatchError(
                f"a {_kind(event)} is missing from half {half.half}",
                path=str(match.path),
                line=logged[-1].line if logged else half.line,
            )
        if event is None or each.event != event:
            raise ReplayMismatchError(
                _difference(each.event, event), path=str(match.path), line=each.line
            )
    last = events[-1] if events else None
    if not isinstance(last, TableClosed):
        line = logged[-1].line if logged else half.line
        raise ReplayMismatchError(f"half {half.half} has no end", path=str(match.path), line=line)
    return last


def _refeed(
    match: LoggedMatch, half: LoggedHalf, events: list[Event], faults: tuple[int, int]
) -> list[Event]:
    """What a new table says to the facts that ``events`` recorded; it stops where one can't be."""
    table = Table(match.spec.table(half.half, faults))
    told = _events(table.open())
    try:
        for fact in facts_of(events):
            if table.closed:
                break
            told += _events(table.feed(fact))
    except (ArenaError, ValueError):
        return told  # the log's facts aren't possible: the first event that lacks them will differ
    return told


def _events(effects: list[Effect]) -> list[Event]:
    return [effect.event for effect in effects if isinstance(effect, Log)]


def _kind(event: object) -> str:
    return type(event).__name__


def _difference(logged: Event, told: Event | None) -> str:
    if told is None:
        return f"the referee would not have said this {_kind(logged)}"
    if type(logged) is not type(told):
        return f"the log says {_kind(logged)}, the referee says {_kind(told)}"
    for field in dataclasses.fields(logged):
        was, now = getattr(logged, field.name), getattr(told, field.name)
        if was != now:
            return f"{_kind(logged)}: {field.name} is {_show(was)} in the log, {_show(now)} when re-played"
    raise RefereeBug(f"two events differ in no field: {logged}")


def _show(value: object) -> str:
    text = "a different layout" if isinstance(value, Layout) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004 - one line


def _check_outcome(match: LoggedMatch) -> None:
    halves = [[each.event for each in half.events] for half in match.halves]
    if fold_outcome(match.spec, halves) != match.outcome:
        raise ReplayMismatchError(
            "the outcome isn't what the events above come to",
            path=str(match.path),
            line=match.outcome_line,
        )
