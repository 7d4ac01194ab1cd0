"""Playing a tournament from Python: of functions in memory, of programs as a run on disk."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Final, cast

from arena.engine import PRESETS, Ruleset
from arena.errors import ConfigError, ConfigErrors
from arena.library.bots import Partners, PythonBot, Side, functions_of, partners_of
from arena.library.inprocess import play_functions
from arena.library.match import Match
from arena.library.run import Run, finished_run
from arena.library.standings import StandingsTable
from arena.library.terms import Seed, level_of, seed_of
from arena.referee.levels import Level
from arena.referee.spec import Clock, Entrant
from arena.runner.files.scratch import scratch_folder
from arena.runner.files.toml import Document, Table, Value
from arena.runner.play.tournament import RunOptions
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import Afresh, RunRecord, fold_run
from arena.tournament.boards import show_seed
from arena.tournament.config import TournamentConfig, load_config
from arena.tournament.draw import members_of
from arena.transcript.ledger import Entry, MatchEntry

BOARDS: Final = 20
"""A meeting has so many boards unless it is said otherwise."""

_NO_LOG: Final = "0" * 64
"""Stands for the hash of a log that was never written."""


def play_tournament(
    entrants: Mapping[str, Side] | str | PathLike[str],
    *,
    boards: int | None = None,
    rubbers: int | None = None,
    matches_per_pairing: int | None = None,
    format: str = "round-robin",  # noqa: A002 - as the tournament's file calls it
    rounds: int | None = None,
    challenger: str | None = None,
    seed: Seed = None,
    rules: Ruleset | str = PRESETS["seed"],
    clock: Clock = Clock(),  # noqa: B008 - a frozen value
    on_fault: str = "forfeit",
    max_faults: int = 3,
    name: str = "tournament",
    sandbox: str | None = None,
    jobs: int | None = None,
    directory: str | PathLike[str] | None = None,
) -> Run:
    """Play a tournament, and return it with its standings.

    entrants: what competes, by name; each is a bot or a pair of them, as a side of ``play_match``. Or the path of a
    tournament's file, which says all but ``seed``, ``jobs`` and ``sandbox``. The other arguments are the keys of such a
    file (``tournaments/README.md``): boards (20) or rubbers are those of a meeting of two entrants.

    Functions alone play in this process, and the run is in memory. Where programs take part, or a file is given, it is
    an ordinary run on disk in ``directory`` (which must be named, but for a file), with its settings in a file
    beside it: what was interrupted goes on with the same call, and ``arena verify`` and all other commands read it. What
    functions do there can't be gone on with: their bots are new with each call.

    Raises ConfigError or ConfigErrors for what can't be played, SubmissionError or BotStartError for a program that can't
    be, RunError for a directory that holds something else, or a host that can't play.
    """
    key = None if seed is None else show_seed(seed_of(seed))
    if not isinstance(entrants, Mapping):
        options = (boards, rubbers, matches_per_pairing, rounds, challenger)
        if any(option is not None for option in options):
            raise ConfigError("a tournament's file says what is played: leave the other words out")
        level = None if sandbox is None else level_of(sandbox, with_functions=False)
        path = Path(entrants)
        place = RunDirectory.beside(path).path if directory is None else Path(directory)
        return _play_run(path, RunOptions(key, jobs, sandbox=level), place)
    sides = {entrant: partners_of(side) for entrant, side in entrants.items()}
    document = _document(
        {
            "name": name,
            "unit": "board" if rubbers is None else "rubber",
            "boards": BOARDS if boards is None and rubbers is None else boards,
            "rubbers": rubbers,
            "matches_per_pairing": matches_per_pairing,
            "format": format,
            "rounds": rounds,
            "challenger": challenger,
            "on_fault": on_fault,
            "max_faults": max_faults,
        },
        rules,
        clock,
    )
    functions = {entrant: functions_of(partners) for entrant, partners in sides.items()}
    if all(functions.values()):
        if directory is not None:
            raise ConfigError("functions alone play in memory: leave directory out")
        level_of(sandbox, with_functions=True)
        bots = cast("dict[str, tuple[PythonBot, PythonBot]]", functions)
        return _play_in_memory(document, bots, seed_of(seed))
    if directory is None:
        raise ConfigError("where programs take part, directory says where the run is to be")
    with_functions = any(isinstance(bot, PythonBot) for side in sides.values() for bot in side)
    level = level_of(sandbox, with_functions=with_functions)
    at_once = 1 if with_functions and jobs is None else jobs  # they are called one after the other
    return _play_programs(document, sides, RunOptions(key, at_once, sandbox=level), Path(directory))


def _document(keys: Mapping[str, object], rules: Ruleset | str, clock: Clock) -> Document:
    """A tournament's file, but for its entrants."""
    written = Ruleset.from_mapping({"preset": rules}) if isinstance(rules, str) else rules
    values = {key: cast("Value", value) for key, value in keys.items() if value is not None}
    tables: dict[str, Table] = {
        "rules": written.to_mapping(),
        "clock": {
            "start_ms": clock.start_ms,
            "move_ms": clock.move_ms,
            "bank_ms": clock.bank_ms,
        },
    }
    return Document(values, tables)


def _with_entrants(document: Document, bots: Mapping[str, tuple[Path, Path]]) -> str:
    tables = [{"name": name, "bots": [str(one), str(two)]} for name, (one, two) in bots.items()]
    return Document(document.values, document.tables, {"entrants": tables}).to_toml()


def _loaded(path: Path) -> TournamentConfig:
    """The settings in a file that was made of a call's arguments: errors name these, and no file."""
    try:
        return load_config(path, look=lambda _name, _slot, _path: ())
    except ConfigErrors as error:
        raise ConfigErrors(
            [
                ConfigError(f"{each.key}: {each.message}" if each.key else each.message)
                for each in error.errors
            ]
        ) from None


def _play_in_memory(
    document: Document, functions: Mapping[str, tuple[PythonBot, PythonBot]], seed: bytes
) -> Run:
    with scratch_folder("tournament") as folder:
        path = folder / "tournament.toml"
        nowhere = dict.fromkeys(functions, (Path("function"), Path("function")))
        path.write_text(_with_entrants(document, nowhere), encoding="utf-8")
        config = _loaded(path)
    entrants = tuple(Entrant(name, (one.ref, two.ref)) for name, (one, two) in functions.items())
    record = RunRecord.of(config, entrants, seed, Level.OFF)
    course = record.course()
    entries: list[Entry] = []
    matches: list[Match] = []
    for fixture in course.walk():
        assert fixture is not None, "each match is settled before the next is asked for"
        spec = fixture.outline.spec(seed)
        first, second = (_bots_of(functions, entrant.name) for entrant in spec.entrants)
        match = play_functions(spec, (first, second), seed)
        matches.append(match)
        entry = MatchEntry(
            match_id=spec.match_id,
            entrants=match.entrants,
            attempt=1,
            log_sha256=_NO_LOG,
            log_bytes=0,
            outcome=match.outcome.to_record(),
        )
        entries.append(entry)
        course.take(entry)
    standings = fold_run(record, Afresh(lambda: entries))
    return Run(
        config.name, record.contest.entrants, StandingsTable(standings), matches, over=course.over
    )


def _bots_of(
    functions: Mapping[str, tuple[PythonBot, PythonBot]], side: str
) -> tuple[PythonBot, PythonBot]:
    """An entrant's two bots, or those of the two entrants of a mixed partnership."""
    pairs = [functions[member] for member in members_of(side)]
    return pairs[0][0], pairs[-1][1]


def _play_programs(
    document: Document, sides: Mapping[str, Partners], options: RunOptions, directory: Path
) -> Run:
    from arena.library.switchboard import Switchboard, folders_of  # noqa: PLC0415 - starts trio

    with Switchboard() as switchboard:
        bots = folders_of(switchboard, sides)
        path = directory.with_name(f"{directory.name}.toml")
        _write_once(path, _with_entrants(document, bots))
        return _play_run(path, options, directory, switchboard.serve)


def _write_once(path: Path, text: str) -> None:
    """Put the settings where they are not yet. Raises ConfigError where others stand, or none can be put."""
    try:
        if path.exists():
            if path.read_text(encoding="utf-8") != text:
                raise ConfigError(
                    f"{path} holds other settings: name another directory, or remove that file and the run; "
                    "functions are new bots with each call, and can't go on with a run"
                )
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} can't hold the settings: {error}") from None
    try:
        _loaded(path)
    except ConfigErrors:
        path.unlink()
        raise


def _play_run(
    path: Path, options: RunOptions, directory: Path, meanwhile: Callable[[int], None] | None = None
) -> Run:
    from arena.library.apart import Errand, TournamentErrand, play_apart  # noqa: PLC0415 - starts trio

    options = replace(options, out=directory.absolute())
    play_apart(Errand(tournament=TournamentErrand(path.absolute(), options)), meanwhile)
    return finished_run(directory)
