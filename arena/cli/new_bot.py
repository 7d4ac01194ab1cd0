"""``arena new-bot``: begin a bot."""

from pathlib import Path

import click

from arena.starters import LANGUAGES


@click.command(short_help="Begin a bot: a working one, in a folder of its own.")
@click.argument("name")
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default="python",
    show_default=True,
    help="The language to write it in.",
)
@click.option(
    "--dir",
    "place",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="Where the bot's folder is to be. Default: here.",
)
def command(name: str, language: str, place: Path) -> None:
    """Make a folder NAME with a bot that works: its source, its bot.toml, and a README.

    It takes a trick as cheaply as it can, and else throws away what counts least. One function in
    it picks the card: that one is yours to write.

    \b
    Examples:
      arena new-bot ana
      arena new-bot rui --lang rust --dir bots
    """
    from arena.runner.bots.starters import new_bot

    folder = new_bot(name, language, place)
    click.echo(f"{folder} is a bot in {language}; {folder / 'README.md'} says more")
    click.echo(f"to check it: arena check {folder}", err=True)
