"""What the terminal, or the file in its place, can show."""

import shutil
import sys

import click

from arena.cli.plain import PLAIN
from arena.transcript.style import Style


def style_of(ctx: click.Context, *, plain: bool, no_color: bool) -> Style:
    """How to show cards: in colour where it is wanted, as letters where it must be."""
    colour = ctx.color is not False and not no_color
    return Style(colour=colour, ascii=plain or not _has_suits())


def width() -> int:
    """The columns of the terminal, or what COLUMNS says; of a file what tables have by themselves."""
    from arena.tournament.report import MAX_WIDTH

    return shutil.get_terminal_size((MAX_WIDTH, 24)).columns


def _has_suits() -> bool:
    """Whether the output's encoding has the suits' symbols."""
    if getattr(sys.stdout, "encoding", None) == PLAIN:
        return False
    try:
        "♣♦♥♠═·".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
