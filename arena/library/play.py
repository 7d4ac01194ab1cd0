"""Playing a match from Python."""

import dataclasses
from contextlib import ExitStack
from os import PathLike
from pathlib import Path

from arena.engine import PRESETS, Ruleset
from arena.errors import ConfigError
from arena.library.bots import Partners, PythonBot, Side, functions_of, partners_of
from arena.library.inprocess import play_functions, spec_of
from arena.library.match import Match, read_match
from arena.library.terms import Seed, Wanted, level_of, seed_of, wanted
from arena.referee.levels import LevelChoice
from arena.referee.spec import Clock
from arena.runner.files.scratch import scratch_folder


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
    sandbox: str | None = None,
    log: str | PathLike[str] | None = None,
) -> Match:
    """Play a match of some boards (10) or rubbers, each twice with the seats exchanged.

    Each side is a bot, or a pair of them for two partners. A bot is a function that picks a card, as a
    bot's ``choose`` does, or the path of a program, as ``arena play`` takes it. What a bot does wrong is data,
    a fault in ``match.faults``: a card that can't be played, an exception (it counts as a process that
    exited), an answer that is no card.

    A match of functions alone is played in this thread and this process, and no clock runs: a function that
    never returns holds it up for ever. One in which a program takes part is played by another process, on the
    clock; functions are still called here, one after the other, and their time counts. Nothing isolates
    functions, nor the programs that play with them.

    seed: hexadecimal digits or a whole number, from which the boards come; without it, a new one. rules: a
    ruleset or the name of one. on_fault: "forfeit" or "substitute", max_faults with the latter. sandbox: how
    programs are isolated, "auto" (the best that works here) unless it is said; only "off" where functions
    take part. log: where to write the match's log as well.

    Raises ConfigError or RulesetError for what can't be played, SubmissionError or BotStartError for a program that
    can't be, RunError for a match that this host can't play, OSError for a log that can't be written.
    """
    want = wanted(
        boards=boards, rubbers=rubbers, rules=rules, clock=clock, on_fault=on_fault,
        max_faults=max_faults,
    )  # fmt: skip
    sides = partners_of(first), partners_of(second)
    functions = functions_of(sides[0]), functions_of(sides[1])
    key = seed_of(seed)
    if functions[0] is not None and functions[1] is not None:
        level_of(sandbox, with_functions=True)
        both = functions[0], functions[1]
        match = play_functions(spec_of(both, want.terms, want.units, key), both, key)
        return match if log is None else dataclasses.replace(match, path=match.save(log))
    level = level_of(sandbox, with_functions=_any_function(sides))
    return _play_programs(sides, want, key, level, None if log is None else Path(log))


def _any_function(sides: tuple[Partners, Partners]) -> bool:
    return any(isinstance(bot, PythonBot) for partners in sides for bot in partners)


def _play_programs(
    sides: tuple[Partners, Partners],
    want: Wanted,
    seed: bytes,
    level: LevelChoice,
    log: Path | None,
) -> Match:
    from arena.library.apart import Errand, MatchErrand, play_apart  # noqa: PLC0415 - starts trio
    from arena.library.switchboard import Switchboard, folders_of  # noqa: PLC0415 - as above

    with ExitStack() as stack:
        place = log
        if place is None:
            place = stack.enter_context(scratch_folder("match")) / "match.jsonl"
        elif not place.parent.is_dir():
            raise ConfigError(f"{place} can't be written: there is no folder {place.parent}")
        switchboard = stack.enter_context(Switchboard())
        paths = folders_of(switchboard, {"1": sides[0], "2": sides[1]})
        (north, south), (east, west) = paths["1"], paths["2"]
        sources = (north, east, south, west)
        errand = MatchErrand(sources, want.terms, want.units, seed.hex(), place.absolute(), level)
        play_apart(Errand(match=errand), switchboard.serve)
        match = read_match(place)
        return match if log is not None else dataclasses.replace(match, path=None)
