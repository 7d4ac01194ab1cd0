"""``arena submit``: enter a bot for a tournament."""

from pathlib import Path

import click

from arena.cli.options import sandbox_options


@click.command(short_help="Enter a bot for a tournament.")
@click.argument("bot", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--to",
    "tournament",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The tournament's TOML file.",
)
@click.option("--name", help="The entrant's name. Default: the bot's own.")
@click.option("--replace", is_flag=True, help="Put BOT in the place of the entrant of that name.")
@sandbox_options
def command(
    *,
    bot: Path,
    tournament: Path,
    name: str | None,
    replace: bool,
    sandbox: str | None,
    require_sandbox: str | None,
) -> None:
    """Try BOT at a table, copy it beside the tournament's file, and add it there as an entrant.

    BOT is a .py, .js or executable file, or a folder with a bot.toml. It is built, and plays two
    boards against itself on the tournament's terms. At the first fault it is refused: what it did,
    and what it wrote to stderr, is shown, and nothing is changed. A new version takes the place of
    the old with --replace. A run that has begun plays on with the entrants and versions that it
    began with; what came later plays in the next one.

    \b
    Examples:
      arena submit my_bot.py --to tournaments/league.toml
      arena submit bots/ana --to tournaments/league.toml --name ana
      arena submit bots/ana --to tournaments/league.toml --replace
    """
    from arena.referee.levels import Level, LevelChoice
    from arena.runner.submission.submit import submit

    taken = submit(
        bot,
        tournament,
        name,
        lambda built: click.echo(f"building {built}", err=True),
        replace=replace,
        sandbox=None if sandbox is None else LevelChoice(sandbox),
        required=None if require_sandbox is None else Level(require_sandbox),
    )
    here = Path.cwd()
    folder = taken.folder.relative_to(here) if taken.folder.is_relative_to(here) else taken.folder
    what = "has a new version" if taken.replaced else "is"
    click.echo(f"{taken.name} {what} in {tournament}: {folder} (SHA-256 {taken.sha256})")
    without = "with the version that it has" if taken.replaced else "without it"
    if taken.begun:
        click.echo(
            f"a run of this tournament has begun, and goes on {without}; this one plays in the next, with another --out",
            err=True,
        )
