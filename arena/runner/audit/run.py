"""Checking a whole run: that its ledger, logs, boards, seed and standings are all of one piece.

The ledger is read twice, line by line, and each log once, on all cores; what is kept in memory is a few
hundred bytes for each match.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from arena.errors import RunError
from arena.runner.audit.folder import check_bots, check_files, stray_logs
from arena.runner.audit.ledger import Later, read_facts
from arena.runner.audit.match import Found, LogCheck, RunFacts, digest
from arena.runner.audit.pool import check_logs, worth_workers
from arena.runner.audit.seed import check_seed
from arena.runner.audit.standings import check_standings
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import Play, plays_in
from arena.runner.runs.record import RunRecord, cores, hash_of, read_record
from arena.tournament.boards import SEED_BYTES, mixed_seed
from arena.transcript.ledger import LedgerLine, SessionEntry, ledger_lines

Watch = Callable[[int, int], None]
"""Told, before each match, how many were checked and how many there are."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found: how many matches were checked, and all that is wrong, one message each.

    matches: those in force. counting: those of them that count, so none of a disqualified entrant. planned: how
    many will count in the end; None where the record can't be read. with_bots: whether the frozen bots were
    there to be checked; a run may be copied without them. dealt_again: whether the boards were made again
    from the seed, which needs the seed. finished: whether the last match is over. notes: what isn't wrong
    but should be known: what could not be checked, what a run that was killed has left to be done. later: what
    the organiser decided after the end. losses: how often it was gone on with a ledger that had lost lines. beacon: the public
    value that was mixed into the seed.
    """

    matches: int
    counting: int
    planned: int | None
    with_bots: bool
    dealt_again: bool
    finished: bool
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    later: tuple[Later, ...] = ()
    beacon: str | None = None
    losses: int = 0


def audit_run(
    directory: RunDirectory, watch: Watch, workers: int | None = None, expect: str | None = None
) -> Audit:
    """Check a run, with so many processes at most (default: a process for each core).

    expect: the hash (hex) that was published of its ledger, or the first digits of it.

    The findings and their order are the same however many there are. Raises TranscriptError where there is
    no ledger, RunError where a process can't be started.
    """
    return _Audit(directory, watch, cores() if workers is None else workers, expect).run()


@dataclass(slots=True)
class _Plan:
    """The schedule as far as it must be known: of each match its digest, and whether it needn't be played."""

    digests: dict[str, str] = field(default_factory=dict[str, str])
    excused: set[str] = field(default_factory=set[str])


NO_SEED: Final = bytes(SEED_BYTES)
"""Stands in for a seed that isn't known; what follows from it is left out of the comparison."""


class _Audit:
    """A check of one run in its steps."""

    def __init__(
        self, directory: RunDirectory, watch: Watch, workers: int, expect: str | None
    ) -> None:
        self._directory = directory
        self._watch = watch
        self._workers = workers
        self._problems: list[str] = []
        self._notes: list[str] = []
        self._busy = directory.is_busy()
        self._record = self._read_record()
        self._ledger = read_facts(directory, self._record, busy=self._busy, expect=expect)

    def run(self) -> Audit:
        directory, ledger, record = self._directory, self._ledger, self._record
        seed, problems = check_seed(directory, record, ledger)
        if seed is not None and ledger.beacon is not None:
            seed = mixed_seed(seed, ledger.beacon)
        self._problems += problems
        self._check_first()
        self._problems += ledger.problems
        self._notes += ledger.notes
        plan = self._plan(seed)
        self._check_matches(plan, seed)
        self._check_complete(plan)
        if not self._busy:
            self._add(check_standings(directory, record, ledger))
            self._add(check_files(directory, ledger.plays))
        with_bots = directory.bots.is_dir()
        if with_bots:
            self._add(check_bots(directory, record, ledger.played))
        if seed is None:
            self._notes.append(
                "the seed isn't known yet: the boards and the bots' own seeds can be checked once it is "
                "published"
            )
        return Audit(
            matches=ledger.known,
            counting=ledger.known if ledger.course is None else ledger.course.scored,
            planned=None if ledger.course is None else ledger.course.planned,
            with_bots=with_bots,
            dealt_again=seed is not None,
            finished=ledger.ended,
            problems=tuple(self._problems),
            notes=tuple(self._notes),
            later=tuple(ledger.later),
            beacon=ledger.beacon,
            losses=len(ledger.losses),
        )

    def _add(self, found: Found) -> None:
        self._problems += found.problems
        self._notes += found.notes

    def _read_record(self) -> RunRecord | None:
        try:
            return read_record(self._directory.record)
        except RunError as error:
            self._problems.append(str(error))
            return None

    def _check_first(self) -> None:
        """The ledger's first line must be about this very run."""
        first, record, directory = self._ledger.first, self._record, self._directory
        if first is None or record is None:
            return
        if first.config_sha256 != hash_of(directory.record):
            data = directory.record.read_bytes()
            restored = hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()
            how = (
                "its line ends were converted" if restored == first.config_sha256 else "was changed"
            )
            self._problems.append(f"{directory.record}: {how} since the run began")
        if (record.config.beacon is None) != (self._ledger.beacon is None) and (
            self._ledger.played or self._ledger.beacon is not None
        ):
            self._problems.append(
                f"{directory.ledger}: the record and the ledger don't agree on whether a public value was mixed in"
            )
        if (first.seed_commitment, first.tournament) != (
            record.seed_commitment,
            record.config.name,
        ):
            self._problems.append(f"{directory.ledger}:1: is the ledger of another run")

    def _plan(self, seed: bytes | None) -> _Plan | None:
        """The matches that the run was to play: all but their bots' seeds are known without its seed."""
        course = self._ledger.course
        if course is None:
            return None
        plan, rulings = _Plan(), self._ledger.out
        for fixture in course.known():
            outline = fixture.outline
            spec = outline.spec(NO_SEED if seed is None else seed)
            plan.digests[spec.match_id] = digest(spec, with_seeds=seed is not None)
            if any(rulings.is_out(entrant.name) for entrant in spec.entrants):
                plan.excused.add(spec.match_id)
        return plan

    def _check_matches(self, plan: _Plan | None, seed: bytes | None) -> None:
        """Every log, on all cores."""
        ledger = self._ledger
        strays = [] if self._busy else stray_logs(self._directory, ledger.plays)
        logs = self._directory.matches.glob("*.jsonl")
        workers = min(self._workers, worth_workers(sum(map(_size, logs)), self._workers))
        facts = RunFacts(
            tournament=None if ledger.first is None else ledger.first.tournament,
            planned=plan is not None,
            seed=None if seed is None else seed.hex(),
            ended=ledger.ended,
        )
        total = ledger.known + sum(map(len, ledger.plays.annulled.values()))
        found: list[Found] = []
        checks = self._checks(plan or _Plan(), strays)
        self._watch(0, total)
        with closing(check_logs(facts, checks, workers)) as checked:  # at Ctrl-C too
            for done, each in enumerate(checked, 1):
                if each.problems or each.notes:
                    found.append(each)
                self._watch(min(done, total), total)
        for each in sorted(found, key=lambda each: each.place):
            self._add(each)

    def _checks(self, plan: _Plan, strays: list[Path]) -> Iterator[LogCheck]:
        """What is to be checked of each log: those in the ledger in its order, then the others."""
        ledger = self._ledger
        for play, sandboxes in self._plays():
            yield LogCheck(
                place=play.line,
                path=str(play.log),
                entry=play.entry,
                spec_sha256=plan.digests.get(play.entry.match_id),
                sandboxes=sandboxes,
            )
        for place, path in enumerate(strays, ledger.lines + 1):
            match_id = path.name.partition(".")[0]
            yield LogCheck(
                place=place,
                path=str(path),
                entry=None,
                spec_sha256=plan.digests.get(match_id),
                excuse=self._excuse(match_id, plan),
            )

    def _excuse(self, match_id: str, plan: _Plan) -> str | None:
        if self._ledger.damaged:
            return "that can't be read to its end"
        return "one of its entrants is out" if match_id in plan.excused else None

    def _plays(self) -> Iterator[tuple[Play, tuple[str, ...]]]:
        """Every play of the ledger, and the isolation levels of the sessions before it."""
        levels: list[str] = []

        def lines() -> Iterator[LedgerLine]:
            for line in islice(ledger_lines(self._directory.ledger), self._ledger.lines):
                if isinstance(line.entry, SessionEntry) and line.entry.sandbox not in levels:
                    levels.append(line.entry.sandbox)
                yield line

        for play in plays_in(lines(), self._ledger.plays, self._directory):
            yield play, tuple(levels)

    def _check_complete(self, plan: _Plan | None) -> None:
        """A run that is over lacks no match; one that lacks none should be over."""
        ledger, path = self._ledger, self._directory.ledger
        if plan is None or ledger.course is None or ledger.damaged:
            return
        played = ledger.plays.in_force.keys() | ledger.annulled_late
        lacking = len(plan.digests.keys() - plan.excused - played)
        if ledger.ended and lacking:
            verb = "is" if lacking == 1 else "are"
            self._problems.append(
                f"{path}: the run is over, but {lacking} of its matches {verb} missing"
            )
        elif ledger.course.over and not ledger.ended and not self._busy:
            self._notes.append(
                f"{path}: has all matches, but not the last line; the same command adds it"
            )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
