"""Playing a match from Python."""

import dataclasses
from os import PathLike

from arena.engine import PRESETS, Ruleset
from arena.errors import ConfigError
from arena.library.bots import PythonBot, Side, partners_of
from arena.library.inprocess import play_functions, spec_of
from arena.library.match import Match
from arena.library.terms import Seed, seed_of, wanted
from arena.referee.spec import Clock


def play_match(
    first: Side,
    second: Side,
    *,
    boards: int | None = None,
    rubbers: int | None = None,
    seed: Seed = None,
    rules: Ruleset | str = PRESETS["seed"],
    clock: Clock = Clock(),  # noqa: B008 - a frozen value
    on_fault: str = "forfeit",
    max_faults: int = 3,
    log: str | PathLike[str] | None = None,
) -> Match:
    """Play a match of some boards (10) or rubbers, each twice with the seats exchanged.

    Each side is a function that picks a card, as a bot's ``choose`` does; or a pair of them, for two partners.
    All are called in this thread and this process, one after the other, and nothing isolates them.
    What a bot does wrong is data, a fault in ``match.faults``: a card that can't be played, an exception
    (it counts as a process that exited), an answer that is no card. A function that never returns holds up
    the match for ever: no clock runs for functions, and ``clock`` is only what they are told.

    seed: hexadecimal digits or a whole number, from which the boards come; without it, a new one. rules: a
    ruleset or the name of one. on_fault: "forfeit" or "substitute", max_faults with the latter. log: where to
    write the match's log as well.

    Raises ConfigError or RulesetError for what can't be played, OSError for a log that can't be written.
    """
    want = wanted(
        boards=boards, rubbers=rubbers, rules=rules, clock=clock, on_fault=on_fault,
        max_faults=max_faults,
    )  # fmt: skip
    functions = _functions(first), _functions(second)
    key = seed_of(seed)
    match = play_functions(spec_of(functions, want.terms, want.units, key), functions, key)
    return match if log is None else dataclasses.replace(match, path=match.save(log))


def _functions(side: Side) -> tuple[PythonBot, PythonBot]:
    one, two = partners_of(side)
    if isinstance(one, PythonBot) and isinstance(two, PythonBot):
        return one, two
    raise ConfigError("a bot that is a path can't be played from Python yet")
