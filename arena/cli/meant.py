"""What somebody may have meant by a word on the command line that is none: the end of an error's message."""

import difflib
from collections.abc import Iterable
from pathlib import Path

import click


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A question that names the choice that begins with ``word``, or else comes close to it; else nothing."""
    known = list(choices)
    begun = [choice for choice in known if choice.startswith(word)] if word else []
    meant = begun[:1] if len(begun) == 1 else difflib.get_close_matches(word, known, n=1)
    return f" Did you mean {meant[0]!r}?" if meant else ""


def meant_by(error: click.BadParameter) -> str:
    """The same for a value of an option or argument that click refused."""
    kind = None if error.param is None else error.param.type
    word = _quoted(error.message)
    if word is None:
        return ""
    if isinstance(kind, click.Choice):
        return did_you_mean(word, map(str, kind.choices))
    if isinstance(kind, click.Path) and error.message.endswith("does not exist."):
        from arena.tournament.nearby import path_like

        meant = path_like(word, Path())
        return "" if meant is None else f" Did you mean {meant!r}?"
    return ""


def _quoted(message: str) -> str | None:
    """The first word in quotes."""
    _, _, rest = message.partition("'")
    word, mark, _ = rest.partition("'")
    return word if mark else None
