"""New bots from starters: working bots in several languages, which come with the arena as files."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from arena.errors import SubmissionError
from arena.runner.files.located import located
from arena.runner.files.removal import discard
from arena.tournament.config import NAME_PATTERN, NAME_RULE

_PLACEHOLDER: Final = "my-bot"
_README: Final = "README.md"
_COMMON: Final = "COMMON.md"
_SHARED: Final = ("position.jsonl", "test_position.sh")
"""What every new bot has, whatever its language."""
_LEFT_OUT: Final = frozenset({"__pycache__"})


def new_bot(name: str, language: str, place: Path) -> Path:
    """Write the starter of a language (see ``arena.starters``) into a new folder ``place / name``.

    Raises SubmissionError for a name that no bot can have, or if something is there already, and
    OSError where there is no room; then it leaves nothing.
    """
    if not re.fullmatch(NAME_PATTERN, name) or name in {".", ".."}:
        raise SubmissionError(f"{name!r} can't be a bot's name: {NAME_RULE}")
    folder = place / name
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        message = f"{folder} is there already; choose another name, or another place with --dir"
        raise SubmissionError(message) from None
    try:
        with located(folder):
            _fill(folder, name, language)
    except BaseException:
        discard(folder)
        raise
    return folder


def _fill(folder: Path, name: str, language: str) -> None:
    """Write the starter's files, with the bot's name in them."""
    for file in _starter(language):
        text = file.read_text(encoding="utf-8")
        if file.name == _README:
            text += (_starters() / _COMMON).read_text(encoding="utf-8")
        (folder / file.name).write_text(text.replace(_PLACEHOLDER, name), encoding="utf-8")


def _starters() -> Traversable:
    return files("arena.starters")


def _starter(language: str) -> list[Traversable]:
    """The files of a starter."""
    own = [file for file in (_starters() / language).iterdir() if file.name not in _LEFT_OUT]
    return [*own, *(_starters() / name for name in _SHARED)]
