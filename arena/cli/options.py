"""What several commands have in common: an option or argument that means the same stands here, once."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar

import click

LEVELS: Final = ("off", "standard", "strict")
"""The levels in their order; ``arena.referee.levels`` says what each is."""

_Function = TypeVar("_Function", bound=Callable[..., object])


class _Adds(Protocol):
    """Adds an option to a command."""

    def __call__(self, function: _Function, /) -> _Function: ...


def run_argument(function: _Function) -> _Function:
    """Add RUN, a run's directory or its tournament's file, as ``run``."""
    return click.argument("run", type=click.Path(exists=True, path_type=Path))(function)


def json_option(instead_of: str) -> _Adds:
    """Add ``--json`` as ``as_json``; ``instead_of``: what is printed without it."""
    return click.option(
        "--json", "as_json", is_flag=True, help=f"Print JSON instead of {instead_of}."
    )


def look_options(function: _Function) -> _Function:
    """Add ``--ascii`` as ``plain``, and ``--no-color``: how a match is drawn on a terminal."""
    plain = click.option("--ascii", "plain", is_flag=True, help="Suits as letters: S H D C.")
    no_color = click.option("--no-color", is_flag=True, help="No colours; the same as NO_COLOR=1.")
    return plain(no_color(function))


def clock_option(key: str, *, of_file: bool = False) -> _Adds:
    """Add an option for a key of ``[clock]``.

    of_file: a tournament's file may have the value too, so that the option is None where it isn't given.
    """
    lowest, highest, usual, what = CLOCK[key]
    return click.option(
        f"--{key.replace('_', '-')}",
        metavar="MS",
        type=click.IntRange(lowest, highest),
        default=None if of_file else usual,
        help=f"{what} Default: {usual}.",
    )


CLOCK: Final = {
    "start_ms": (1, 600_000, 5_000, "Time to start."),
    "move_ms": (1, 3_600_000, 1_000, "Time for a move."),
    "bank_ms": (0, 86_400_000, 0, "Reserve of a half."),
}
"""Keys of ``[clock]``: the lowest value, the highest, the usual one, and what it is.

They are those of a tournament's file, whose models take too long to import for ``--help``; a test compares them."""


def sandbox_options(function: _Function) -> _Function:
    """Add both options to a command, as ``sandbox`` and ``require_sandbox``: a level's name, or None."""
    required = click.option(
        "--require-sandbox",
        metavar="LEVEL",
        type=click.Choice(LEVELS),
        help="Fail unless bots are isolated at least so: off, standard or strict.",
    )
    asked = click.option(
        "--sandbox",
        metavar="LEVEL",
        type=click.Choice(("auto", *LEVELS)),
        help="How bots are isolated: auto (the best that works here), off, standard or strict.",
    )
    return asked(required(function))
