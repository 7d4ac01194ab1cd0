"""A tournament's TOML file as a value; ``tournaments/README.md`` describes every key."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, cast

from pydantic import Field

from arena.engine import Ruleset
from arena.errors import ConfigError, ConfigErrors, RulesetError
from arena.referee.levels import Level, LevelChoice
from arena.referee.spec import Clock, Limits, OnFault, Terms, Unit
from arena.tournament.boards import parse_seed
from arena.tournament.format_keys import (
    DEFAULT_FORMAT,
    USUAL_MATCHES,
    FormatName,
    Partners,
    format_errors,
    usual_rounds,
)
from arena.tournament.nearby import path_like
from arena.tournament.toml_file import (
    Keys,
    TomlFile,
    between,
    in_order,
    one_of,
    show_value,
)

NAME_PATTERN: Final = r"^[A-Za-z0-9_][A-Za-z0-9._-]{0,31}$"
"""Names of bots, entrants and tournaments: fit for a file name, a log line and a table's column."""

NAME_RULE: Final = (
    "1 to 32 of letters A-Z and a-z, digits, '.', '_' and '-', the first no '.' or '-'"
)

AUTHOR_PATTERN: Final = r"^[^\x00-\x1f\x7f-\x9f]{1,200}$"
AUTHOR_RULE: Final = "one line of at most 200 characters"

BEACON_PATTERN: Final = AUTHOR_PATTERN
BEACON_RULE: Final = "which public value is mixed into the seed, and when it is known: one line of at most 200 characters"

MAX_ENTRANTS: Final = 1_000
"""A round-robin of a thousand is half a million matches."""

Look = Callable[[object, int, Path], Sequence[ConfigError | str]]
"""Looks at a bot: given an entrant's name, which of its bots (0 or 1) and the path, says what is wrong with it.

An error has its own place, in the bot's manifest; a text is put where the file names the bot.
"""

_CLOCK: Final = Clock()
_LIMITS: Final = Limits()
_TERMS: Final = Terms()
_PATH: Final = "the path of a bot, relative to this file"


@dataclass(frozen=True, slots=True)
class EntrantConfig:
    """A partnership that competes: its name, and where its two bots are (the same path for one bot).

    author: whose it is; what entrants of one author do against each other counts for nobody.
    """

    name: str
    bots: tuple[Path, Path]
    author: str | None = None


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """What a tournament file says, defaults filled in.

    path: the file, as it was given. units: boards or rubbers in each meeting of two sides, by ``terms.unit``,
    which are played in matches_per_pairing matches. rounds: as the format counts them. challenger: the entrant of a gauntlet that meets all others. max_boards: not
    None where further boards are to separate neighbours, so many in all. seed: as written, None if the file
    has none; the same for jobs, the number of matches to play at a time. beacon: which public value is to be mixed into
    the seed, in words; None for none.
    """

    path: Path
    name: str
    terms: Terms
    units: int
    rounds: int
    entrants: tuple[EntrantConfig, ...]
    matches_per_pairing: int = 1
    format: str = DEFAULT_FORMAT
    partners: Partners = Partners.FIXED
    challenger: str | None = None
    max_boards: int | None = None
    seed: str | None = None
    jobs: int | None = None
    sandbox: LevelChoice = LevelChoice.AUTO
    require_sandbox: Level | None = None
    beacon: str | None = None


class ClockKeys(Keys):
    """``[clock]``."""

    start_ms: Annotated[int, between(1, 600_000)] = _CLOCK.start_ms
    move_ms: Annotated[int, between(1, 3_600_000)] = _CLOCK.move_ms
    bank_ms: Annotated[int, between(0, 86_400_000)] = _CLOCK.bank_ms


class LimitsKeys(Keys):
    """``[limits]``."""

    memory_mib: Annotated[int, between(16, 1_048_576)] = _LIMITS.memory_mib
    processes: Annotated[int, between(1, 32_768)] = _LIMITS.processes
    file_mib: Annotated[int, between(1, 1_048_576)] = _LIMITS.file_mib
    open_files: Annotated[int, between(16, 65_536)] = _LIMITS.open_files
    cpu_s: Annotated[int, between(1, 1_000_000)] = _LIMITS.cpu_s


class EntrantKeys(Keys):
    """``[[entrants]]``."""

    name: Annotated[str, Field(pattern=NAME_PATTERN, description=NAME_RULE)]
    bot: Annotated[str | None, Field(min_length=1, description=_PATH)] = None
    bots: Annotated[
        list[Annotated[str, Field(min_length=1)]] | None,
        Field(min_length=2, max_length=2, description="a list of two paths, one for each partner"),
    ] = None
    author: Annotated[str | None, Field(pattern=AUTHOR_PATTERN, description=AUTHOR_RULE)] = None


class TournamentKeys(Keys):
    """The top of the file."""

    name: Annotated[str | None, Field(pattern=NAME_PATTERN, description=NAME_RULE)] = None
    unit: Annotated[Unit, one_of(Unit)]
    boards: Annotated[int | None, between(1, 100_000)] = None
    rubbers: Annotated[int | None, between(1, 10_000)] = None
    matches_per_pairing: Annotated[int | None, between(1, 10_000)] = None
    format: FormatName = DEFAULT_FORMAT
    rounds: Annotated[int | None, between(1, 10_000)] = None
    challenger: Annotated[str | None, Field(description="the name of an entrant")] = None
    pairing: Annotated[Partners, one_of(Partners)] = Partners.FIXED
    until_separated: Annotated[bool, Field(description="true or false")] = False
    max_boards: Annotated[int | None, between(1, 1_000_000_000)] = None
    seed: Annotated[str | None, Field(description="a text of 1 to 32 hexadecimal digits")] = None
    beacon: Annotated[str | None, Field(pattern=BEACON_PATTERN, description=BEACON_RULE)] = None
    jobs: Annotated[int | None, between(1, 1_024)] = None
    sandbox: Annotated[LevelChoice, one_of(LevelChoice)] = LevelChoice.AUTO
    require_sandbox: Annotated[Level | None, one_of(Level)] = None
    on_fault: Annotated[OnFault, one_of(OnFault)] = _TERMS.on_fault
    max_faults: Annotated[int, between(1, 1_000_000)] = _TERMS.max_faults
    show_hands: Annotated[bool, Field(description="true or false")] = _TERMS.show_hands
    freeze: Annotated[bool, Field(description="true or false")] = _TERMS.freeze
    rules: Annotated[dict[str, object], Field(description="a table of rules")] = Field(
        default_factory=dict[str, object]
    )
    clock: Annotated[ClockKeys, Field(description="a table of time limits")] = ClockKeys()
    limits: Annotated[LimitsKeys, Field(description="a table of limits")] = LimitsKeys()
    entrants: Annotated[
        list[EntrantKeys],
        Field(
            min_length=2,
            max_length=MAX_ENTRANTS,
            description=f"from 2 to {MAX_ENTRANTS:,} tables, each begun by [[entrants]]",
        ),
    ]


class GrowingKeys(TournamentKeys):
    """The top of a file that is still collecting its entrants."""

    entrants: Annotated[list[EntrantKeys], Field(max_length=MAX_ENTRANTS)] = Field(
        default_factory=list[EntrantKeys]
    )


TABLES: Final[Mapping[str, type[Keys]]] = {
    "": TournamentKeys,
    "clock": ClockKeys,
    "limits": LimitsKeys,
    "entrants": EntrantKeys,
}
"""The keys of each table, the top's under ""; those of [rules] are the fields of ``Ruleset``."""


def load_config(path: Path, *, growing: bool = False, look: Look | None = None) -> TournamentConfig:
    """Read a tournament file. growing: no entrant, or just one, is fine too, for others may join.

    Raises ConfigErrors with all that is wrong with it: keys, types, values, names that come twice, bots
    that aren't there. What the bots themselves are, only ``look`` says.
    """
    file = TomlFile.read(path)
    keys, errors = file.check(TABLES, GrowingKeys if growing else TournamentKeys)
    rules, rule_errors = _read_rules(file)
    errors += [*rule_errors, *_unit_errors(file), *_name_errors(file)]
    errors += [
        *_seed_errors(file),
        *_entrant_errors(file, look),
        *format_errors(file, growing=growing),
    ]
    if errors or keys is None:
        own = [error for error in errors if error.path == str(path)]
        others = [error for error in errors if error.path != str(path)]
        raise ConfigErrors([*in_order(own), *others])
    boards_or_rubbers = keys.boards if keys.unit is Unit.BOARD else keys.rubbers
    assert boards_or_rubbers is not None, "checked by _unit_errors"
    return TournamentConfig(
        path=path,
        name=keys.name or path.stem,
        terms=Terms(
            rules=rules,
            unit=keys.unit,
            clock=Clock(keys.clock.start_ms, keys.clock.move_ms, keys.clock.bank_ms),
            on_fault=keys.on_fault,
            max_faults=keys.max_faults,
            show_hands=keys.show_hands,
            limits=Limits(**keys.limits.model_dump()),
            freeze=keys.freeze,
        ),
        units=boards_or_rubbers,
        matches_per_pairing=keys.matches_per_pairing or min(USUAL_MATCHES, boards_or_rubbers),
        rounds=keys.rounds or usual_rounds(keys.format, len(keys.entrants)),
        format=keys.format,
        partners=keys.pairing,
        challenger=_challenger(keys),
        max_boards=keys.max_boards,
        entrants=tuple(_entrant(path.parent, entrant) for entrant in keys.entrants),
        seed=keys.seed,
        jobs=keys.jobs,
        sandbox=keys.sandbox,
        require_sandbox=keys.require_sandbox,
        beacon=keys.beacon,
    )


def _challenger(keys: TournamentKeys) -> str | None:
    """Whoever is named, else the first."""
    if keys.format != "gauntlet" or not keys.entrants:
        return None
    return keys.challenger or keys.entrants[0].name


def _entrant(folder: Path, keys: EntrantKeys) -> EntrantConfig:
    first, second = keys.bots or (keys.bot or "", keys.bot or "")
    return EntrantConfig(keys.name, (folder / first, folder / second), keys.author)


def _read_rules(file: TomlFile) -> tuple[Ruleset, list[ConfigError]]:
    """The rules and all that is wrong with them: ``Ruleset`` itself stops at the first mistake."""
    written = file.values.get("rules", {})
    if not isinstance(written, dict):
        return Ruleset(), []
    table = cast("dict[str, object]", written)
    errors: list[ConfigError] = []
    for key, value in table.items():
        try:
            Ruleset.from_mapping({key: value})
        except RulesetError as error:
            errors.append(file.error(("rules", key), error.message))
    return (Ruleset(), errors) if errors else (Ruleset.from_mapping(table), [])


def _unit_errors(file: TomlFile) -> Iterator[ConfigError]:
    """Play is counted in its own unit, and in no other, and each match has one at least."""
    unit = file.values.get("unit")
    counts = {"board": "boards", "rubber": "rubbers"}
    if not isinstance(unit, str) or unit not in counts:
        return
    wanted = counts.pop(unit)
    (other,) = counts.values()
    if wanted not in file.values:
        yield file.error(
            ("unit",), f'unit = "{unit}" needs {wanted} = N, how many each meeting has'
        )
    if other in file.values:
        yield file.error((other,), f'{other} has no meaning with unit = "{unit}"')
    units, matches = file.values.get(wanted), file.values.get("matches_per_pairing")
    if isinstance(units, int) and isinstance(matches, int) and matches > units:
        message = (
            f"{matches:,} matches can't share {wanted} = {units}, for each has one at least: "
            f"take {wanted} = {matches} or more, or fewer matches"
        )
        yield file.error(("matches_per_pairing",), message)


def _name_errors(file: TomlFile) -> Iterator[ConfigError]:
    """Without a name, the file's own must serve."""
    if "name" not in file.values and not re.fullmatch(NAME_PATTERN, file.path.stem):
        message = f"the file's name can't be the tournament's; give it one: name = {NAME_RULE}"
        yield file.error(("name",), message)


def _seed_errors(file: TomlFile) -> Iterator[ConfigError]:
    seed = file.values.get("seed")
    if isinstance(seed, str):
        try:
            parse_seed(seed)
        except ConfigError as error:
            yield file.error(("seed",), error.message)


def _entrant_errors(file: TomlFile, look: Look | None) -> Iterator[ConfigError]:
    """What can be wrong between entrants, and between their keys and the disk."""
    entrants = file.values.get("entrants")
    tables = cast("list[object]", entrants) if isinstance(entrants, list) else []
    taken: dict[str, tuple[str, int | None]] = {}
    for index, table in enumerate(tables):
        if not isinstance(table, dict):
            continue
        keys = cast("dict[str, object]", table)
        yield from _bot_errors(file, index, keys, look)
        name = keys.get("name")
        if not isinstance(name, str):
            continue
        error = file.error(("entrants", index, "name"), "")
        if name.casefold() in taken:
            earlier, line = taken[name.casefold()]
            message = (
                f"entrant name {show_value(name)} is taken: {show_value(earlier)} in line {line}"
            )
            yield file.error(("entrants", index, "name"), message)
        else:
            taken[name.casefold()] = (name, error.line)


def _bot_errors(
    file: TomlFile, index: int, keys: Mapping[str, object], look: Look | None
) -> Iterator[ConfigError]:
    where = ("entrants", index)
    if "bot" in keys and "bots" in keys:
        yield file.error((*where, "bots"), "an entrant has bot or bots, not both")
    if "bot" not in keys and "bots" not in keys:
        message = 'an entrant needs bot = "PATH", or bots = ["PATH", "PATH"] for two partners'
        yield file.error(where, message)
    bots = keys.get("bots")
    written: list[tuple[tuple[str | int, ...], object]] = [((*where, "bot"), keys.get("bot"))]
    if isinstance(bots, list):
        paths = cast("list[object]", bots)
        written += [((*where, "bots", place), path) for place, path in enumerate(paths)]
    for place, path in written:
        if not isinstance(path, str) or not path:
            continue
        source = file.path.parent / path
        slot = 1 if place[-1] == 1 else 0
        problems = () if look is None else look(keys.get("name"), slot, source)
        if not _exists(source) and (look is None or problems):
            message = f"no bot at {show_value(path)}{_suggest_path(file.path.parent, path)}"
            yield file.error(place, message)
            continue
        for problem in problems:
            yield problem if isinstance(problem, ConfigError) else file.error(place, problem)


def _exists(path: Path) -> bool:
    """Whether there is anything; a name that no file can have counts as nothing."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _suggest_path(folder: Path, path: str) -> str:
    """The path meant from the folder above, or one with a name like the last part of ``path``."""
    if _exists(folder / ".." / path):
        return f"; paths are relative to this file: did you mean {'../' + path!r}?"
    meant = path_like(path, folder)
    return "" if meant is None else f"; did you mean {meant!r}?"
