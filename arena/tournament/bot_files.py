"""The files that make up a bot: which they are, what is refused, and the hash that names them."""

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.errors import SubmissionError

MAX_FILES: Final = 2_000
"""More than any bot needs; less than what a home directory holds that was named by mistake."""

MAX_TOTAL_MIB: Final = 64
"""Room for the weights of a small network. Every bot is copied once into the run's directory."""

MAX_PATH_BYTES: Final = 255
"""So that no copy's path gets longer than what systems allow."""

LEFT_OUT: Final = frozenset(
    {
        ".DS_Store", ".git", ".hg", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".svn",
        "__pycache__",
    }
)  # fmt: skip
"""Names that are never part of a bot, wherever they are: they come and go by themselves."""

_MIB: Final = 1 << 20


def list_files(root: Path) -> tuple[str, ...]:
    """The files of a bot's folder, as paths relative to it with ``/``, sorted.

    Symbolic links aren't followed but refused, and so is whatever is neither file nor folder. Raises
    SubmissionError for those, for too many files or bytes, and for names that can't go everywhere.
    """
    found: list[str] = []
    total = 0
    for entry, name in _walk(root):
        _check_name(root, name)
        mode = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(mode.st_mode):
            raise SubmissionError(f"{root}: {name} is a symbolic link; put a copy in its place")
        if not stat.S_ISREG(mode.st_mode):
            raise SubmissionError(f"{root}: {name} is neither a file nor a folder")
        found.append(name)
        total += mode.st_size
        if len(found) > MAX_FILES:
            raise SubmissionError(f"{root}: a bot has at most {MAX_FILES:,} files")
        if total > MAX_TOTAL_MIB * _MIB:
            raise SubmissionError(f"{root}: a bot has at most {MAX_TOTAL_MIB} MiB of files")
    return tuple(sorted(found))


def content_hash(root: Path, files: Sequence[str] | None = None) -> str:
    """The SHA-256 (hex) that names a bot: the same files give the same name, wherever they are.

    It is taken of one line for each file, in the order of their paths by code point::

        <sha256 of the content> <x if its owner may execute it, else -> <path>

    each ended by a line feed, in UTF-8. The manifest is a file like the others. files: those of
    ``list_files`` unless they are given; a lone file is named by itself. Raises SubmissionError as
    ``list_files`` does.
    """
    if files is None:
        root, files = (root, list_files(root)) if root.is_dir() else (root.parent, (root.name,))
    lines: list[str] = []
    for name in sorted(files):
        path = root / name
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        lines.append(f"{content} {'x' if is_executable(path) else '-'} {name}\n")
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()


def is_executable(path: Path) -> bool:
    """Whether the file's owner may execute it: what counts of a file's mode."""
    return bool(path.stat().st_mode & stat.S_IXUSR)


def _walk(root: Path) -> Iterator[tuple[os.DirEntry[str], str]]:
    """Everything below ``root`` but real folders, with its path from there; folders count as well."""
    waiting = [""]
    seen = 0
    while waiting:
        folder = waiting.pop()
        for entry in _scan(root, folder):
            seen += 1
            if seen > 2 * MAX_FILES:
                raise SubmissionError(f"{root}: a bot has at most {MAX_FILES:,} files")
            if entry.is_dir(follow_symlinks=False):
                waiting.append(f"{folder}{entry.name}/")
            else:
                yield entry, f"{folder}{entry.name}"


def _scan(root: Path, folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(root / folder) as entries:
            return [entry for entry in entries if entry.name not in LEFT_OUT]
    except OSError as error:
        where = folder.removesuffix("/") or "the folder"
        raise SubmissionError(f"{root}: {where} can't be read: {error.strerror}") from None


def _check_name(root: Path, name: str) -> None:
    """Raise SubmissionError unless ``name`` is one printable line of UTF-8 that isn't too long."""
    if not name.isprintable():
        raise SubmissionError(f"{root}: {name!r} has characters that a path can't have here")
    if len(name.encode("utf-8")) > MAX_PATH_BYTES:
        message = f"{root}: the path {name[:40]}… is longer than {MAX_PATH_BYTES} bytes"
        raise SubmissionError(message)
