"""The files that make up a bot: which they are, what is refused, and the hash that names them."""

import hashlib
import itertools
import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.errors import SubmissionError
from arena.tournament.safe_files import open_plain, read_at_most

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

ENVIRONMENT_MARK: Final = "pyvenv.cfg"
"""The file at the top of each virtual environment of Python."""

_MIB: Final = 1 << 20


def list_files(root: Path) -> tuple[str, ...]:
    """The files of a bot's folder, as paths relative to it with ``/``, sorted.

    Symbolic links aren't followed but refused, and so is whatever is neither file nor folder. Raises
    SubmissionError for those, for too many files or bytes, and for names that can't go everywhere.
    """
    if root.is_symlink():
        raise SubmissionError(f"{root} is a symbolic link; name the folder that it leads to")
    found: list[str] = []
    folded: dict[str, str] = {}
    total = 0
    owner = root.stat().st_uid
    for entry, name in _walk(root):
        if (other := folded.setdefault(_fold(name), name)) != name:
            message = f"{root}: {other} and {name} differ only in how letters are written"
            raise SubmissionError(message)
        mode = _status(root, entry, name)
        if stat.S_ISDIR(mode.st_mode):
            continue
        check_kind(f"{root}: {name}", mode, owner)
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
    ``list_files`` does, and OSError for what changed since: files are opened by ``open_plain``.
    """
    if files is None:
        root, files = (root, list_files(root)) if root.is_dir() else (root.parent, (root.name,))
    lines: list[str] = []
    for name in sorted(files):
        with open_plain(root, name) as file:
            content = hashlib.sha256()
            for piece in read_at_most(file, MAX_TOTAL_MIB * _MIB):
                content.update(piece)
            mode = os.fstat(file.fileno()).st_mode
        lines.append(f"{content.hexdigest()} {'x' if mode & stat.S_IXUSR else '-'} {name}\n")
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()


def is_executable(path: Path) -> bool:
    """Whether the file's owner may execute it: what counts of a file's mode."""
    return bool(path.stat().st_mode & stat.S_IXUSR)


def check_kind(what: str, mode: os.stat_result, owner: int) -> None:
    """Raise SubmissionError unless ``what`` is a plain file, and no hard link to another user's."""
    if stat.S_ISLNK(mode.st_mode):
        raise SubmissionError(f"{what} is a symbolic link; put a copy in its place")
    if not stat.S_ISREG(mode.st_mode):
        raise SubmissionError(f"{what} is neither a file nor a folder")
    if mode.st_nlink > 1 and mode.st_uid != owner:
        # Its owner may have meant nobody to read it: a link gives leave to nobody.
        raise SubmissionError(
            f"{what} is a hard link to another user's file; put a copy in its place"
        )


def _walk(root: Path) -> Iterator[tuple[os.DirEntry[str], str]]:
    """Everything below ``root``, folders too, with its path from there, which is fit to be shown."""
    waiting = [""]
    seen = 0
    while waiting:
        folder = waiting.pop()
        entries = _scan(root, folder)
        if any(entry.name == ENVIRONMENT_MARK for entry in entries):
            raise SubmissionError(
                f"{root}: {folder.removesuffix('/') or 'the folder'} is a virtual environment, which works nowhere but where it "
                "was made; put the wheels of what the bot needs into its folder, and install them in its build step "
                "(docs/how-to/use-packages.md)"
            )
        seen += len(entries)
        if seen > 2 * MAX_FILES:
            raise SubmissionError(f"{root}: a bot has at most {MAX_FILES:,} files")
        for entry in entries:
            name = f"{folder}{entry.name}"
            check_name(root, name)
            if entry.is_dir(follow_symlinks=False):
                waiting.append(f"{name}/")
            yield entry, name


def _status(root: Path, entry: os.DirEntry[str], name: str) -> os.stat_result:
    try:
        return entry.stat(follow_symlinks=False)
    except OSError as error:
        raise SubmissionError(f"{root}: {name} can't be read: {error.strerror}") from None


def _fold(name: str) -> str:
    """The same for names that some system takes for one: Mac and Windows don't tell Bot.py from bot.py."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _scan(root: Path, folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder, but for what is left out; no more of it than shows that it is too much."""
    try:
        with os.scandir(root / folder) as entries:
            wanted = (entry for entry in entries if entry.name not in LEFT_OUT)
            return list(itertools.islice(wanted, 2 * MAX_FILES + 1))
    except OSError as error:
        where = folder.removesuffix("/") or "the folder"
        raise SubmissionError(f"{root}: {where} can't be read: {error.strerror}") from None


def check_name(root: Path, name: str) -> None:
    """Raise SubmissionError unless ``name`` is one printable line of UTF-8 that isn't too long."""
    if not name.isprintable():
        raise SubmissionError(f"{root}: {name!r} has characters that a path can't have here")
    if len(name.encode("utf-8")) > MAX_PATH_BYTES:
        message = f"{root}: the path {name[:40]}… is longer than {MAX_PATH_BYTES} bytes"
        raise SubmissionError(message)
