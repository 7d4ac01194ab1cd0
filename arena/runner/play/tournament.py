"""Playing a tournament: settings to run directory, schedule, pool, ledger and standings.

All that is finished is in the ledger, so a run may end at any moment, by whatever means, and the same call
goes on with it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import ConfigError, ConfigErrors, RunError
from arena.referee.levels import Level, LevelChoice
from arena.referee.spec import Entrant, MatchSpec
from arena.runner.bots.finder import load_contest
from arena.runner.bots.prepare import FoundBot, PreparedBot, prepare_bots
from arena.runner.files.located import located
from arena.runner.play.progress import LegCounter, Progress
from arena.runner.process.interrupts import interruptible
from arena.runner.process.isolation import Chosen, choose
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import RunRecord, cores, provenance, read_entries, read_record
from arena.runner.runs.results import RunBook
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.session import play_jobs
from arena.sandbox.launch import LaunchPlan
from arena.tournament.boards import (
    check_beacon,
    is_short,
    mixed_seed,
    new_seed,
    parse_seed,
    show_seed,
)
from arena.tournament.config import TournamentConfig
from arena.tournament.contest import Standings
from arena.tournament.draw import members_of
from arena.tournament.off_turn import off_turn_workers
from arena.tournament.toml_file import TomlFile
from arena.transcript.ledger import SessionEntry
from arena.transcript.work import Work

VOID_LIMIT: Final = 3
"""So many void matches in a row, each tried three times, are no accident: the run stops."""

SUSPECT_LIMIT: Final = 12
"""So many if one entrant is in all of them: where nothing isolates bots, one can kill what plays it, and must
not stop everybody's tournament."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What an organiser may say beside the tournament's file; None leaves it to that, or to the default.

    seed: hexadecimal digits. jobs: matches at a time; force: even if there are fewer cores. out: the run
    directory. accept_loss: go on even if the ledger has lost lines, which it then tells. beacon: the
    public value that the file names, once it is known.
    """

    seed: str | None = None
    jobs: int | None = None
    out: Path | None = None
    force: bool = False
    sandbox: LevelChoice | None = None
    require_sandbox: Level | None = None
    accept_loss: bool = False
    beacon: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament that was checked, and of which nothing was written or built yet.

    bots are by the paths that the settings give; changed are those paths of which a run that goes on plays the
    copies that it has, for the sources are others now. late: entrants of the file that came after the run began, and
    play in the next one. seed is None where neither settings nor options nor an
    earlier part of the run have one.
    """

    config: TournamentConfig
    bots: Mapping[Path, FoundBot]
    directory: RunDirectory
    jobs: int
    seed: bytes | None
    changed: tuple[Path, ...] = ()
    late: tuple[str, ...] = ()

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who competes, with the hashes of their bots."""
        return tuple(
            Entrant(each.name, (self.bots[each.bots[0]].ref, self.bots[each.bots[1]].ref))
            for each in self.config.entrants
        )


@dataclass(frozen=True, slots=True)
class Begun:
    """A run is about to play: done of its matches were played before. The commitment is public.

    sandbox: the isolation level, and why it is that one. changed: sources of bots that aren't what they were
    when the run began; it plays the copies that it has. late: entrants that came after it began.
    """

    directory: Path
    matches: int
    done: int
    jobs: int
    seed_commitment: str
    short_seed: bool
    sandbox: str
    changed: tuple[Path, ...] = ()
    late: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Building:
    """A bot is about to be built, which may take minutes: before the run plays."""

    name: str


RunEvent = Building | Begun | Progress
Observe = Callable[[RunEvent], None]


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How far a run came. seed is the published seed; None while matches are still to be played.

    off_turn: entrants whose bots worked noticeably much when it was not their turn. ledger_sha256: of the ledger as
    it is now, in hexadecimal: whoever has it can tell whether anything was changed since. waits_for: the public value
    without which nothing can be played yet, in words.
    """

    directory: Path
    standings: Standings
    interrupted: bool
    seed: str | None
    off_turn: tuple[tuple[str, Work], ...] = ()
    ledger_sha256: str = ""
    waits_for: str | None = None


def plan_tournament(path: Path, options: RunOptions) -> Plan:
    """Check a tournament's file and its bots; writes nothing.

    Raises ConfigErrors or SubmissionError for what is wrong with them, RunError for a damaged run.
    """
    directory = RunDirectory.beside(path) if options.out is None else RunDirectory(options.out)
    directory.check_plain()
    config, finder = load_contest(path, directory)
    if not options.force:
        _check_jobs(config, options)
    asked = (options.seed, config.seed)
    given = next((seed for seed in asked if seed is not None), None)
    written = directory.read_seed() if given is None else given
    return Plan(
        config=config,
        bots=finder.found,
        changed=tuple(finder.changed),
        late=tuple(finder.late),
        directory=directory,
        jobs=options.jobs or config.jobs or max(1, cores() - 1),
        seed=None if written is None else parse_seed(written),
    )


def _check_jobs(config: TournamentConfig, options: RunOptions) -> None:
    """Raise ConfigErrors for more matches at a time than there are cores."""
    jobs = options.jobs or config.jobs or 1
    if jobs <= (available := cores()):
        return
    have = "there is one core" if available == 1 else f"there are {available} cores"
    message = (
        f"{jobs} matches at a time, but {have} for them: bots would be slowed down in ways that no clock "
        "can take off; with --force they are played all the same, and the run can't be ranked"
    )
    if options.jobs is not None:
        raise ConfigErrors([ConfigError(f"--jobs: {message}")])
    raise ConfigErrors([TomlFile.read(config.path).error(("jobs",), message)])


@interruptible()
def run_tournament(path: Path, options: RunOptions, observe: Observe) -> RunEnd:
    """Play the tournament of ``path``, or go on with it. SIGINT, SIGTERM and SIGHUP end it in good order.

    Raises what ``plan_tournament`` does; SandboxUnavailableError where bots can't be isolated as asked; RunError where the run directory is in use or another contest's,
    or the host can't play; BotStartError for a bot that can't be built or started; KeyboardInterrupt at a
    signal before anything is played.
    """
    plan = plan_tournament(path, options)
    directory = plan.directory
    with directory.locked():
        seed = settle_seed(plan)
        chosen = _settle_level(plan, options)
        record = RunRecord.of(plan.config, plan.entrants, seed, chosen.level)
        directory.begin(record.to_document(), show_seed(seed))
        directory.tidy()
        bots = prepare_bots(
            plan.bots,
            directory.bots,
            lambda name: observe(Building(name)),
            chosen.level,
            plan.config.terms.limits,
        )
        try:
            with (
                located(directory.path),
                RunBook(directory, record, seed, accept_loss=options.accept_loss) as book,
            ):
                value = _settle_beacon(plan.config, book, options)
                waits = plan.config.beacon if value is None else None
                drawn = seed if value is None else mixed_seed(seed, value)
                session = _Session(plan, drawn, bots, book, observe, chosen=chosen)
                interrupted = waits is None and session.play()
                standings = book.close()
                ledger_sha256 = book.ledger_sha256
        except OSError as error:
            message = (
                f"{error.strerror}: {error.filename}. No finished match is lost; put that right and give "
                "the same command again"
            )
            raise RunError(message) from error
    off_turn = off_turn_workers(read_entries(directory))
    return RunEnd(
        directory.path, standings, interrupted, book.published_seed, off_turn, ledger_sha256, waits
    )


def settle_seed(plan: Plan) -> bytes:
    """The run's seed: the one asked for, else the one that it began with, else a new one."""
    if plan.seed is not None:
        return plan.seed
    if (seed := plan.directory.read_seed()) is not None:  # begun since the plan was made
        return parse_seed(seed)
    if plan.directory.record.exists():
        raise RunError(f"{plan.directory.seed_file} is gone; give the run's seed with --seed")
    return parse_seed(new_seed())


def _settle_beacon(config: TournamentConfig, book: RunBook, options: RunOptions) -> str | None:
    """The public value that is mixed into the seed: entered now or before; None where it isn't known, or none is wanted."""
    value = None if options.beacon is None else check_beacon(options.beacon)
    if config.beacon is None:
        if value is not None:
            raise ConfigError(
                "--beacon: the tournament's file names no value that is to be mixed in"
            )
        return None
    if book.beacon is None:
        if value is not None:
            book.enter_beacon(value)
    elif value not in {None, book.beacon}:
        raise RunError(f"the run was begun with the value {book.beacon}, and not with {value}")
    return book.beacon


def _settle_level(plan: Plan, options: RunOptions) -> Chosen:
    """The isolation of the run: one level for all of its matches."""
    required = options.require_sandbox or plan.config.require_sandbox
    return choose(requested_level(plan, options), required)


def requested_level(plan: Plan, options: RunOptions) -> LevelChoice:
    """What was asked for; of a run that goes on, that which it began with. Raises RunError."""
    request = options.sandbox or plan.config.sandbox
    if plan.directory.record.exists():
        begun = read_record(plan.directory.record).level
        if request.level not in {None, begun}:
            raise RunError(
                f"{plan.directory.path} was begun with its bots at sandbox {begun}, so it can't go on at "
                f"{request}; say --sandbox {begun}, or begin another run with --out"
            )
        request = LevelChoice(begun.value)
    return request


class _Session:
    """One go at playing what a run still lacks."""

    def __init__(
        self,
        plan: Plan,
        seed: bytes,
        bots: Mapping[Path, PreparedBot],
        book: RunBook,
        observe: Observe,
        *,
        chosen: Chosen,
    ) -> None:
        self._plan = plan
        self._seed = seed
        self._book = book
        self._observe = observe
        self._chosen = chosen
        self._bots = {
            entrant.name: (bots[entrant.bots[0]], bots[entrant.bots[1]])
            for entrant in plan.config.entrants
        }
        self._legs_before = self._legs(book.course.scored)
        self._playing: dict[str, Path] = {}
        self._counter = LegCounter()
        self._void_in_a_row: list[frozenset[str]] = []
        self._begun = False
        self._began = time.monotonic()

    def play(self) -> bool:
        """Play until nothing is left, or until a signal comes: whether one did."""
        self._observe(
            Begun(
                directory=self._plan.directory.path,
                matches=self._book.course.planned,
                done=self._book.course.scored,
                jobs=self._plan.jobs,
                seed_commitment=self._book.record.seed_commitment,
                short_seed=is_short(self._seed),
                changed=self._plan.changed,
                late=self._plan.late,
                sandbox=self._chosen.why,
            )
        )
        signalled = play_jobs(self._jobs(), self._plan.jobs, self._finished, self._tell)
        return signalled and not self._book.course.over

    def _begin_session(self) -> None:
        """Note in the ledger how it is played, before the first match that is played now."""
        if not self._begun:
            self._begun = True
            jobs, available = self._plan.jobs, cores()
            self._book.begin_session(
                SessionEntry(
                    jobs=jobs,
                    cores=available,
                    sandbox=self._chosen.level.value,
                    oversubscribed=jobs > available,
                )
            )

    def _jobs(self) -> Iterator[MatchJob | None]:
        """What is still to be played; None where that depends on matches that are being played.

        A match that was sealed, but not entered, is entered instead.
        """
        facts = provenance(self._chosen.level)
        course = self._book.course
        for fixture in () if course.over else course.walk():
            if fixture is None:
                yield None
                continue
            if not course.is_due(fixture):
                continue
            spec = fixture.outline.spec(self._seed)
            # A log of bots that were changed meanwhile proves nothing about those that were submitted.
            if not any(bot.mended for bot in self._bots_of(spec)) and self._book.adopt(spec):
                continue
            log = self._plan.directory.log_of(spec.match_id)
            self._begin_session()
            self._playing[spec.match_id] = log.with_name(f"{log.name}.part")
            yield MatchJob(
                spec=spec,
                launches=self._launches_of(spec),
                seed=show_seed(self._seed),
                log_path=str(log.resolve()),
                provenance=facts,
            )

    def _launches_of(
        self, spec: MatchSpec
    ) -> tuple[tuple[LaunchPlan, LaunchPlan], tuple[LaunchPlan, LaunchPlan]]:
        one, two, three, four = (bot.launch for bot in self._bots_of(spec))
        return (one, two), (three, four)

    def _bots_of(
        self, spec: MatchSpec
    ) -> tuple[PreparedBot, PreparedBot, PreparedBot, PreparedBot]:
        first, second = (self._bots_of_side(entrant.name) for entrant in spec.entrants)
        return *first, *second

    def _bots_of_side(self, name: str) -> tuple[PreparedBot, PreparedBot]:
        """An entrant's two bots, or those of the two entrants of a mixed partnership."""
        pairs = [self._bots[member] for member in members_of(name)]
        return pairs[0][0], pairs[-1][1]

    def _finished(self, job: MatchJob, report: MatchReport) -> None:
        self._playing.pop(job.spec.match_id, None)
        if report.void is None:
            self._void_in_a_row.clear()
            for bot in dict.fromkeys(self._bots_of(job.spec)):
                bot.check_intact()
            self._book.enter(job.spec, report)
        else:
            self._book.enter_void(job.spec, report.void)
            names = (entrant.name for entrant in job.spec.entrants)
            members = frozenset(member for name in names for member in members_of(name))
            self._void_in_a_row.append(members)
            in_a_row = len(self._void_in_a_row)
            suspects = frozenset[str].intersection(*self._void_in_a_row)
            if in_a_row >= (SUSPECT_LIMIT if len(suspects) == 1 else VOID_LIMIT):
                message = (
                    f"{in_a_row} matches in a row could not be played: {report.void}. "
                    "Put that right and give the same command again"
                )
                raise RunError(message)
        self._tell()

    def _tell(self) -> None:
        done, matches = self._book.course.scored, self._book.course.planned
        in_play = self._counter.count(self._playing.values())
        self._observe(
            Progress(
                matches_done=done,
                matches=matches,
                legs_done=self._legs(done) + in_play,
                legs=self._legs(matches),
                legs_before=self._legs_before,
                elapsed_s=time.monotonic() - self._began,
            )
        )

    def _legs(self, matches: int) -> int:
        config = self._plan.config
        return 2 * config.units * matches // config.matches_per_pairing
