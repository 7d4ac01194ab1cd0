"""Putting a new version of a submitted bot in the place of the old one: the whole of it, or nothing."""

import re
import tomllib
from pathlib import Path
from typing import Final, cast

from arena.errors import SubmissionError
from arena.runner.files.removal import discard
from arena.runner.files.toml import show_value
from arena.runner.runs.directory import sync_folder
from arena.tournament.toml_file import TomlFile

OLD_SUFFIX: Final = ".old"
"""What the name of a bot's folder ends in, after a dot at its beginning, while another takes its place."""

_BOT_LINE: Final = re.compile(rb"""^(\s*bot\s*=\s*)(?:"[^"\\]*"|'[^']*')""")


def recover(bots: Path) -> None:
    """Put back what was taken out, where nothing took its place; else it is done with, and removed."""
    for old in bots.glob(f".*{OLD_SUFFIX}"):
        folder = old.with_name(old.name.removeprefix(".").removesuffix(OLD_SUFFIX))
        if folder.exists():
            discard(old)
        else:
            old.rename(folder)


def take_out(folder: Path) -> None:
    """Take a bot's folder out of its place."""
    old = folder.with_name(f".{folder.name}{OLD_SUFFIX}")
    discard(old)
    folder.rename(old)
    sync_folder(folder.parent)


def pointed_to(tournament: Path, entrant: str, bot: str) -> bytes:
    """The tournament's file with the path ``bot`` for an entrant's, and no other byte changed.

    Raises SubmissionError where the file writes it in a way that can't be changed for sure.
    """
    data = tournament.read_bytes()
    file = TomlFile.read(tournament)
    entrants = cast("list[dict[str, object]]", file.values["entrants"])
    index = next(at for at, table in enumerate(entrants) if table["name"] == entrant)
    if entrants[index].get("bot") == bot:
        return data
    lines = data.splitlines(keepends=True)
    at = file.positions["entrants", index, "bot"].line - 1
    value = show_value(bot).encode("utf-8")
    lines[at] = _BOT_LINE.sub(lambda match: match[1] + value, lines[at])
    new = b"".join(lines)
    entrants[index]["bot"] = bot
    if tomllib.loads(new.decode("utf-8-sig")) != file.values:
        message = (
            f"{tournament} names the bot of {entrant!r} in a way that only a person can change"
        )
        raise SubmissionError(f"{message}: write bot = {show_value(bot)} there")
    return new
