"""What the commands for an organiser's decisions share."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from arena.runner.runs.decisions import Decided
    from arena.runner.runs.directory import RunDirectory

REASON_LENGTH: Final = 500
"""Characters of a reason at most: it stands below the standings."""


def checked_reason(_ctx: click.Context, _param: click.Parameter, text: str | None) -> str:
    """A reason as one line of text that can be shown. Raises click.BadParameter."""
    words = (text or "").strip()
    if len(words) > REASON_LENGTH:
        raise click.BadParameter(f"at most {REASON_LENGTH} characters, not {len(words)}")
    if not words.isprintable():
        raise click.BadParameter("one line of printable text, please")
    return words


def needed_reason(ctx: click.Context, param: click.Parameter, text: str | None) -> str:
    """A reason that isn't blank. Raises click.BadParameter."""
    words = checked_reason(ctx, param, text)
    if not words:
        raise click.BadParameter("say why: it stands below the standings")
    return words


def find_run(path: Path) -> "RunDirectory":
    """The run at ``path``: its directory or its tournament's file. Raises RunError."""
    from arena.runner.runs.directory import RunDirectory

    return RunDirectory.find(path)


def show_decided(decided: "Decided", what: str, run: Path) -> None:
    """Print the standings, and on stderr what was entered."""
    from arena.cli.terminal import width
    from arena.tournament.report import show_table

    click.echo(show_table(decided.standings, crossed=False, width=width()), nl=False)
    click.echo(f"{what}; entered in {run}, and the standings written anew", err=True)
