"""``arena debug``: ask a bot again what it was asked in a match."""

from pathlib import Path

import click

from arena.cli.exits import ExitStatus
from arena.cli.options import json_option, look_options, sandbox_options


@click.command(short_help="Ask a bot again what one seat was asked in a match.")
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--seat",
    metavar="N|E|S|W",
    type=click.Choice(["N", "E", "S", "W"], case_sensitive=False),
    required=True,
    help="Whose requests to take.",
)
@click.option(
    "--bot",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    required=True,
    help="The bot to ask.",
)
@click.option(
    "--half", metavar="N", type=click.IntRange(1, 2), default=1, show_default=True, help="The half."
)
@click.option(
    "--deal", metavar="N", type=click.IntRange(1), help="Show only this deal, counted from 1."
)
@sandbox_options
@json_option("tables")
@look_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    log: Path,
    seat: str,
    bot: Path,
    half: int,
    deal: int | None,
    sandbox: str | None,
    require_sandbox: str | None,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Say to a bot all that a seat was told in LOG, without a clock, and show where it now plays otherwise.

    Each such position is drawn as that seat saw it. The match goes on with the cards that were played
    in it. What the bot writes to stderr is shown at the end. The exit status is 1 if anything differs.

    \b
    Examples:
      arena debug match.jsonl --seat N --bot my_bot.py
      arena debug match.jsonl --seat e --half 2 --deal 3 --bot my_bot.py
    """
    from arena.cli.progress import ProgressLine
    from arena.cli.show_debug import show_debug, show_debug_json, show_stderr
    from arena.cli.terminal import style_of
    from arena.engine import Seat
    from arena.runner.conformance.debug import debug_seat
    from arena.runner.process.isolation import choose_by_name
    from arena.transcript.reader import read_log

    match, place = read_log(log), Seat.parse(seat.upper())
    with ProgressLine() as line:
        chosen = choose_by_name(sandbox, require_sandbox)
        line.say(f"sandbox {chosen.why}")
        debugged = debug_seat(
            match, half, place, bot,
            level=chosen.level, tell_build=lambda name: line.say(f"building {name}"),
        )  # fmt: skip
    retrials = [it for it in debugged.retrials if deal in {None, it.deal}]
    if as_json:
        click.echo(show_debug_json(retrials), nl=False)
    else:
        style = style_of(ctx, plain=plain, no_color=no_color)
        click.echo("\n".join(show_debug(match, half, place, retrials, style)))
    for text in show_stderr(debugged.stderr):
        click.echo(text, err=True)
    if any(it.differs for it in retrials):
        ctx.exit(ExitStatus.FAILED)
