"""What a bot is and how it is run: its ``bot.toml``, or what can be told of a lone file."""

import errno
import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from arena.errors import ConfigError, ConfigErrors, SubmissionError
from arena.tournament.bot_files import (
    MAX_TOTAL_MIB,
    check_kind,
    check_name,
    is_executable,
    list_files,
)
from arena.tournament.config import NAME_PATTERN, NAME_RULE
from arena.tournament.toml_file import Keys, TomlFile, in_order, show_value, suggest

MANIFEST_NAME: Final = "bot.toml"

MANIFEST_BYTES: Final = 16 << 10
"""Strangers write manifests, and ``tomllib`` takes quadratic time for a key of thousands of parts."""

_INTERPRETERS: Final = frozenset({"python3", "python", "node", "sh", "bash", "perl", "ruby"})
"""Programs whose first argument is a script, unless it begins with a dash."""

_ONE_LINE: Final = r"^\P{C}*$"
_NO_NUL: Final = r"^[^\x00]*$"
"""No argument of a program can have one."""
_COMMAND: Final = 'a list of texts, program first, such as ["python3", "bot.py"]'
_TEXT_RULE: Final = "one line of at most 200 characters"


@dataclass(frozen=True, slots=True)
class BotManifest:
    """A bot that was submitted: its name, how it is run and built, and where its files are.

    run and build are argv lists, no shell in between; a program without a slash is looked up on the
    PATH ("python3" and "python" mean the arena's own interpreter), one with a slash is the bot's own.
    files are relative to ``root``; source is what the bot was loaded from.
    """

    name: str
    run: tuple[str, ...]
    build: tuple[str, ...] | None
    root: Path
    files: tuple[str, ...]
    source: Path
    version: str | None = None
    author: str | None = None
    description: str | None = None


_Command = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=4096, pattern=_NO_NUL)]],
    Field(min_length=1, max_length=64),
]
_Line = Annotated[str | None, Field(max_length=200, pattern=_ONE_LINE, description=_TEXT_RULE)]


class ManifestKeys(Keys):
    """The keys of ``bot.toml``."""

    name: Annotated[str, Field(pattern=NAME_PATTERN, description=NAME_RULE)]
    run: Annotated[_Command, Field(description=_COMMAND)]
    build: Annotated[_Command | None, Field(description=_COMMAND)] = None
    version: _Line = None
    author: _Line = None
    description: _Line = None


_TABLES: Final[Mapping[str, type[Keys]]] = {"": ManifestKeys}


def load_manifest(source: Path) -> BotManifest:
    """The bot at ``source``: a folder with a ``bot.toml``, or one .py, .js or executable file.

    Raises ConfigErrors for what is wrong in a ``bot.toml``, at its place, and SubmissionError for a
    bot that can't be accepted: no such file, no manifest, links, too many files.
    """
    if source.is_dir():
        return _load_folder(source)
    if not os.path.lexists(source):
        raise SubmissionError(f"{source}: there is no such bot")
    return _load_file(source)


def _load_file(source: Path) -> BotManifest:
    if source.name == MANIFEST_NAME:
        raise SubmissionError(f"{source}: name the folder that holds it: {source.parent}")
    check_name(source.parent, source.name)
    status = source.lstat()
    check_kind(str(source), status, source.parent.stat().st_uid)
    if status.st_size > MAX_TOTAL_MIB << 20:
        raise SubmissionError(f"{source}: a bot has at most {MAX_TOTAL_MIB} MiB of files")
    if not re.fullmatch(NAME_PATTERN, source.stem):
        message = f"{source}: {source.stem!r} can't be a bot's name; rename the file: {NAME_RULE}"
        raise SubmissionError(message)
    return BotManifest(
        name=source.stem,
        run=_run_of_file(source),
        build=None,
        root=source.parent,
        files=(source.name,),
        source=source,
    )


def _run_of_file(source: Path) -> tuple[str, ...]:
    match source.suffix:
        case ".py":
            return ("python3", f"./{source.name}")
        case ".js":
            return ("node", f"./{source.name}")
        case _ if is_executable(source):
            return (f"./{source.name}",)
        case _:
            raise SubmissionError(
                f"{source} is no bot: not a .py, .js or executable file (chmod +x), "
                f"nor a folder with a {MANIFEST_NAME}"
            )


def _load_folder(source: Path) -> BotManifest:
    if not _has_manifest(source):
        raise SubmissionError(
            f"{source} has no {MANIFEST_NAME}; a bot's says at least:\n"
            f'  name = "NAME"\n  run = ["python3", "FILE.py"]'
        )
    return read_manifest(source, list_files(source))


def read_manifest(source: Path, files: tuple[str, ...]) -> BotManifest:
    """The bot in a folder with a manifest, and with these files; none: whatever there is. Raises ConfigErrors."""
    file = TomlFile.read(source / MANIFEST_NAME, MANIFEST_BYTES)
    keys, errors = file.check(_TABLES, ManifestKeys)
    if keys is not None:
        errors += _command_errors(file, "run", keys.run, () if keys.build else files)
        errors += _command_errors(file, "build", keys.build or (), ())
    if errors or keys is None:
        raise ConfigErrors(in_order(errors))
    return BotManifest(
        name=keys.name,
        run=tuple(keys.run),
        build=tuple(keys.build) if keys.build else None,
        root=source,
        files=files,
        source=source,
        version=keys.version,
        author=keys.author,
        description=keys.description,
    )


def _has_manifest(folder: Path) -> bool:
    """Whether there is one, or may be: in a folder named by mistake nothing else is worth a word."""
    try:
        (folder / MANIFEST_NAME).lstat()
    except OSError as error:
        return error.errno != errno.ENOENT
    return True


def _command_errors(
    file: TomlFile, key: str, command: Sequence[str], files: Sequence[str]
) -> Iterator[ConfigError]:
    """What is wrong with a command. files: those that it must do with, empty where a build adds some.

    This keeps a bot whole when its folder is copied. It isolates nothing: that is the sandbox's work.
    """
    for index, part in enumerate(command):
        if _leads_out(part):
            message = f"{key} names {show_value(part)}, which isn't in the bot's folder"
            yield file.error((key, index), message)
        elif files and index < 2:  # noqa: PLR2004 - the program, or an interpreter's script
            yield from _missing_errors(file, key, index, command, files)


def _missing_errors(
    file: TomlFile, key: str, index: int, command: Sequence[str], files: Sequence[str]
) -> Iterator[ConfigError]:
    """A program or script of the bot's own must be there."""
    part = command[index]
    if index == 0 and "/" not in part:
        if part in files:
            message = f"{key} looks for {part!r} on the PATH; for the bot's own write './{part}'"
            yield file.error((key, index), message)
        return
    if index == 1 and (command[0] not in _INTERPRETERS or part.startswith("-")):
        return
    if posixpath.normpath(part) not in files:
        message = f"{key} names {show_value(part)}, which isn't there{suggest(part, files)}"
        yield file.error((key, index), message)


def _leads_out(part: str) -> bool:
    """Whether a command's part names what is outside of the bot's folder; ``--x=PATH`` counts too."""
    path = part.partition("=")[2] if part.startswith("-") else part
    return path.startswith("/") or posixpath.normpath(path).split("/")[0] == ".."
