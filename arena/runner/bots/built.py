"""What a build step may leave behind: checked before anything reads, copies or runs it."""

import os
import stat
from pathlib import Path
from typing import Final

from arena.errors import BotStartError

MAX_BUILT_FILES: Final = 20_000
"""Files, folders and links: a large tree of Node modules has as many."""

MAX_BUILT_MIB: Final = 1_024
"""All together: a release build of Rust with its dependencies takes some hundred."""

MAX_DEPTH: Final = 64
"""Folders within folders."""

MAX_PATH_BYTES: Final = 1_024
"""Within the folder, so that no path gets longer than what systems allow."""

_OWN: Final = 0o700


def check_built(name: str, folder: Path) -> None:
    """Check all that is in bot ``name``'s folder after its build. No process may be at work there.

    Links must lead to places within the folder. Whatever is neither file, folder nor link is refused, and so
    is too much of anything. Raises BotStartError.
    """
    if folder.is_symlink() or not folder.is_dir():
        raise _refusal(name, "something else in the place of its folder")
    root = folder.resolve()
    waiting = [folder]
    seen, total = 0, 0
    while waiting:
        place = waiting.pop()
        place.chmod(_OWN)  # the build may have taken our own leave to look
        with os.scandir(place) as entries:
            for entry in entries:
                path = Path(entry.path)
                seen += 1
                total += _check_entry(name, path, folder, root)
                if seen > MAX_BUILT_FILES:
                    raise _refusal(name, f"more than {MAX_BUILT_FILES:,} files")
                if total > MAX_BUILT_MIB << 20:
                    raise _refusal(name, f"more than {MAX_BUILT_MIB:,} MiB of files")
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)


def _check_entry(name: str, path: Path, folder: Path, root: Path) -> int:
    """Check one file, folder or link: its size in bytes."""
    inside = path.relative_to(folder)
    if len(inside.parts) > MAX_DEPTH or len(os.fsencode(inside)) > MAX_PATH_BYTES:
        raise _refusal(
            name, f"folders within folders, deeper than {MAX_DEPTH} or with longer names"
        )
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        if not Path(os.path.realpath(path)).is_relative_to(root):
            raise _refusal(name, f"{str(inside)!r}, a link that leads out of its folder")
        return 0
    if stat.S_ISDIR(status.st_mode):
        return 0
    if not stat.S_ISREG(status.st_mode):
        raise _refusal(name, f"{str(inside)!r}, which is neither a file nor a folder")
    return status.st_size


def _refusal(name: str, what: str) -> BotStartError:
    return BotStartError(f"bot {name!r} can't be taken: its build step left {what}")
