"""What the terminal, or the file in its place, can show."""

import sys

import click

from arena.transcript.style import Style


def style_of(ctx: click.Context, *, plain: bool, no_color: bool) -> Style:
    """How to show cards: in colour where it is wanted, as letters where it must be."""
    colour = ctx.color is not False and not no_color
    return Style(colour=colour, ascii=plain or not _has_suits())


def _has_suits() -> bool:
    """Whether the output's encoding has the suits' symbols."""
    try:
        "♣♦♥♠═·".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
