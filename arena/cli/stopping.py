"""Options that end a quick match early: when it is known who is better, or when that isn't worth more boards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.tournament.sequential import Rule

MAX_BOARDS = 5_000
"""Where nothing else is said: some minutes with bots that answer at once."""

_LEAST_BOARDS = 50
"""What a confidence sequence needs."""

_MARGIN = 0.1

_MOST = 10.0
"""Nobody wins every board by ten of its standard deviations."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """Which rule ends the match, after how many boards it ends at the latest, and matches at a time."""

    rule: "Rule"
    max_boards: int
    jobs: int


class _Bounds(click.ParamType[tuple[float, float]]):
    """T0,T1."""

    name = "T0,T1"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        try:
            t0, t1 = (float(part) for part in str(value).split(","))
        except ValueError:
            t0 = t1 = 0.0
        if not -_MOST <= t0 < t1 <= _MOST:
            message = f"{value!r} isn't T0,T1: two numbers, the smaller one first, as in 0,0.1"
            self.fail(message, param, ctx)
        return t0, t1


def stopping_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options to a command, which is given them as ``stopping``: None where none was asked for."""

    @click.option(
        "--sprt",
        type=_Bounds(),
        metavar="T0,T1",
        help="Stop when it is clear whether the first is better by T1 or only by T0 (mean / sd of a board); "
        "with T0 < 0, whether it is no worse than that.",
    )
    @click.option(
        "--until-separated", is_flag=True, help="Stop when it is clear who is better, or nobody."
    )
    @click.option(
        "--margin",
        metavar="G",
        type=click.FloatRange(0, 4),
        help=f"With --until-separated: so many games a deal count as nothing. Default: {_MARGIN}.",
    )
    @click.option(
        "--max-boards",
        metavar="N",
        type=click.IntRange(_LEAST_BOARDS, 1_000_000),
        help=f"Stop after so many boards in any case. Default: {MAX_BOARDS}.",
    )
    @click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1),
        help="Matches of 20 boards at a time. Default: one less than there are cores.",
    )
    @wraps(function)
    def command(
        *,
        sprt: tuple[float, float] | None,
        until_separated: bool,
        margin: float | None,
        max_boards: int | None,
        jobs: int | None,
        **others: object,
    ) -> None:
        rule = _rule(sprt, margin, until_separated=until_separated)
        if rule is None and (max_boards is not None or jobs is not None):
            name = "--jobs" if max_boards is None else "--max-boards"
            raise click.UsageError(f"{name} has a meaning only with --sprt or --until-separated")
        stopping = None if rule is None else _stopping(rule, max_boards, jobs)
        function(stopping=stopping, **others)

    return command


def _rule(
    sprt: tuple[float, float] | None, margin: float | None, *, until_separated: bool
) -> "Rule | None":
    from arena.tournament.sequential import ConfidenceSequence, Sprt

    if sprt is not None and until_separated:
        raise click.UsageError("a match ends by --sprt or by --until-separated, not by both")
    if margin is not None and not until_separated:
        raise click.UsageError("--margin has a meaning only with --until-separated")
    if sprt is not None:
        return Sprt(*sprt)
    if until_separated:
        return ConfidenceSequence(margin=_MARGIN if margin is None else margin)
    return None


def _stopping(rule: "Rule", max_boards: int | None, jobs: int | None) -> Stopping:
    from arena.runner.runs.record import cores

    available = cores()
    if jobs is not None and jobs > available:
        message = f"--jobs {jobs} is more than this machine's {available} cores: bots would be slowed down"
        raise click.UsageError(message)
    return Stopping(rule, max_boards or MAX_BOARDS, jobs or max(1, available - 1))
