"""Whether a frozen bot is still what was frozen: nothing in its folder changed, added or taken away.

A bot runs as the user who runs the arena, so it can write to every bot's folder. What can be done against
that without a sandbox is to look: before a run begins or goes on, and after each match.
"""

import hashlib
import os
import stat
from pathlib import Path
from typing import Final

from arena.errors import ConfigErrors
from arena.runner.bots.built import MAX_BUILT_MIB
from arena.runner.runs.directory import write_whole
from arena.tournament.manifest import MANIFEST_NAME, read_manifest
from arena.tournament.safe_files import open_plain

BUILT_SUFFIX: Final = ".built"
"""What the name of a note ends in that holds the hash of a bot's folder as its build left it."""


def tree_hash(folder: Path) -> str | None:
    """The SHA-256 (hex) of all that is in ``folder``; None if it isn't a folder that can be read.

    Taken as ``content_hash`` takes it, but of everything that is there. So it is the bot's own hash, unless
    a build has added to the files that were submitted.
    """
    if folder.is_symlink() or not folder.is_dir():
        return None
    try:
        lines = [f"{_content(path)} {path.relative_to(folder)}\n" for path in _files(folder)]
    except (OSError, RecursionError):  # deeper than anything that was ever frozen
        return None
    text = "".join(lines).encode("utf-8", "surrogateescape")
    return hashlib.sha256(text).hexdigest()


def note_built(home: Path, tree: str) -> None:
    """Keep the hash of a bot's folder after its build, beside the folder that is to be at ``home``."""
    write_whole(_note(home), f"{tree}\n")


def is_intact(home: Path) -> bool:
    """Whether the frozen bot at ``home``, a folder with its hash as its name, is as it was frozen."""
    found = tree_hash(home)
    if found is None:
        return False
    if found == home.name:
        return True
    try:
        return _is_built(home) and found == _note(home).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return False


def _is_built(home: Path) -> bool:
    """Whether its manifest has a build step: only then may there be more than was submitted."""
    try:
        return (home / MANIFEST_NAME).is_file() and read_manifest(home, ()).build is not None
    except ConfigErrors:
        return False


def _note(home: Path) -> Path:
    return home.with_name(f"{home.name}{BUILT_SUFFIX}")


def _files(folder: Path) -> list[Path]:
    """Everything below ``folder`` but real folders, in the order of their paths by code point."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=_refuse):
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        found += [Path(place) / name for name in (*names, *links)]
    return sorted(found, key=str)


def _refuse(error: OSError) -> None:
    raise error


def _content(path: Path) -> str:
    """What counts of a file: its content, and whether its owner may execute it. Links aren't followed."""
    status = path.lstat()
    mode = status.st_mode
    if stat.S_ISLNK(mode):
        return f"-> {path.readlink()}"
    if not stat.S_ISREG(mode) or status.st_size > MAX_BUILT_MIB << 20:
        return "special"  # nothing like it was ever frozen
    with open_plain(path.parent, path.name) as file:
        content = hashlib.file_digest(file, "sha256").hexdigest()
    return f"{content} {'x' if mode & stat.S_IXUSR else '-'}"
