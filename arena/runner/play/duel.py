"""A duel: two sides play board after board until a rule knows who is better.

It is played in matches of a few boards, so that several can be played at a time, and what happens to the processes
of one match can be told from how the two compare. Matches are judged in the order of their numbers, one by
one, never in that of finishing: the same seed gives the same verdict after the same match, with whatever number of jobs.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.errors import ConfigError, RunError
from arena.runner.bots.prepare import PreparedBot, TellBuild
from arena.runner.files.located import resolved
from arena.runner.files.scratch import scratch_folder
from arena.runner.play.incidents import describe_faults
from arena.runner.play.quickplay import QuickMatch, check_place, job_of, prepared
from arena.runner.process.interrupts import interruptible
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.session import play_jobs
from arena.tournament.sequential import Rule, Trial
from arena.transcript.reader import LoggedMatch, read_log

BOARDS_A_MATCH: Final = 20
"""To start the bots takes about as long as to play so many boards with bots that answer at once."""

MAX_FAULTS_TOLD: Final = 5


@dataclass(frozen=True, slots=True)
class Duel:
    """What to play, and when to stop: by ``rule``, or after ``max_boards``.

    quick: sides, terms (of boards) and seed; units are the boards of one match. Its log is the folder that all
    match logs go to. jobs: matches at a time.
    """

    quick: QuickMatch
    rule: Rule
    max_boards: int
    jobs: int


@dataclass(frozen=True, slots=True)
class DuelEnd:
    """How a duel came out.

    entrants: the two sides' names. trial: the boards that were judged, from the first side's view, and the
    verdict. interrupted: it was ended by a signal. broken: why a match could not be played, however often it was
    tried; what was judged before it stands. faults: those of the first match that had any, as
    ``describe_faults`` tells them.
    """

    entrants: tuple[str, str]
    trial: Trial
    interrupted: bool
    broken: str | None
    faults: tuple[str, ...]


WatchDuel = Callable[[DuelEnd], None]
"""Told now and then how it stands."""


@interruptible()
def play_duel(duel: Duel, watch: WatchDuel, tell_build: TellBuild) -> DuelEnd:
    """Play until the rule has a verdict. SIGINT, SIGTERM and SIGHUP end it, with what is known by then.

    Raises ConfigError for a folder of logs that can't be one, ConfigErrors, SubmissionError or BotStartError
    for the bots, RunError if the first match is void, KeyboardInterrupt at a signal before the first board is judged.
    """
    logs = duel.quick.log
    if logs is not None:
        _check_folder(logs)
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder("play"))
        bots = prepared(duel.quick, scratch, tell_build)
        folder = stack.enter_context(_folder_for_logs(resolved(logs or scratch / "logs")))
        table = _Table(duel, bots, folder)
        stack.callback(table.tidy)
        signalled = play_jobs(
            table.jobs(), duel.jobs, table.finished, tick=lambda: watch(table.end(signalled=False))
        )
        if signalled and not table.trial.sample.count:
            raise KeyboardInterrupt
        return table.end(signalled=signalled)


def _check_folder(folder: Path) -> None:
    check_place(folder)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        message = f"{folder} is there already: name a new folder for the logs, or an empty one"
        raise ConfigError(message)


@contextmanager
def _folder_for_logs(folder: Path) -> Generator[Path]:
    """Make the folder if it isn't there; one that was made and got no log is removed again."""
    is_new = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        yield folder
    finally:
        if is_new and not any(folder.iterdir()):
            folder.rmdir()


class _Table:
    """The matches of a duel: what is to be played, and what has been judged so far."""

    def __init__(self, duel: Duel, bots: dict[Path, PreparedBot], folder: Path) -> None:
        self._duel = duel
        self._bots = bots
        self._folder = folder
        self._names = self._job(0).spec.entrants
        self._waiting: dict[int, LoggedMatch] = {}
        self._numbers: dict[str, int] = {}
        self._judged = 0
        self._faults: list[str] = []
        self._broken: str | None = None
        self.trial = Trial(duel.rule, duel.max_boards)

    def jobs(self) -> Iterator[MatchJob]:
        """Matches in order, as long as there is no verdict."""
        matches = -(-self._duel.max_boards // self._duel.quick.units)
        for number in range(matches):
            if self.trial.over or self._broken is not None:
                return
            job = self._job(number)
            self._numbers[job.spec.match_id] = number
            yield job

    def finished(self, job: MatchJob, report: MatchReport) -> None:
        """Judge what can be judged now: all matches without a gap before them."""
        if report.void is not None:
            if not self.trial.sample.count:
                raise RunError(f"a match could not be played: {report.void}")
            self._broken = report.void
            return
        self._waiting[self._numbers[job.spec.match_id]] = read_log(Path(report.log_path))
        while not self.trial.over and self._judged in self._waiting:
            self._judge(self._waiting.pop(self._judged))
            self._judged += 1

    def end(self, *, signalled: bool) -> DuelEnd:
        """How it stands."""
        first, second = self._names
        return DuelEnd(
            entrants=(first.name, second.name),
            trial=self.trial,
            interrupted=signalled and not self.trial.over,
            broken=None if self.trial.over else self._broken,
            faults=tuple(self._faults),
        )

    def tidy(self) -> None:
        """Remove the logs of matches that weren't judged: which were begun by then is chance."""
        judged = {self._path(number) for number in range(self._judged)}
        for path in sorted(self._folder.iterdir()):
            if path not in judged:
                path.unlink()

    def _judge(self, match: LoggedMatch) -> None:
        unplayed = {board for _, board in match.outcome.unplayed}
        self.trial = self.trial.after(
            sum(board.games) for board in match.outcome.boards if board.board not in unplayed
        )
        self._faults = self._faults or describe_faults(match, at_most=MAX_FAULTS_TOLD)

    def _job(self, number: int) -> MatchJob:
        boards = self._duel.quick.units
        first = number * boards
        quick = replace(self._duel.quick, units=min(boards, self._duel.max_boards - first))
        swapped = number % 2 == 1
        return job_of(quick, self._bots, self._path(number), first=first, swapped=swapped)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number + 1:05}.jsonl"
