"""The words in which a program says what is to be played, as the terms of a match."""

from dataclasses import dataclass

from arena.engine import Ruleset
from arena.errors import ConfigError
from arena.referee.levels import LevelChoice
from arena.referee.spec import Clock, OnFault, Terms, Unit
from arena.tournament.boards import new_seed, parse_seed

BOARDS = 10
"""A match has so many boards unless it is said otherwise, as with ``arena play``."""

Seed = str | int | None
"""As ``--seed`` takes it, in hexadecimal digits; a whole number; None for a new one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a match is to be: its terms, and how many boards or rubbers."""

    terms: Terms
    units: int


def wanted(
    *,
    boards: int | None,
    rubbers: int | None,
    rules: Ruleset | str,
    clock: Clock,
    on_fault: str,
    max_faults: int,
) -> Wanted:
    """What is wanted, in the arena's terms. Raises ConfigError or RulesetError for what can't be."""
    if boards is not None and rubbers is not None:
        raise ConfigError("a match is of boards or of rubbers, not of both")
    unit = Unit.BOARD if rubbers is None else Unit.RUBBER
    units = boards if rubbers is None else rubbers
    units = BOARDS if units is None else units
    if units < 1:
        raise ConfigError(f"a match has at least one {unit}, not {units}")
    if on_fault not in list(OnFault):
        raise ConfigError(f"on_fault must be one of {', '.join(OnFault)}, not {on_fault!r}")
    if max_faults < 1:
        raise ConfigError(f"max_faults must be 1 or more, not {max_faults}")
    terms = Terms(
        rules=rules if isinstance(rules, Ruleset) else Ruleset.from_mapping({"preset": rules}),
        unit=unit,
        clock=clock,
        on_fault=OnFault(on_fault),
        max_faults=max_faults,
    )
    return Wanted(terms, units)


def level_of(sandbox: str | None, *, with_functions: bool) -> LevelChoice:
    """How programs are to be isolated; nothing isolates who plays with functions. Raises ConfigError."""
    usual = LevelChoice.OFF if with_functions else LevelChoice.AUTO
    if sandbox is None:
        return usual
    if sandbox not in list(LevelChoice):
        raise ConfigError(f"sandbox must be one of {', '.join(LevelChoice)}, not {sandbox!r}")
    if with_functions and sandbox != LevelChoice.OFF:
        raise ConfigError(
            f"nothing can isolate functions from each other, so sandbox can't be {sandbox!r} here: "
            "leave it out, or make programs of the functions"
        )
    return LevelChoice(sandbox)


def seed_of(seed: Seed) -> bytes:
    """A seed. Raises ConfigError for what can't be one."""
    if seed is None:
        return parse_seed(new_seed())
    if isinstance(seed, bool) or not isinstance(seed, int):
        return parse_seed(str(seed))
    if seed < 0:
        raise ConfigError(f"a seed isn't negative: {seed}")
    return parse_seed(f"{seed:x}")
