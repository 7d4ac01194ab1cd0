"""Strangers' text made fit to show: nothing in it can steer a page, a reading direction or an eye."""

import re
import unicodedata
from typing import Final

from arena.transcript.escapes import written_out

CUT_MARK: Final = "…"

NAME_CHARS: Final = 64
"""A longer name is cut to so many characters. A tournament takes at most 32; a log may hold any number."""

_CLASSES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, format and bidirectional characters, halves of pairs, unassigned ones, line separators."""

_MARKS_IN_ROW: Final = 3
"""So many combining marks on one letter are a language's; more climb over the lines around it."""

_FILE_CHARACTERS: Final = re.compile(r"[^0-9A-Za-z_-]+")


def shown(text: str, limit: int | None = None, *, lines: bool = False) -> str:
    r"""``text`` with what can't be seen written out: ``\x1b``, ``\u202e``. Markup is left to the template.

    limit: so many characters are kept, and a cut is marked. lines: line feeds and tabs stay.
    """
    kept = text if limit is None or len(text) <= limit else text[:limit] + CUT_MARK
    out: list[str] = []
    marks = 0
    for char in kept:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if lines and char in "\n\t":
            out.append(char)
        elif category in _CLASSES or marks > _MARKS_IN_ROW:
            out.append(written_out(char))
        else:
            out.append(char)
    return "".join(out)


def name_of(text: str) -> str:
    """A name fit to show."""
    return shown(text, NAME_CHARS)


def file_name(text: str) -> str:
    """A part of a page's file name made of any text: letters, digits, ``-`` and ``_``, never empty."""
    return _FILE_CHARACTERS.sub("-", text)[:NAME_CHARS] or "-"
