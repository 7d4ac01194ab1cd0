"""``arena check``: whether a bot does all that the protocol wants."""

from pathlib import Path

import click

from arena.cli.exits import ExitStatus
from arena.cli.options import clock_option, json_option, sandbox_options


@click.command(short_help="Check that a bot does all that the protocol wants.")
@click.argument("bot", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--for",
    "config",
    metavar="CONFIG",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Hold it to the clock, rules and limits of this tournament.",
)
@clock_option("start_ms", of_file=True)
@clock_option("move_ms", of_file=True)
@sandbox_options
@click.option(
    "--corpus",
    "places",
    metavar="RUN|LOG",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Ask it also where bots failed in this run or match. May be repeated.",
)
@json_option("a list")
@click.option(
    "--junit",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the result there, as JUnit XML.",
)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    bot: Path,
    config: Path | None,
    start_ms: int | None,
    move_ms: int | None,
    sandbox: str | None,
    require_sandbox: str | None,
    places: tuple[Path, ...],
    as_json: bool,
    junit: Path | None,
) -> None:
    """Check BOT step by step, and say all that is wrong with it, why, and what to do.

    A fault costs deals in a contest, and the exit status is 1; advice costs nothing. Each step talks to
    fresh processes of the bot, as the referee does, and worse: lines in pieces, fields of a later
    version, a restart in the middle of a deal.

    \b
    Examples:
      arena check my_bot.py
      arena check example_bots/counter --for tournaments/league.toml
      arena check my_bot.py --corpus tournaments/quickstart --junit report.xml
      arena check my_bot.py --json | jq '.steps[].findings[]'
    """
    from dataclasses import replace

    from arena.cli.progress import ProgressLine
    from arena.cli.show_check import show_check, show_check_json, show_junit
    from arena.referee.spec import Terms
    from arena.runner.conformance.check import CheckPlan, check_bot
    from arena.runner.conformance.corpus import read_corpus
    from arena.runner.process.isolation import choose_by_name
    from arena.tournament.config import load_config

    loaded = None if config is None else load_config(config, growing=True)
    terms = Terms() if loaded is None else loaded.terms
    if loaded is not None:
        sandbox = sandbox or loaded.sandbox
        require_sandbox = require_sandbox or loaded.require_sandbox
    given = {"start_ms": start_ms, "move_ms": move_ms}
    clock = replace(terms.clock, **{key: it for key, it in given.items() if it is not None})
    mishaps = read_corpus(places)
    with ProgressLine() as line:
        chosen = choose_by_name(sandbox, require_sandbox)
        line.say(f"sandbox {chosen.why}")
        plan = CheckPlan(replace(terms, clock=clock), mishaps, chosen.level)
        check = check_bot(
            bot,
            plan,
            tell_build=lambda name: line.say(f"building {name}"),
            watch=lambda number, of, title: line.tell(f"step {number} of {of}: {title}"),
        )
    click.echo((show_check_json if as_json else show_check)(check), nl=False)
    if junit is not None:
        junit.write_text(show_junit(check), encoding="utf-8")
    if not check.passed:
        ctx.exit(ExitStatus.FAILED)
