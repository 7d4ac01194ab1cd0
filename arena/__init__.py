"""Sueca bot arena: run honest contests between Sueca-playing programs.

As a library (``docs/library.md``)::

    import arena

    match = arena.play_match(lambda view: view.legal[0], lambda view: view.legal[-1], boards=20, seed=7)
    print(match.standings)

What is named here is the public surface, with ``arena.engine`` (the rules) and ``arena.errors``; all else may
change at any time. Each name is imported when it is first used, so that the command line doesn't wait for
what it doesn't need.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arena import engine, errors
    from arena.engine import Card, Partnership, Ruleset, Seat, Suit, parse_deal, show_deal
    from arena.errors import ArenaError
    from arena.library.bots import PythonBot
    from arena.library.match import Match, PlayedDeal, read_match
    from arena.library.play import play_match
    from arena.library.run import Run, read_run
    from arena.library.standings import StandingsTable
    from arena.library.tournament import play_tournament
    from arena.referee.spec import Clock
    from protocol.bot import DealEnd, DealStart, View

__all__ = [
    "ArenaError",
    "Card",
    "Clock",
    "DealEnd",
    "DealStart",
    "Match",
    "Partnership",
    "PlayedDeal",
    "PythonBot",
    "Ruleset",
    "Run",
    "Seat",
    "StandingsTable",
    "Suit",
    "View",
    "engine",
    "errors",
    "parse_deal",
    "play_match",
    "play_tournament",
    "read_match",
    "read_run",
    "show_deal",
]

_HOMES: Final = {
    "arena.engine": ("Card", "Partnership", "Ruleset", "Seat", "Suit", "parse_deal", "show_deal"),
    "arena.errors": ("ArenaError",),
    "arena.library.bots": ("PythonBot",),
    "arena.library.match": ("Match", "PlayedDeal", "read_match"),
    "arena.library.play": ("play_match",),
    "arena.library.run": ("Run", "read_run"),
    "arena.library.standings": ("StandingsTable",),
    "arena.library.tournament": ("play_tournament",),
    "arena.referee.spec": ("Clock",),
    "protocol.bot": ("DealEnd", "DealStart", "View"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}
_MODULES: Final = frozenset({"engine", "errors"})


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name in _MODULES:
        return import_module(f"arena.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'arena' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
