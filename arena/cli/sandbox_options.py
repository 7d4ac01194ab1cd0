"""``--sandbox`` and ``--require-sandbox``: the same options for every command that runs bots."""

from collections.abc import Callable
from typing import Final, TypeVar

import click

LEVELS: Final = ("off", "standard", "strict")
"""The levels in their order; ``arena.referee.levels`` says what each is."""

_Function = TypeVar("_Function", bound=Callable[..., object])


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
