"""What varies between ways of playing Sueca, as one frozen value (the ``Ruleset`` of RULES.md)."""

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from arena.errors import RulesetError


class SweepBy(StrEnum):
    """What makes a sweep (clause R13): all ten tricks, or all 120 points."""

    TRICKS = "tricks"
    POINTS = "points"


class Tie(StrEnum):
    """What a 60-60 deal leaves behind (clauses R14, R15).

    ``carry``: one game for each tie goes to the winner of the next decided deal. ``carry_once``: one
    game however many ties came in a row. ``void``: nothing.
    """

    CARRY = "carry"
    CARRY_ONCE = "carry_once"
    VOID = "void"


class Direction(StrEnum):
    """Clockwise or anti-clockwise, for the deal (R3, R5) and for how a table is drawn (R2)."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one contest. Raises RulesetError for a value that can't be.

    games_to_win: games that win a rubber (R16), at least 1.
    double_above: more points than this win 2 games (R12), 60 to 119.
    sweep_games: games a sweep wins (R13), at least 1.
    """

    games_to_win: int = 4
    double_above: int = 90
    sweep_games: int = 4
    sweep_by: SweepBy = SweepBy.TRICKS
    tie: Tie = Tie.CARRY
    deal_direction: Direction = Direction.CLOCKWISE
    table_direction: Direction = Direction.CLOCKWISE

    def __post_init__(self) -> None:
        _check_range("games_to_win", self.games_to_win, 1, 99)
        _check_range("double_above", self.double_above, 60, 119)
        _check_range("sweep_games", self.sweep_games, 1, 99)

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Self:
        """A ruleset from plain values: an optional ``preset`` name, then keys that change it.

        Raises RulesetError, with ``key`` set, for an unknown preset or key, or a wrong value.
        """
        rest = dict(values)
        preset = rest.pop("preset", "seed")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise _unknown("preset", preset, PRESETS)
        known = {field.name: field for field in dataclasses.fields(cls)}
        for key in rest:
            if key not in known:
                raise RulesetError(f"unknown rule {key!r}{_suggest(key, known)}", key=key)
        base = dataclasses.asdict(PRESETS[preset])
        return cls(**{key: _convert(key, rest.get(key, base[key])) for key in known})  # type: ignore[arg-type]

    def to_mapping(self) -> dict[str, int | str]:
        """The rules as plain values: what ``from_mapping`` takes, a log holds and a bot is told."""
        return {field.name: _plain(getattr(self, field.name)) for field in dataclasses.fields(self)}


_ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "sweep_by": SweepBy,
    "tie": Tie,
    "deal_direction": Direction,
    "table_direction": Direction,
}


def _plain(value: int | StrEnum) -> int | str:
    return value.value if isinstance(value, StrEnum) else value


def _convert(key: str, value: object) -> int | StrEnum:
    if key not in _ENUMS:
        if isinstance(value, bool) or not isinstance(value, int):
            raise RulesetError(f"{key} must be a whole number, not {value!r}", key=key)
        return value
    choices = _ENUMS[key]
    if not isinstance(value, str) or value not in list(choices):
        raise _unknown(key, value, list(choices))
    return choices(value)


def _check_range(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RulesetError(f"{key} must be from {low} to {high}, not {value}", key=key)


def _unknown(
    key: str, value: object, choices: "Mapping[str, object] | list[StrEnum]"
) -> RulesetError:
    names = [str(choice) for choice in choices]
    hint = _suggest(value, names) if isinstance(value, str) else ""
    return RulesetError(f"{key} must be one of {', '.join(names)}, not {value!r}{hint}", key=key)


def _suggest(word: str, choices: "Mapping[str, object] | list[str]") -> str:
    close = difflib.get_close_matches(word, list(choices), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


PRESETS: Final[Mapping[str, Ruleset]] = {
    "seed": Ruleset(),
    "portugal": Ruleset(sweep_by=SweepBy.POINTS, table_direction=Direction.ANTICLOCKWISE),
    "copag": Ruleset(sweep_by=SweepBy.POINTS),
}
"""Named rulesets; ``seed`` is the default."""
