"""What a run plays, as a value and as its ``run.toml``: enough to make its schedule and standings again."""

import hashlib
import platform
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.engine import Ruleset
from arena.errors import RulesetError, RunError, TranscriptError
from arena.referee.levels import Level
from arena.referee.spec import BotRef, Clock, Entrant, Limits, OnFault, Terms, Unit
from arena.runner.files.toml import Document, Plain, Table, Value
from arena.runner.runs.directory import RunDirectory
from arena.runner.workers.cores import count_cores
from arena.tournament.boards import commitment
from arena.tournament.config import EntrantConfig, TournamentConfig
from arena.tournament.contest import Contest, Standings
from arena.tournament.course import Course
from arena.tournament.draw import authors_of, scheduled_of, sides_of
from arena.tournament.format_keys import DEFAULT_FORMAT, FormatName, Partners
from arena.tournament.schedule import count_matches
from arena.tournament.standings import fold_standings
from arena.transcript.ledger import Entry, iter_ledger
from arena.transcript.records import Name

RECORD_FORMAT: Final = 1


def arena_version() -> str:
    """The version of the arena that is installed."""
    return metadata.version("sueca-arena")


def cores() -> int:
    """How many cores this process may use."""
    return count_cores()


def provenance(level: Level) -> dict[str, int | str]:
    """Where, with what and at which isolation level a match is played: for the header of each log."""
    return {"arena": arena_version(), **_host(), "sandbox": level.value}


def _host() -> dict[str, int | str]:
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "cores": cores(),
    }


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What is played: settings, entrants with their bots' hashes, the commitment to the seed, the isolation."""

    config: TournamentConfig
    entrants: tuple[Entrant, ...]
    seed_commitment: str
    level: Level

    @classmethod
    def of(
        cls, config: TournamentConfig, entrants: tuple[Entrant, ...], seed: bytes, level: Level
    ) -> "RunRecord":
        """The record of a run that is about to begin."""
        return cls(config, entrants, commitment(seed), level)

    @property
    def contest(self) -> Contest:
        """What standings must know of the run, as its settings alone tell it."""
        config = self.config
        names = tuple(side.name for side in sides_of(config, self.entrants))
        mixed, required = config.partners is Partners.ALL, config.require_sandbox
        return Contest(
            name=config.name,
            unit=config.terms.unit,
            entrants=names,
            planned=count_matches(config),
            format=config.format,
            individuals=tuple(entrant.name for entrant in self.entrants) if mixed else (),
            require_sandbox=required and required.value,
            scheduled=scheduled_of(config, names),
            authors=authors_of(config, names),
            sequential=config.max_boards is not None,
        )

    def course(self, entries: Iterable[Entry] = ()) -> Course:
        """The matches of the run, as far as the ledger's entries tell. Raises TranscriptError."""
        return Course.of(self.config, self.entrants, self.seed_commitment, entries)

    def to_document(self) -> Document:
        """As it stands in ``run.toml``. All but ``[host]`` must be the same to go on with a run."""
        config, terms = self.config, self.config.terms
        tournament: dict[str, Plain] = {
            "name": config.name,
            "unit": terms.unit.value,
            "units": config.units,
            "matches_per_pairing": config.matches_per_pairing,
            **_format_keys(config),
            "on_fault": terms.on_fault.value,
            "max_faults": terms.max_faults,
            "show_hands": terms.show_hands,
            "freeze": terms.freeze,
        }
        if config.require_sandbox is not None:
            tournament["require_sandbox"] = config.require_sandbox.value
        clock: dict[str, Plain] = {
            "start_ms": terms.clock.start_ms,
            "move_ms": terms.clock.move_ms,
            "bank_ms": terms.clock.bank_ms,
        }
        values: dict[str, Plain] = {
            "format": RECORD_FORMAT,
            "arena": arena_version(),
            "sandbox": self.level.value,
            "seed_commitment": self.seed_commitment,
        }
        return Document(
            values,
            {
                "host": _host(),
                "tournament": tournament,
                "rules": terms.rules.to_mapping(),
                "clock": clock,
                "limits": asdict(terms.limits),
            },
            {
                "entrants": [
                    _entrant_table(entrant, config.author)
                    for entrant, config in zip(self.entrants, config.entrants, strict=True)
                ]
            },
        )


def _format_keys(config: TournamentConfig) -> dict[str, Plain]:
    keys: dict[str, Plain] = {
        "format": config.format,
        "rounds": config.rounds,
        "pairing": config.partners.value,
    }
    if config.challenger is not None:
        keys["challenger"] = config.challenger
    if config.max_boards is not None:
        keys["max_boards"] = config.max_boards
    if config.beacon is not None:
        keys["beacon"] = config.beacon
    return keys


def _entrant_table(entrant: Entrant, author: str | None) -> Table:
    table: dict[str, Value] = {
        "name": entrant.name,
        "bots": [bot.name for bot in entrant.bots],
        "sha256": [bot.sha256 for bot in entrant.bots],
    }
    if author is not None:
        table["author"] = author
    return table


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Tournament(_Model):
    name: Name
    unit: Unit
    units: int
    matches_per_pairing: int = 1
    format: FormatName = DEFAULT_FORMAT
    rounds: int
    pairing: Partners = Partners.FIXED
    challenger: str | None = None
    max_boards: int | None = None
    beacon: str | None = None
    on_fault: OnFault
    max_faults: int
    show_hands: bool
    freeze: bool
    require_sandbox: Level | None = None


class _Clock(_Model):
    start_ms: int
    move_ms: int
    bank_ms: int


class _Limits(_Model):
    memory_mib: int
    processes: int
    file_mib: int
    open_files: int
    cpu_s: int


_Pair = Annotated[list[Name], Field(min_length=2, max_length=2)]


class _Entrant(_Model):
    name: Name
    bots: _Pair
    sha256: _Pair
    author: str | None = None


class _Record(_Model):
    format: int
    arena: Name
    sandbox: Level
    seed_commitment: str
    host: dict[str, int | str]
    tournament: _Tournament
    rules: dict[str, int | str]
    clock: _Clock
    limits: _Limits
    entrants: list[_Entrant]


def read_standings(directory: RunDirectory, after: int | None = None) -> Standings:
    """The standings of a run as its ledger has them now, or had them after so many finished matches.

    Raises RunError or TranscriptError.
    """
    entries = Afresh(lambda: read_entries(directory))
    return fold_run(read_record(directory.record), entries, after)


@dataclass(frozen=True, slots=True)
class Afresh:
    """A ledger's entries, read anew each time that they are gone over."""

    read: Callable[[], Iterable[Entry]]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.read())


def fold_run(record: RunRecord, entries: Afresh, after: int | None = None) -> Standings:
    """As ``read_standings``, from a record and its ledger's entries."""
    courses: list[Course] = []  # one for each time that the entries are gone over

    def taken() -> Iterator[Entry]:
        courses.append(course := record.course())
        for entry in entries:
            yield entry
            course.take(entry)  # not reached by what comes after the standings that are asked for

    standings = fold_standings(Afresh(taken), record.contest, after)
    return replace(standings, contest=replace(standings.contest, planned=courses[-1].planned))


def read_entries(directory: RunDirectory) -> Iterator[Entry]:
    """The entries of a run's ledger, one by one; none before there is one.

    Raises TranscriptError, with the way out, for a damaged one.
    """
    if not directory.ledger.exists():
        return
    empty = True
    try:
        for entry in iter_ledger(directory.ledger):
            empty = False
            yield entry
    except TranscriptError as error:
        raise with_way_out(error) from None
    if empty:
        message = "is empty: nothing was played yet, or its lines are lost"
        raise TranscriptError(message, path=str(directory.ledger))


def first_entries(directory: RunDirectory, lines: int) -> Afresh:
    """The entries of so many lines of a run's ledger, which may grow meanwhile."""
    return Afresh(lambda: islice(iter_ledger(directory.ledger), lines))


def with_way_out(error: TranscriptError) -> TranscriptError:
    """What is wrong with a line of the ledger, and what to do about it; other errors as they are."""
    if error.line is None:
        return error
    message = (
        f"{error.message}. The sealed logs are the truth: move the ledger away and give the command that "
        "played the run again with --accept-loss, and they are entered anew; what you disqualified, withdrew or "
        "annulled must then be said again"
    )
    return TranscriptError(message, path=error.path, line=error.line)


def hash_of(path: Path) -> str:
    """The SHA-256 (hex) of a file: the ledger's first line has that of the record."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_record(path: Path) -> RunRecord:
    """The record in ``path``, a ``run.toml``. Raises RunError for one that can't be read."""
    try:
        return _from_mapping(path, tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise RunError(f"{path} can't be read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RunError(f"{path} is damaged: {where}: {first['msg']}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RulesetError) as error:
        raise RunError(f"{path} is damaged: {error}") from None


def _from_mapping(path: Path, values: Mapping[str, object]) -> RunRecord:
    record = _Record.model_validate(values)
    if record.format != RECORD_FORMAT:
        raise RunError(f"{path} has format {record.format}; this version reads {RECORD_FORMAT}")
    tournament, clock = record.tournament, record.clock
    terms = Terms(
        rules=Ruleset.from_mapping(record.rules),
        unit=tournament.unit,
        clock=Clock(clock.start_ms, clock.move_ms, clock.bank_ms),
        on_fault=tournament.on_fault,
        max_faults=tournament.max_faults,
        show_hands=tournament.show_hands,
        limits=Limits(**record.limits.model_dump()),
        freeze=tournament.freeze,
    )
    folders = path.parent / "bots"
    config = TournamentConfig(
        path=path,
        name=tournament.name,
        terms=terms,
        units=tournament.units,
        matches_per_pairing=tournament.matches_per_pairing,
        rounds=tournament.rounds,
        format=tournament.format,
        partners=tournament.pairing,
        challenger=tournament.challenger,
        max_boards=tournament.max_boards,
        require_sandbox=tournament.require_sandbox,
        beacon=tournament.beacon,
        entrants=tuple(
            EntrantConfig(
                each.name, (folders / each.sha256[0], folders / each.sha256[1]), each.author
            )
            for each in record.entrants
        ),
    )
    entrants = tuple(
        Entrant(
            each.name,
            (BotRef(each.bots[0], each.sha256[0]), BotRef(each.bots[1], each.sha256[1])),
        )
        for each in record.entrants
    )
    return RunRecord(config, entrants, record.seed_commitment, record.sandbox)
