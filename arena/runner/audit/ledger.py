"""Checking a ledger: one pass over its lines, which also finds what there is to check beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from arena.errors import TranscriptError
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.evidence import read_note
from arena.runner.runs.plays import Plays
from arena.runner.runs.record import RunRecord, with_way_out
from arena.tournament.course import Course
from arena.transcript.ledger import (
    AnnulEntry,
    BeaconEntry,
    Decision,
    DisqualifyEntry,
    EndEntry,
    LedgerLine,
    LossEntry,
    MatchEntry,
    ReinstateEntry,
    ReopenEntry,
    RunEntry,
    SessionEntry,
    VoidEntry,
    WithdrawEntry,
    ledger_lines,
)
from arena.transcript.rulings import Rulings, RulingsFold


@dataclass(frozen=True, slots=True)
class Later:
    """A decision after the end: what, in words, and the moment that is told; None where none is."""

    what: str
    at: str | None


@dataclass(slots=True)
class LedgerFacts:
    """What a ledger says, without its matches' figures, which would take too much memory.

    ended_at: the line of the end, or 0. lines: how many could be read. hashed: how many of them ``ledger.sha256`` is of; None where that file isn't
    there or is of none. damaged: a line can't be read; those after it count for nothing. plays: the
    matches in force and the annulled ones; annulled_late: those annulled after the end. course: the matches
    that the run was to play; None where the record can't be read or the ledger is about others. at_end: who
    was out when the run ended. later: the decisions after the end. losses: the lines that tell of lost ones before them. expected_at: of how many lines the hash is that was published.
    """

    first: RunEntry | None = None
    seed: str | None = None
    ended_at: int = 0
    lines: int = 0
    hashed: int | None = None
    damaged: bool = False
    plays: Plays = field(default_factory=Plays)
    rulings: RulingsFold = field(default_factory=RulingsFold)
    played: set[str] = field(default_factory=set[str])
    course: Course | None = None
    at_end: Rulings | None = None
    annulled_late: set[str] = field(default_factory=set[str])
    later: list[Later] = field(default_factory=list[Later])
    beacon: str | None = None
    losses: list[int] = field(default_factory=list[int])
    expected_at: int | None = None
    sessions: int = 0
    reopened: str | None = None
    problems: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])

    def look(self, line: LedgerLine, noted: bytes | None, expected: str | None) -> None:
        """Whether the ledger up to this line is the one of the noted hash, or of the one that was published."""
        if line.sha256.encode("ascii") == noted:
            self.hashed = line.number
        if expected is not None and line.sha256.startswith(expected.lower()):
            self.expected_at = line.number

    @property
    def ended(self) -> bool:
        """Whether the last match is over."""
        return self.seed is not None

    @property
    def out(self) -> Rulings:
        """The rulings that tell which matches needn't be played: when the run ended, or now."""
        return self.at_end or self.rulings.rulings

    @property
    def known(self) -> int:
        """How many matches are in force."""
        return len(self.plays.in_force)


def read_facts(
    directory: RunDirectory, record: RunRecord | None, *, busy: bool, expect: str | None = None
) -> LedgerFacts:
    """Go over the ledger, checking each line. Raises TranscriptError where there is none, though there was one.

    busy: somebody may be writing just now, so the file's end isn't looked at. expect: the hash (hex) that was published,
    or its first digits.
    """
    facts = LedgerFacts(course=None if record is None else record.course())
    hash_noted = read_note(directory.ledger_hash)
    path = directory.ledger
    begun = directory.ledger_hash.exists() or directory.standings_json.exists()
    if not path.exists() and record is not None and not begun:
        facts.notes.append(f"{path}: isn't there yet: nothing was played")
        return facts
    try:
        for line in ledger_lines(path):
            facts.lines = line.number
            facts.problems += (f"{path}:{line.number}: {text}" for text in _take(facts, line))
            facts.look(line, hash_noted, expect)
    except TranscriptError as error:
        if error.line is None:
            raise
        facts.damaged = True
        facts.problems.append(str(with_way_out(error)))
    if not facts.lines and not facts.damaged:
        where = facts.problems if begun else facts.notes
        where.append(f"{path}: is empty")
    if expect is not None:
        _check_expected(path, facts, expect)
    facts.notes += (
        f"{path}:{number}: lines were lost before this one, and the organiser went on without them"
        for number in facts.losses
    )
    if not busy and not facts.damaged:
        _check_end(directory, facts)
    return facts


def _check_expected(path: Path, facts: LedgerFacts, expect: str) -> None:
    """The hash that was published must be of the ledger, or of its first lines; later ones are told."""
    if facts.expected_at is None:
        facts.problems.append(f"{path}: isn't the ledger whose hash was published ({expect})")
    elif facts.expected_at < facts.lines:
        more = facts.lines - facts.expected_at
        facts.notes.append(
            f"{path}: its first {facts.expected_at} lines are those that were published; {more} came later"
        )


def _check_end(directory: RunDirectory, facts: LedgerFacts) -> None:
    """The end of a ledger that nobody writes: a whole last line, and a hash that was taken of it."""
    path, note = directory.ledger, directory.ledger_hash
    if not path.read_bytes().endswith(b"\n") and facts.lines:
        facts.notes.append(f"{path}: its last line is cut off; the same command mends it")
    if facts.hashed == facts.lines:
        return
    if facts.ended and facts.hashed != facts.ended_at - 1:
        facts.problems.append(
            f"{note}: isn't the hash of {path.name}, though the run is over: lines were added or the note put back"
            if note.exists()
            else f"{note}: is missing"
        )
    elif facts.ended and facts.lines > facts.ended_at:
        facts.problems.append(f"{path}: has lines after its end that {note.name} isn't of")
    elif facts.hashed is not None:
        facts.notes.append(
            f"{path}: has lines after line {facts.hashed} that {note.name} isn't of yet; "
            "the same command notes them"
        )
    elif note.exists():
        facts.problems.append(f"{note}: isn't the hash of {path.name}, nor of a part of it")
    else:
        facts.notes.append(f"{note}: isn't there yet")


def _take(facts: LedgerFacts, line: LedgerLine) -> Iterator[str]:  # noqa: C901, PLR0912 - a case for each kind
    """What is wrong with a line, given those before it; and take it in."""
    entry, in_force = line.entry, facts.plays.in_force
    if isinstance(entry, MatchEntry | VoidEntry) and not (facts.sessions or facts.losses):
        yield f"match {entry.match_id} is there before anybody began to play"
    if facts.ended and isinstance(entry, Decision):
        yield from _take_late(facts, entry)
    yield from _take_of_run(facts, line)
    match entry:
        case MatchEntry(match_id=match_id):
            if match_id in in_force:
                yield f"match {match_id} is in the ledger twice"
            facts.played.update(entry.entrants)
        case VoidEntry(match_id=match_id) if match_id in in_force:
            yield f"match {match_id} is void, but was played before"
        case AnnulEntry(match_id=match_id) if match_id not in in_force:
            yield f"match {match_id} is annulled, but wasn't played before"
        case AnnulEntry(match_id=match_id) if facts.ended:
            facts.annulled_late.add(match_id)
        case DisqualifyEntry(entrant=name) if name in facts.rulings.disqualified:
            yield f"{name} is disqualified twice"
        case WithdrawEntry(entrant=name) if name in facts.rulings.withdrawn:
            yield f"{name} withdraws twice"
        case ReinstateEntry(entrant=name) if name not in _out(facts):
            yield f"{name} is reinstated, but wasn't out"
        case EndEntry():
            facts.seed = entry.seed
            facts.ended_at = line.number
            facts.at_end = facts.rulings.rulings
        case _:
            pass
    facts.plays.add(entry)
    facts.rulings.add(entry)
    try:
        if facts.course is not None:
            facts.course.take(entry)
    except TranscriptError as error:
        facts.course = None  # a ledger that is about strangers has no schedule
        yield str(error)


def _take_of_run(facts: LedgerFacts, line: LedgerLine) -> Iterator[str]:
    """The same of a line that is about the run as a whole, and not about a match or an entrant."""
    match entry := line.entry:
        case RunEntry():
            facts.first = entry
        case SessionEntry():
            facts.sessions += 1
            if entry.oversubscribed != (entry.jobs > entry.cores):
                yield (
                    f"says oversubscribed: {str(entry.oversubscribed).lower()}, of {entry.jobs} matches at a time on "
                    f"{entry.cores} cores"
                )
        case BeaconEntry(value=value):
            if facts.beacon is not None or facts.sessions or facts.played:
                yield "a public value was entered after playing had begun"
            facts.beacon = value
        case LossEntry():
            facts.losses.append(line.number)
        case ReopenEntry(at=at):
            if not facts.ended or at < (facts.reopened or ""):
                yield "reopens a run that isn't over, or before it was reopened last"
            facts.reopened = at
        case _:
            pass


def _take_late(facts: LedgerFacts, decision: Decision) -> Iterator[str]:
    """The same of a decision after the end, which is named wherever the run is."""
    if facts.reopened is None and facts.first is not None and facts.first.format > 1:
        yield "is a decision after the end, without a line before it that says when"
    facts.later.append(Later(_in_words(decision), facts.reopened))


def _in_words(decision: Decision) -> str:
    match decision:
        case DisqualifyEntry(entrant=name):
            return f"disqualified {name}"
        case WithdrawEntry(entrant=name):
            return f"{name} withdrew"
        case ReinstateEntry(entrant=name):
            return f"reinstated {name}"
        case AnnulEntry(match_id=match_id):
            return f"annulled {match_id}"
        case _:
            assert_never(decision)


def _out(facts: LedgerFacts) -> set[str]:
    return {*facts.rulings.disqualified, *facts.rulings.withdrawn}
