"""``arena play``: a quick match between bots."""

from pathlib import Path

import click

from arena.cli.sandbox_options import sandbox_options


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
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Keep the match log here."
)
@click.option(
    "--start-ms",
    metavar="MS",
    type=click.IntRange(1, 600_000),
    default=5000,
    show_default=True,
    help="Time to start.",
)
@click.option(
    "--move-ms",
    metavar="MS",
    type=click.IntRange(1, 3_600_000),
    default=1000,
    show_default=True,
    help="Time for a move.",
)
@click.option(
    "--bank-ms",
    metavar="MS",
    type=click.IntRange(0, 86_400_000),
    default=0,
    show_default=True,
    help="Reserve of a half.",
)
@click.option(
    "--rules",
    metavar="PRESET",
    default="seed",
    show_default=True,
    help="The rules: seed, portugal or copag.",
)
@sandbox_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    *,
    bots: tuple[Path, ...],
    boards: int | None,
    rubbers: int | None,
    seed: str | None,
    log: Path | None,
    start_ms: int,
    move_ms: int,
    bank_ms: int,
    rules: str,
    sandbox: str | None,
    require_sandbox: str | None,
    as_json: bool,
) -> None:
    """Play a match of a few boards, each twice with the seats exchanged, and print who did better.

    BOTS are files or folders in the order of the seats N E S W, so partners stand first and third,
    second and fourth. With two, A B, both partners of a side are the same bot; one plays itself.

    \b
    Examples:
      arena play example_bots/counter example_bots/random_bot.py
      arena play bot.py example_bots/bare.py --boards 1 --log match.jsonl && arena replay match.jsonl
      arena play north.py east.py south.py west.py --rubbers 5
      arena play bot.py example_bots/counter --boards 200 --seed 2a --json
    """
    from arena.cli.progress import ProgressLine
    from arena.cli.show_match import show_match, show_match_json
    from arena.engine import SEATS, Ruleset
    from arena.referee.spec import Clock, Terms, Unit
    from arena.runner.incidents import describe_faults
    from arena.runner.isolation import choose_by_name
    from arena.runner.quickplay import QuickMatch, play_quick, seat_bots
    from arena.tournament.boards import new_seed

    if len(bots) > len(SEATS):
        raise click.UsageError(f"a table has four seats, not {len(bots)}")
    if boards is not None and rubbers is not None:
        raise click.UsageError("a match is of --boards or of --rubbers, not of both")
    terms = Terms(
        rules=Ruleset.from_mapping({"preset": rules}),
        unit=Unit.BOARD if rubbers is None else Unit.RUBBER,
        clock=Clock(start_ms, move_ms, bank_ms),
    )
    seed = new_seed() if seed is None else seed
    with ProgressLine() as line:
        chosen = choose_by_name(sandbox, require_sandbox)
        line.say(f"sandbox {chosen.why}")
        units = rubbers or boards or 10
        quick = QuickMatch(seat_bots(bots), terms, units, seed, log, chosen.level)
        match = play_quick(
            quick,
            watch=lambda done, of: line.tell(f"{100 * done // of} %"),
            tell_build=lambda name: line.say(f"building {name}"),
        )
    click.echo((show_match_json if as_json else show_match)(match, quick.seed), nl=False)
    for fault in describe_faults(match, at_most=5):
        click.echo(f"\n{fault}", err=True)
