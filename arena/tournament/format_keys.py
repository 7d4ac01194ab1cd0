"""The keys of a tournament's file that say who meets whom, against each other and against the rest."""

import math
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, cast

from pydantic import AfterValidator

from arena.errors import ConfigError
from arena.tournament.formats import FORMATS
from arena.tournament.formats.mixed import FEWEST
from arena.tournament.toml_file import TomlFile, one_of, show_value, suggest

DEFAULT_FORMAT: Final = "round-robin"


class Partners(StrEnum):
    """Who plays as whose partner: what each entrant says, or everybody with everybody."""

    FIXED = "fixed"
    ALL = "all"


def _known(name: str) -> str:
    if name not in FORMATS:
        raise ValueError(name)
    return name


FormatName = Annotated[str, AfterValidator(_known), one_of(FORMATS)]
"""A key whose value is the name of a format."""


def usual_rounds(form: str, entrants: int) -> int:
    """Rounds where a file names none: 1, but in a Swiss as many as it takes to leave one unbeaten."""
    return max(1, math.ceil(math.log2(max(1, entrants)))) if form == "swiss" else 1


def format_errors(file: TomlFile) -> Iterator[ConfigError]:
    """What can be wrong between these keys, where each by itself is right."""
    form = file.values.get("format", DEFAULT_FORMAT)
    entrants = _tables(file)
    yield from _challenger_errors(file, form, entrants)
    if file.values.get("pairing") == Partners.ALL:
        yield from _partners_errors(file, form, entrants)
    if form == "swiss":
        yield from _swiss_errors(file, len(entrants))
    yield from _separation_errors(file, form, len(entrants))


def _tables(file: TomlFile) -> list[dict[str, object]]:
    entrants = file.values.get("entrants")
    tables = cast("list[object]", entrants) if isinstance(entrants, list) else []
    return [cast("dict[str, object]", table) for table in tables if isinstance(table, dict)]


def _challenger_errors(
    file: TomlFile, form: object, entrants: list[dict[str, object]]
) -> Iterator[ConfigError]:
    challenger = file.values.get("challenger")
    if challenger is None:
        return
    if form != "gauntlet":
        message = 'challenger has a meaning only with format = "gauntlet"'
        yield file.error(("challenger",), message)
        return
    names = [name for table in entrants if isinstance(name := table.get("name"), str)]
    if isinstance(challenger, str) and challenger not in names:
        message = f"no entrant is named {show_value(challenger)}{suggest(challenger, names)}"
        yield file.error(("challenger",), message)


def _partners_errors(
    file: TomlFile, form: object, entrants: list[dict[str, object]]
) -> Iterator[ConfigError]:
    if form != DEFAULT_FORMAT:
        message = 'pairing = "all" has a schedule of its own: leave format out'
        yield file.error(("format",), message)
    for index, table in enumerate(entrants):
        if "bots" in table:
            message = 'with pairing = "all" partners are drawn: an entrant is one bot = "PATH"'
            yield file.error(("entrants", index, "bots"), message)
    if 0 < len(entrants) < FEWEST:
        message = f'pairing = "all" needs at least {FEWEST} entrants, not {len(entrants)}'
        yield file.error(("pairing",), message)


def _swiss_errors(file: TomlFile, entrants: int) -> Iterator[ConfigError]:
    """So many rounds that all have met are a round-robin."""
    rounds, most = file.values.get("rounds"), entrants - 1 + entrants % 2
    if isinstance(rounds, int) and entrants > 1 and rounds > most:
        message = (
            f"after {most} rounds of a Swiss all {entrants} entrants have met, so rounds can't be "
            f'{rounds}; for more matches take more boards, or format = "round-robin"'
        )
        yield file.error(("rounds",), message)


def _separation_errors(file: TomlFile, form: object, entrants: int) -> Iterator[ConfigError]:
    if file.values.get("until_separated") is not True:
        if "max_boards" in file.values:
            message = "max_boards has a meaning only with until_separated = true"
            yield file.error(("max_boards",), message)
        return
    where = ("until_separated",)
    if form != DEFAULT_FORMAT or file.values.get("pairing") == Partners.ALL:
        yield file.error(where, "until_separated needs a round-robin of fixed partners")
        return
    if file.values.get("unit") != "board":
        yield file.error(where, 'until_separated needs unit = "board"')
        return
    boards, rounds = file.values.get("boards"), file.values.get("rounds", 1)
    if not isinstance(boards, int) or not isinstance(rounds, int):
        return
    first, most = rounds * math.comb(entrants, 2) * boards, file.values.get("max_boards")
    if most is None:
        message = (
            f"until_separated needs max_boards = N, the most boards that may be played; the schedule "
            f"itself has {first:,}"
        )
        yield file.error(where, message)
    elif isinstance(most, int) and most < first:
        message = f"max_boards must be at least {first:,}, what the schedule itself has, not {most}"
        yield file.error(("max_boards",), message)
