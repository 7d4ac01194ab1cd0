"""The keys of a tournament's file that say who meets whom, against each other and against the rest."""

import math
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, cast

from pydantic import AfterValidator

from arena.errors import ConfigError
from arena.tournament.formats import FORMATS
from arena.tournament.formats.mixed import FEWEST, MOST
from arena.tournament.toml_file import TomlFile, one_of, show_value, suggest

DEFAULT_FORMAT: Final = "round-robin"

USUAL_MATCHES: Final = 2
"""Matches that a meeting is played in where a file says nothing: the fewest that tell style from accident."""


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


def format_errors(file: TomlFile, *, growing: bool) -> Iterator[ConfigError]:
    """What can be wrong between these keys, where each by itself is right.

    growing: nothing is said of what further entrants may put right.
    """
    form = file.values.get("format", DEFAULT_FORMAT)
    entrants = _tables(file)
    if "challenger" in file.values:
        yield from _challenger_errors(file, form, None if growing else entrants)
    if file.values.get("pairing") == Partners.ALL:
        yield from _partners_errors(file, form, entrants)
    if not growing:
        yield from _number_errors(file, form, len(entrants))
    yield from _separation_errors(file, form, None if growing else len(entrants))


def _tables(file: TomlFile) -> list[dict[str, object]]:
    entrants = file.values.get("entrants")
    tables = cast("list[object]", entrants) if isinstance(entrants, list) else []
    return [cast("dict[str, object]", table) for table in tables if isinstance(table, dict)]


def _challenger_errors(
    file: TomlFile, form: object, entrants: list[dict[str, object]] | None
) -> Iterator[ConfigError]:
    challenger = file.values["challenger"]
    if form != "gauntlet":
        message = 'challenger has a meaning only with format = "gauntlet"'
        yield file.error(("challenger",), message)
    elif entrants is not None and isinstance(challenger, str):
        names = [name for table in entrants if isinstance(name := table.get("name"), str)]
        if challenger not in names:
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


def _number_errors(file: TomlFile, form: object, entrants: int) -> Iterator[ConfigError]:
    """Whether there are entrants enough: to draw partners from, and for so many rounds of a Swiss."""
    mixed = file.values.get("pairing") == Partners.ALL
    if mixed and entrants and not FEWEST <= entrants <= MOST:
        message = f'pairing = "all" takes from {FEWEST} to {MOST} entrants, not {entrants}'
        yield file.error(("pairing",), message)
    rounds, most = file.values.get("rounds"), entrants - 1 + entrants % 2
    if form == "swiss" and isinstance(rounds, int) and entrants > 1 and rounds > most:
        message = (
            f"a Swiss of {entrants} entrants has at most {most} rounds, not {rounds}, for then all have "
            'met; take more boards, or format = "round-robin"'
        )
        yield file.error(("rounds",), message)


def _separation_errors(file: TomlFile, form: object, entrants: int | None) -> Iterator[ConfigError]:
    where, most = ("until_separated",), file.values.get("max_boards")
    if file.values.get("until_separated") is not True:
        if most is not None:
            message = "max_boards has a meaning only with until_separated = true"
            yield file.error(("max_boards",), message)
    elif form != DEFAULT_FORMAT or file.values.get("pairing") == Partners.ALL:
        yield file.error(where, "until_separated needs a round-robin of fixed partners")
    elif file.values.get("unit") == "rubber":
        yield file.error(where, 'until_separated needs unit = "board"')
    elif most is None:
        message = (
            "until_separated needs max_boards = N, the most that all matches together may have"
        )
        yield file.error(where, message)
    else:
        boards, rounds = file.values.get("boards"), file.values.get("rounds", 1)
        if entrants is None or not (isinstance(boards, int) and isinstance(rounds, int)):
            return
        first = rounds * math.comb(entrants, 2) * boards
        if isinstance(most, int) and most < first:
            message = f"max_boards must be at least {first:,}, for so many the schedule itself has"
            yield file.error(("max_boards",), message)
