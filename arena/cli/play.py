"""``arena play``: a quick match between bots."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.exits import ExitStatus
from arena.cli.options import clock_option, json_option, sandbox_options
from arena.cli.stopping import Stopping, stopping_options

if TYPE_CHECKING:
    from arena.cli.progress import ProgressLine
    from arena.runner.play.quickplay import QuickMatch


@click.command(short_help="Play a quick match between bots.")
@click.argument("bots", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--boards",
    metavar="N",
    type=click.IntRange(1, 100_000),
    help="Duplicate boards to play. Default: 10.",
)
@click.option(
    "--rubbers",
    metavar="N",
    type=click.IntRange(1, 10_000),
    help="Mirrored rubbers to play instead.",
)
@click.option("--seed", metavar="HEX", help="1 to 32 hexadecimal digits. Default: random.")
@stopping_options
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    help="Keep the match log here; with --sprt or --until-separated a new folder of match logs.",
)
@clock_option("start_ms")
@clock_option("move_ms")
@clock_option("bank_ms")
@click.option(
    "--rules",
    metavar="PRESET",
    default="seed",
    show_default=True,
    help="The rules: seed, portugal or copag.",
)
@click.option("--freeze", is_flag=True, help="Stop bots (SIGSTOP) while they aren't asked.")
@click.option("--watch", is_flag=True, help="Play again whenever a bot's files change.")
@sandbox_options
@json_option("a table")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    bots: tuple[Path, ...],
    boards: int | None,
    rubbers: int | None,
    stopping: Stopping | None,
    seed: str | None,
    log: Path | None,
    start_ms: int,
    move_ms: int,
    bank_ms: int,
    rules: str,
    freeze: bool,
    watch: bool,
    sandbox: str | None,
    require_sandbox: str | None,
    as_json: bool,
) -> None:
    """Play a match of a few boards, each twice with the seats exchanged, and print who did better.

    With --sprt or --until-separated it goes on until it is known who is better, and says so in a
    sentence. It plays matches of 20 boards, judged in their order: the same seed comes to the same end
    with whatever --jobs. Exit status 0 says that it came to an end, with a verdict or at --max-boards.

    BOTS are files or folders in the order of the seats N E S W, so partners stand first and third,
    second and fourth. With two, A B, both partners of a side are the same bot; one plays itself.

    \b
    Examples:
      arena play example_bots/counter example_bots/random_bot.py
      arena play bot.py example_bots/bare.py --boards 1 --log match.jsonl && arena replay match.jsonl
      arena play north.py east.py south.py west.py --rubbers 5
      arena play bot.py example_bots/counter --boards 200 --seed 2a --json
      arena play my_bot.py example_bots/counter --seed 7 --watch
      arena play new.py old.py --until-separated
      arena play new.py old.py --sprt 0,0.1 --max-boards 20000
    """
    from arena.cli.progress import ProgressLine
    from arena.cli.rerun import rerun
    from arena.engine import SEATS, Ruleset
    from arena.referee.spec import Clock, Terms, Unit
    from arena.runner.play.quickplay import QuickMatch, seat_bots
    from arena.runner.process.isolation import choose_by_name
    from arena.tournament.boards import new_seed

    if len(bots) > len(SEATS):
        raise click.UsageError(f"a table has four seats, not {len(bots)}")
    if boards is not None and rubbers is not None:
        raise click.UsageError("a match is of --boards or of --rubbers, not of both")
    if stopping is None and log is not None and log.is_dir():
        raise click.UsageError(f"File '{log}' is a directory.")
    terms = Terms(
        rules=Ruleset.from_mapping({"preset": rules}),
        unit=Unit.BOARD if rubbers is None else Unit.RUBBER,
        clock=Clock(start_ms, move_ms, bank_ms),
        freeze=freeze,
    )
    if stopping is not None and (boards or rubbers):
        raise click.UsageError("--boards and --rubbers settle when to stop: leave them out")
    seed = new_seed() if seed is None else seed
    with ProgressLine() as line:
        chosen = choose_by_name(sandbox, require_sandbox)
        line.say(f"sandbox {chosen.why}")
        units = rubbers or boards or 10
        quick = QuickMatch(seat_bots(bots), terms, units, seed, log, chosen.level)

        def play() -> None:
            if stopping is None:
                _play_match(line, quick, as_json=as_json)
            elif (
                status := _play_duel(line, quick, stopping, as_json=as_json)
            ) is not ExitStatus.OK:
                ctx.exit(status)

        if watch:
            rerun(bots, play)
        else:
            play()


def _play_match(line: "ProgressLine", quick: "QuickMatch", *, as_json: bool) -> None:
    from arena.cli.show_match import show_match, show_match_json
    from arena.runner.play.incidents import describe_faults
    from arena.runner.play.quickplay import play_quick

    match = play_quick(
        quick,
        watch=lambda done, of: line.tell(f"{100 * done // of} %"),
        tell_build=lambda name: line.say(f"building {name}"),
    )
    line.clear()
    click.echo((show_match_json if as_json else show_match)(match, quick.seed), nl=False)
    for fault in describe_faults(match, at_most=5):
        click.echo(f"\n{fault}", err=True)


def _play_duel(
    line: "ProgressLine", quick: "QuickMatch", stopping: Stopping, *, as_json: bool
) -> ExitStatus:
    """Whether it came to its end, was interrupted, or the host couldn't play on."""
    from arena.cli.show_duel import DuelResult, show_duel, show_duel_json, show_state
    from arena.runner.play.duel import BOARDS_A_MATCH, Duel, play_duel

    rule, quick = stopping.rule, replace(quick, units=BOARDS_A_MATCH)
    end = play_duel(
        Duel(quick, rule, stopping.max_boards, stopping.jobs),
        watch=lambda state: line.tell(show_state(state, rule)),
        tell_build=lambda name: line.say(f"building {name}"),
    )
    line.clear()
    show = show_duel_json if as_json else show_duel
    click.echo(show(end, DuelResult.of_duel(end, rule), quick.seed), nl=False)
    for fault in end.faults:
        click.echo(f"\n{fault}", err=True)
    if end.broken is not None:
        return ExitStatus.HOST
    return ExitStatus.INTERRUPTED if end.interrupted else ExitStatus.OK
