"""Proving a match log: that nothing in it was changed, and that the referee's verdicts follow.

Each line is read strictly and its chain value checked; then the seal; then the recorded facts are fed to a
new table, which must say every event again; then the outcome is folded anew. So damage is always
found, and a forger who mends chain and seal still can't change a verdict, an illegal card, a result,
or a time past its limit. What no rule decides (which legal card was played, a comment, a time within
its limit) is proved by the log's hash in the ledger alone. So is why a line isn't JSON or not a reply, which
a hint tells in the words of a library: another version of that may choose others.
"""

import hashlib
import json
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from arena.errors import ArenaError, ReplayMismatchError
from arena.referee.effects import Effect, Log
from arena.referee.events import (
    CardPlayed,
    Ending,
    Event,
    Faulted,
    HelloAnswered,
    TableClosed,
)
from arena.referee.faults import own_words
from arena.referee.refeed import facts_of
from arena.referee.table import Table
from arena.transcript.chain import GENESIS, chain_value
from arena.transcript.convert import record_of
from arena.transcript.outcome import fold_outcome
from arena.transcript.reader import (
    LoggedEvent,
    LoggedHalf,
    LoggedLine,
    LoggedMatch,
    assemble,
    read_lines,
)
from arena.transcript.records import SealRecord

_SHOWN = 80
"""Characters of a value that a complaint shows."""


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
            message = (
                f"was changed, or a line before it dropped or moved: its chain value is "
                f"{line.parts.chain}, but what stands there makes {chain}"
            )
            raise ReplayMismatchError(message, path=str(path), line=line.number)
        lines.append(line)
    return lines


def _check_seal(path: Path, lines: list[LoggedLine]) -> None:
    seal = lines[-1].record
    assert isinstance(seal, SealRecord)
    sha256 = hashlib.sha256(b"".join(line.parts.raw for line in lines[:-1])).hexdigest()
    if (seal.lines, seal.sha256) != (len(lines) - 1, sha256):
        message = (
            f"the seal is for {seal.lines} lines with SHA-256 {seal.sha256[:12]}…; before it stand "
            f"{len(lines) - 1} with {sha256[:12]}…"
        )
        raise ReplayMismatchError(message, path=str(path), line=len(lines))


def _check_halves(match: LoggedMatch) -> None:
    """Feed each half's facts to a new table; every event must come out as it was logged."""
    faults, over = (0, 0), False
    for index, half in enumerate(match.halves):
        if half.half != index or over:
            raise _mismatch(match, half.line, f"half {half.half} is out of place")
        closed = _check_half(match, half, faults)
        over = closed.ending is not Ending.PLAYED or index == 1
        faults = match.spec.turned(index, closed.faults)
    if not over:
        raise _mismatch(match, match.outcome_line, f"half {len(match.halves)} is missing")


def _check_half(match: LoggedMatch, half: LoggedHalf, faults: tuple[int, int]) -> TableClosed:
    """Compare what was logged with what a new table says; the event that closed the half."""
    _check_times(match, half.events)
    last_line = half.events[-1].line if half.events else half.line
    told = _refeed(match, half, faults)
    for logged, event in zip_longest(half.events, told):
        if logged is None:
            raise _mismatch(match, last_line, f"after it, {record_of(event).type!r} is missing")
        if logged.event != event and not _differ_in_words(logged.event, event):
            raise _mismatch(match, logged.line, _difference(logged.event, event))
    last = told[-1] if told else None
    if not isinstance(last, TableClosed):
        raise _mismatch(match, last_line, f"half {half.half} has no end")
    return last


def _check_times(match: LoggedMatch, events: list[LoggedEvent]) -> None:
    before_us = 0
    for logged in events:
        at_us = _at_us(logged.event)
        if at_us < before_us:
            message = (
                f"time runs backwards: this is at {at_us} us, the line before at {before_us} us"
            )
            raise _mismatch(match, logged.line, message)
        before_us = at_us


def _at_us(event: Event) -> int:
    """When an event happened."""
    match event:
        case CardPlayed():
            return event.asked_us + event.wall_us
        case HelloAnswered():
            return event.spawned_us + event.wall_us
        case Faulted(fault):
            return fault.at_us
        case _:
            return event.at_us


def _refeed(match: LoggedMatch, half: LoggedHalf, faults: tuple[int, int]) -> list[Event]:
    """What a new table says to the facts that a half recorded; it stops where one can't be."""
    table = Table(match.spec.table(half.half, faults))
    told = _events(table.open())
    try:
        for fact in facts_of(logged.event for logged in half.events):
            told += _events(table.feed(fact))
    except (ArenaError, ValueError):
        return told  # the log's facts aren't possible: the first event that lacks them will differ
    return told


def _differ_in_words(logged: Event, told: Event | None) -> bool:
    """Whether two events are the same fault, explained in the words of two versions of a library."""
    if not isinstance(logged, Faulted) or not isinstance(told, Faulted):
        return False
    one, other = logged.fault, told.fault
    if own_words(one.code, one.hint) != own_words(other.code, other.hint):
        return False
    return replace(one, hint="") == replace(other, hint="")


def _events(effects: list[Effect]) -> list[Event]:
    return [effect.event for effect in effects if isinstance(effect, Log)]


def _mismatch(match: LoggedMatch, line: int, message: str) -> ReplayMismatchError:
    return ReplayMismatchError(message, path=str(match.path), line=line)


def _difference(logged: Event, told: Event | None) -> str:
    was: dict[str, object] = record_of(logged).model_dump(mode="json")
    if told is None:
        return f"the referee would not have said {was['type']!r} here"
    now: dict[str, object] = record_of(told).model_dump(mode="json")
    if was["type"] != now["type"]:
        why = f" ({told.fault.hint})" if isinstance(told, Faulted) else ""
        return f"the log says {was['type']!r}, the referee says {now['type']!r}{why}"
    field = next(field for field in was if was[field] != now[field])
    return f"{field} is {_show(was[field])} in the log, but {_show(now[field])} when played again"


def _show(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _check_outcome(match: LoggedMatch) -> None:
    halves = [[logged.event for logged in half.events] for half in match.halves]
    outcome = fold_outcome(match.spec, halves)
    if match.format == 1:  # which knew nothing of them
        outcome = replace(outcome, faulted=(), unplayed=())
    if outcome != match.outcome:
        message = "the outcome isn't what the events above come to"
        raise _mismatch(match, match.outcome_line, message)
