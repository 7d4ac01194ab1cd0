"""What varies between ways of playing Sueca, as one frozen value (the ``Ruleset`` of docs/rules.md)."""

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

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


_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "games_to_win": (1, 99),  # two digits on a score sheet; a rubber to more would never end
    "double_above": (60, 119),  # 60: each win counts double; 119: only all 120 points do
    "sweep_games": (1, 99),
}
_CHOICES: Final[Mapping[str, type[StrEnum]]] = {
    "sweep_by": SweepBy,
    "tie": Tie,
    "deal_direction": Direction,
    "table_direction": Direction,
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one contest. Raises RulesetError, with ``key`` set, for a value that can't be.

    games_to_win: games that win a rubber (R16), 1 to 99.
    double_above: more points than this win 2 games (R12), 60 to 119.
    sweep_games: games a sweep wins (R13), 1 to 99.
    """

    games_to_win: int = 4
    double_above: int = 90
    sweep_games: int = 4
    sweep_by: SweepBy = SweepBy.TRICKS
    tie: Tie = Tie.CARRY
    deal_direction: Direction = Direction.CLOCKWISE
    table_direction: Direction = Direction.CLOCKWISE

    def __post_init__(self) -> None:
        for key in _RANGES:
            _check_number(key, getattr(self, key))
        for key, kind in _CHOICES.items():
            value: object = getattr(self, key)
            if not isinstance(value, kind):
                raise RulesetError(f"{key} must be a {kind.__name__}, not {value!r}", key=key)

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> "Ruleset":
        """A ruleset from plain values: an optional ``preset`` name, then keys that change it.

        Raises RulesetError, with ``key`` set, for an unknown preset or key, or a wrong value.
        """
        changes = dict(values)
        preset = changes.pop("preset", "seed")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise _not_among("preset", preset, PRESETS)
        for key, value in changes.items():
            if key in _CHOICES:
                changes[key] = _choice(key, value, _CHOICES[key])
            elif key not in _RANGES:
                hint = _suggest(key, ["preset", *_RANGES, *_CHOICES])
                raise RulesetError(f"unknown rule {key!r}{hint}", key=key)
        # Numbers are still unchecked here; Ruleset itself refuses a wrong one.
        return dataclasses.replace(PRESETS[preset], **changes)  # type: ignore[arg-type]

    def to_mapping(self) -> dict[str, int | str]:
        """The rules as plain values: what ``from_mapping`` takes, a log holds and a bot is told."""
        numbers: dict[str, int] = {key: getattr(self, key) for key in _RANGES}
        choices: dict[str, StrEnum] = {key: getattr(self, key) for key in _CHOICES}
        return numbers | {key: choice.value for key, choice in choices.items()}


def _check_number(key: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesetError(f"{key} must be a whole number, not {value!r}", key=key)
    low, high = _RANGES[key]
    if not low <= value <= high:
        raise RulesetError(f"{key} must be from {low} to {high}, not {value}", key=key)


def _choice(key: str, value: object, kind: type[StrEnum]) -> StrEnum:
    for choice in kind:
        if value == choice:
            return choice
    raise _not_among(key, value, kind)


def _not_among(key: str, value: object, choices: Iterable[str]) -> RulesetError:
    names = [str(choice) for choice in choices]
    hint = _suggest(value, names) if isinstance(value, str) else ""
    return RulesetError(f"{key} must be one of {', '.join(names)}, not {value!r}{hint}", key=key)


def _suggest(word: str, choices: list[str]) -> str:
    close = difflib.get_close_matches(word, choices, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


PRESETS: Final[Mapping[str, Ruleset]] = {
    "seed": Ruleset(),
    "portugal": Ruleset(sweep_by=SweepBy.POINTS, table_direction=Direction.ANTICLOCKWISE),
    "copag": Ruleset(sweep_by=SweepBy.POINTS),
}
"""Named rulesets; ``seed`` is the default."""
