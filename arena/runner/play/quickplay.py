"""A quick match between bots, outside of any tournament."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import ConfigError, RunError
from arena.referee.levels import Level
from arena.referee.spec import Entrant, Terms
from arena.runner.bots.prepare import PreparedBot, TellBuild, find_bots, prepare_bots
from arena.runner.files.located import resolved
from arena.runner.files.scratch import scratch_folder
from arena.runner.play.progress import LegCounter
from arena.runner.process.interrupts import interruptible
from arena.runner.runs.directory import PART_SUFFIX
from arena.runner.runs.record import provenance
from arena.runner.table.match import MatchJob, MatchReport
from arena.runner.workers.session import play_jobs
from arena.tournament.boards import parse_seed, show_seed
from arena.tournament.matches import quick_match
from arena.transcript.reader import LoggedMatch, read_log

NAME_LENGTH: Final = 32
"""The longest name of an entrant."""

_LOG_START: Final = b'{"n":1,"type":"match",'
"""What every match log begins with."""

Sources = tuple[Path, Path, Path, Path]
"""Four bots by seat, N E S W; partners sit opposite."""

Watch = Callable[[int, int], None]
"""Told how many legs (units of a half) were played, and how many there are."""


@dataclass(frozen=True, slots=True)
class QuickMatch:
    """What to play: four bots by the seat that they take in the first half, terms, units, seed.

    log: where the match log is to be; None for nowhere. level: how the bots are isolated, which this host
    must be able to.
    """

    sources: Sources
    terms: Terms
    units: int
    seed: str
    log: Path | None = None
    level: Level = Level.OFF


def seat_bots(sources: tuple[Path, ...]) -> Sources:
    """Fill four seats, N E S W, from one to four bots.

    The first sits N, the second E. Who isn't given is the partner's twin: S plays like N, W like E. One
    bot alone plays itself.
    """
    north = sources[0]
    east = sources[1] if len(sources) > 1 else north
    south = sources[2] if len(sources) > 2 else north  # noqa: PLR2004 - the seats N E S W
    west = sources[3] if len(sources) > 3 else east  # noqa: PLR2004 - the same
    return north, east, south, west


@interruptible()
def play_quick(quick: QuickMatch, watch: Watch, tell_build: TellBuild) -> LoggedMatch:
    """Play a quick match and return its log, which is read whole: only ``quick.log`` outlives the call.

    Raises ConfigError for a log in no folder that is there, before anything else; ConfigErrors,
    SubmissionError or BotStartError for the bots, RunError if the match is void,
    KeyboardInterrupt when interrupted by SIGINT, SIGTERM or SIGHUP.
    """
    if quick.log is not None:
        check_place(quick.log)
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder("play"))
        bots = prepared(quick, scratch, tell_build)
        log = resolved(quick.log or scratch / "match.jsonl")
        part = _begin_log(log)
        stack.callback(part.unlink, missing_ok=True)
        job = job_of(quick, bots, log)
        report = _play(job, watch)
        if report.void is not None:
            raise RunError(f"the match could not be played: {report.void}")
        return read_log(log)


def check_place(log: Path) -> None:
    """Raise ConfigError unless the folder that the log is to be in is there: its name may be a slip."""
    if not log.parent.is_dir():
        message = f"{log} can't be written: there is no folder {log.parent}"
        raise ConfigError(message)


def _begin_log(log: Path) -> Path:
    """The file that the log is written to at first. Raises RunError where no log can be put."""
    part = log.with_name(f"{log.name}{PART_SUFFIX}")
    try:
        if log.exists() and not _is_log(log):
            raise RunError(f"{log} is there already and isn't a match log; it is left alone")
        part.touch()
    except OSError as error:
        message = f"{log} can't be written: {error.strerror}: {error.filename}"
        raise RunError(message) from None
    return part


def _is_log(path: Path) -> bool:
    """Whether a file begins as a match log does; no more of it is read."""
    if not path.is_file():  # a FIFO would hold us up
        return False
    with path.open("rb") as file:
        return file.read(len(_LOG_START)) == _LOG_START


def prepared(quick: QuickMatch, scratch: Path, tell_build: TellBuild) -> dict[Path, PreparedBot]:
    """The bots of a quick match, ready to be started from folders in ``scratch``.

    Raises ConfigErrors, SubmissionError or BotStartError.
    """
    found, limits = find_bots(quick.sources), quick.terms.limits
    return prepare_bots(found, scratch / "bots", tell_build, quick.level, limits)


def job_of(
    quick: QuickMatch,
    bots: Mapping[Path, PreparedBot],
    log: Path,
    *,
    first: int = 0,
    swapped: bool = False,
) -> MatchJob:
    """The match to be played, from board or rubber ``first`` on; swapped: partners change places."""
    north, east, south, west = (bots[source] for source in quick.sources)
    seed = parse_seed(quick.seed)
    names = entrant_names((north.ref.name, south.ref.name), (east.ref.name, west.ref.name))
    entrants = (
        Entrant(names[0], (north.ref, south.ref)),
        Entrant(names[1], (east.ref, west.ref)),
    )
    return MatchJob(
        spec=quick_match(entrants, quick.terms, quick.units, seed, first=first, swapped=swapped),
        launches=((north.launch, south.launch), (east.launch, west.launch)),
        seed=show_seed(seed),
        log_path=str(log),
        provenance=provenance(quick.level),
    )


def entrant_names(*pairs: tuple[str, str]) -> tuple[str, str]:
    """Two partnerships' names: the bot's, or both bots' joined; numbered if they would be the same."""
    joined = ["-".join(dict.fromkeys(pair)) for pair in pairs]
    if joined[0] == joined[1]:
        cut = NAME_LENGTH - 2
        return f"{joined[0][:cut]}-1", f"{joined[1][:cut]}-2"
    return joined[0][:NAME_LENGTH], joined[1][:NAME_LENGTH]


def _play(job: MatchJob, watch: Watch) -> MatchReport:
    reports: list[MatchReport] = []
    counter = LegCounter()
    part = Path(f"{job.log_path}{PART_SUFFIX}")
    legs = 2 * len(job.spec.units)
    stopped = play_jobs(
        [job],
        workers=1,
        finished=lambda _, report: reports.append(report),
        tick=lambda: watch(counter.count([part]), legs),
    )
    if stopped or not reports:
        raise KeyboardInterrupt
    return reports[0]
