"""``arena tournament``: play a tournament, or go on with one."""

from pathlib import Path

import click

from arena.cli.exits import ExitStatus
from arena.cli.options import json_option, sandbox_options


@click.command(short_help="Play a tournament, or go on with one.")
@click.argument("config", type=click.Path(path_type=Path))
@click.option(
    "--dry-run",
    is_flag=True,
    help="Check everything, show the schedule and what is done already; play nothing.",
)
@json_option("tables")
@click.option(
    "--seed",
    metavar="HEX",
    help="The seed, 1 to 32 hexadecimal digits. Default: the file's, or 128 random bits.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Matches at a time. Default: one less than there are cores.",
)
@click.option("--force", is_flag=True, help="Play more matches at a time than there are cores.")
@click.option(
    "--beacon",
    metavar="VALUE",
    help="The public value that the file's key beacon names, now that it is known.",
)
@click.option(
    "--accept-loss",
    is_flag=True,
    help="Go on though the ledger has lost lines; it will tell so.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The run directory. Default: CONFIG without .toml.",
)
@sandbox_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    config: Path,
    dry_run: bool,
    as_json: bool,
    seed: str | None,
    jobs: int | None,
    force: bool,
    accept_loss: bool,
    beacon: str | None,
    out: Path | None,
    sandbox: str | None,
    require_sandbox: str | None,
) -> None:
    """Play the tournament that CONFIG describes, and print its standings.

    All that is played goes into a run directory beside CONFIG. A run that was interrupted, be it by
    kill -9 or a power cut, goes on when the same command is given again, and ends with the same
    standings. With more matches at a time than cores (--force) bots are slowed down in ways that no
    clock can take off: such a run can't be ranked. --dry-run ends with status 4 where the command would
    be refused, say because the run directory holds something else. The keys of CONFIG are explained in tournaments/README.md.

    \b
    Examples:
      arena tournament tournaments/quickstart.toml
      arena tournament tournaments/league.toml --dry-run
      arena tournament tournaments/league.toml --jobs 4 --out runs/friday
      arena tournament tournaments/quickstart.toml --json | jq .standings
    """
    from arena.cli.progress import ProgressLine, describe
    from arena.cli.show_plan import show_plan, show_plan_json
    from arena.cli.show_run import show_begun, show_end, show_off_turn, show_waiting
    from arena.cli.terminal import width
    from arena.referee.levels import Level, LevelChoice
    from arena.runner.play.outlook import look_ahead
    from arena.runner.play.tournament import (
        Begun,
        Building,
        RunEvent,
        RunOptions,
        plan_tournament,
        run_tournament,
    )
    from arena.tournament.report import show_json, show_table

    options = RunOptions(
        seed=seed,
        jobs=jobs,
        out=out,
        force=force,
        accept_loss=accept_loss,
        beacon=beacon,
        sandbox=None if sandbox is None else LevelChoice(sandbox),
        require_sandbox=None if require_sandbox is None else Level(require_sandbox),
    )
    if dry_run:
        plan = plan_tournament(config, options)
        outlook = look_ahead(plan, options)
        for text in show_plan_json(plan, outlook) if as_json else [show_plan(plan, outlook)]:
            click.echo(text, nl=False)
        ctx.exit(ExitStatus.OK if outlook.refused is None else ExitStatus.HOST)
    with ProgressLine() as line:

        def observe(event: RunEvent) -> None:
            match event:
                case Building(name):
                    line.say(f"building {name}")
                case Begun():
                    line.say(show_begun(event))
                case _:
                    line.tell(describe(event))

        end = run_tournament(config, options, observe)
    if end.waits_for is not None:
        line.say(show_waiting(end, config))
        return
    if end.interrupted:
        line.say(show_end(end))
        ctx.exit(ExitStatus.INTERRUPTED)
    shown = show_json(end.standings) if as_json else show_table(end.standings, width=width())
    click.echo(shown, nl=False)
    for note in show_off_turn(end):
        line.say(note)
    line.say(show_end(end))
    if end.seed is None:
        ctx.exit(ExitStatus.HOST)
