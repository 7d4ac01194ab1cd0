"""Doing the same again whenever the files of bots change."""

from collections.abc import Callable
from pathlib import Path

import click

from arena.errors import ArenaError, RefereeBug
from arena.runner.files.watching import Watched

SHOWN_FILES = 3


def rerun(sources: tuple[Path, ...], play: Callable[[], None]) -> None:
    """Play now, and again after each change, until Ctrl-C. A bot that can't play just now is told so."""
    watched = Watched(tuple(dict.fromkeys(sources)))
    try:
        while True:
            watched.mark()
            _try(play)
            click.echo("\nwatching the bots' files; Ctrl-C ends it", err=True)
            click.echo(f"\n{_names(watched.wait())} changed; playing again", err=True)
    except KeyboardInterrupt:
        click.echo(err=True)


def _try(play: Callable[[], None]) -> None:
    try:
        play()
    except RefereeBug:
        raise
    except ArenaError as error:
        click.echo(f"Error: {error}", err=True)


def _names(paths: list[Path]) -> str:
    more = f" and {len(paths) - SHOWN_FILES} more" if len(paths) > SHOWN_FILES else ""
    return ", ".join(map(str, paths[:SHOWN_FILES])) + more
