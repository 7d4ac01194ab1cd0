"""The directory of one tournament's run: what is in it, who may write, what makes it the same run.

::

    run.toml          what is played: settings, entrants and their hashes, the seed's commitment
    seed              the seed, mode 0600 until the last match is over, then readable by all
    bots/<sha256>/    frozen copies of the bots, read-only (to delete them: chmod -R u+w first)
    bots/<sha256>.built  hash of that folder as a build left it
    matches/<id>.jsonl   one sealed log per match
    annulled/<id>.<n>.jsonl   logs of matches that were annulled
    ledger.jsonl      one line per finished match
    ledger.sha256     its hash as it was at the last writing of the standings
    standings.json, standings.md   rebuilt from the ledger
    report/           pages for a browser (arena report)
    .gitattributes    tells git to keep every byte as it is
    lock              held, and naming its process, while somebody plays; else empty

Ledger and match logs are the truth; all the rest can be rebuilt from them, the settings and the seed.
"""

import errno
import fcntl
import os
import re
import time
import tomllib
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, cast

from arena.errors import RunError
from arena.runner.files.located import located
from arena.runner.files.removal import discard
from arena.runner.files.toml import Document

PART_SUFFIX: Final = ".part"
"""What the name of a file ends in while it is being written."""

KNOWN: Final = frozenset(
    {
        "run.toml",
        "seed",
        "bots",
        "matches",
        "annulled",
        "ledger.jsonl",
        "ledger.sha256",
        "standings.json",
        "standings.md",
        "report",
        "lock",
        ".gitattributes",
    }
)
"""What there may be in a run's directory."""

_NOT_COMPARED: Final = frozenset({"host"})
_BEFORE: Final[Mapping[str, object]] = {"tournament.matches_per_pairing": 1}
"""Keys that run.toml hasn't where an older arena wrote it, and what that arena played."""

_ORDER_OF: Final = "order of "
_HASH: Final = re.compile("[0-9a-f]{64}")
_SHOWN_DIGITS: Final = 12
_ASKED_S: Final = 0.5
"""So long a lock is asked for: ``is_busy`` holds it for less than a millisecond."""
_AGAIN_S: Final = 0.02
_PRIVATE: Final = 0o600
_PUBLIC: Final = 0o644


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """Paths and files of one run. To write, hold ``locked``."""

    path: Path

    @property
    def record(self) -> Path:
        """``run.toml``."""
        return self.path / "run.toml"

    @property
    def seed_file(self) -> Path:
        """The tournament's seed."""
        return self.path / "seed"

    @property
    def bots(self) -> Path:
        """Frozen bots, one folder per hash."""
        return self.path / "bots"

    @property
    def matches(self) -> Path:
        """Match logs."""
        return self.path / "matches"

    @property
    def ledger(self) -> Path:
        """The ledger."""
        return self.path / "ledger.jsonl"

    @property
    def lock(self) -> Path:
        """Held while somebody plays."""
        return self.path / "lock"

    @property
    def ledger_hash(self) -> Path:
        """The ledger's SHA-256, as ``sha256sum`` writes it."""
        return self.path / "ledger.sha256"

    @property
    def annulled(self) -> Path:
        """Logs of matches that were annulled."""
        return self.path / "annulled"

    @property
    def standings_json(self) -> Path:
        """The standings for programs."""
        return self.path / "standings.json"

    @property
    def standings_markdown(self) -> Path:
        """The standings for readers."""
        return self.path / "standings.md"

    @property
    def attributes(self) -> Path:
        """What git is told of the run's files."""
        return self.path / ".gitattributes"

    @classmethod
    def beside(cls, tournament: Path) -> "RunDirectory":
        """The directory that the tournament in a file has unless it is given another."""
        return cls(tournament.with_suffix("") if tournament.name else tournament)

    @classmethod
    def find(cls, path: Path) -> "RunDirectory":
        """The run at ``path``, which is its directory or its tournament's file.

        Raises RunError where there is none, or as ``check_plain`` does.
        """
        directory = cls.beside(path) if path.suffix == ".toml" else cls(path)
        if directory.record.is_file() or directory.ledger.is_file():
            directory.check_plain()
            return directory
        if path.suffix == ".toml":
            message = f"{path} has no run yet: there is no {directory.record}; play it with"
            raise RunError(f"{message}: arena tournament {path}")
        raise RunError(f"{path} isn't a run directory: it has no run.toml")

    def check_plain(self) -> None:
        """Raise RunError for what might never end: a run may be a stranger's, and is only read.

        To open a FIFO may wait for ever, and a link can lead to a device without an end. A link to
        a file or folder is fine; one that leads nowhere is told of where it matters.
        """
        for folder in (self.path, self.matches, self.annulled, self.bots):
            if not folder.is_dir():
                continue
            with os.scandir(folder) as entries:
                for entry in entries:
                    known = folder != self.path or entry.name in KNOWN
                    if known and not _is_plain(entry):
                        message = f"{entry.path} is neither a file nor a folder, as all is in a run"
                        raise RunError(f"{message}: take it away, or put the file itself there")

    def log_of(self, match_id: str) -> Path:
        """The log of one match, once it is sealed."""
        return self.matches / f"{match_id}.jsonl"

    def annulled_log_of(self, match_id: str, number: int) -> Path:
        """The log of a match that was annulled for the ``number``-th time, from 1."""
        return self.annulled / f"{match_id}.{number}.jsonl"

    @contextmanager
    def locked(self) -> Generator[None]:
        """Hold the run for this process; makes the directory.

        Raises RunError if it is busy or foreign. An OSError of what is done meanwhile is the run's,
        if it names no other place.
        """
        self._create()
        with located(self.path), self.lock.open("a+", encoding="utf-8") as lock:
            if not _is_taken(lock):
                lock.seek(0)
                owner = lock.read().strip()
                message = f"{self.path} is being played by another arena (process {owner})"
                raise RunError(message)
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n")
            lock.flush()
            try:
                yield
            finally:
                lock.truncate(0)

    def is_busy(self) -> bool:
        """Whether somebody plays the run just now."""
        try:
            with self.lock.open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def read_seed(self) -> str | None:
        """The run's seed as it was written; None before the run has begun."""
        try:
            return self.seed_file.read_text(encoding="ascii").strip()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except UnicodeDecodeError:
            raise RunError(f"{self.seed_file} doesn't hold a seed") from None

    def read_record(self) -> Mapping[str, object] | None:
        """``run.toml``; None before the run has begun. Raises RunError if it can't be read."""
        try:
            return tomllib.loads(self.record.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RunError(f"{self.record} is damaged: {error}") from None

    def begin(self, document: Document, seed: str) -> bool:
        """Begin the run that ``document`` describes, or go on with it. Call under ``locked``.

        Returns whether it is new. Raises RunError if the directory holds the run of something else.
        """
        for folder in (self.matches, self.bots):
            folder.mkdir(exist_ok=True)
        recorded = self.read_record()
        if recorded is not None:
            self.check_same(document)
            if not self._holds_seed(seed):  # the commitment in the record proves which is right
                write_whole(self.seed_file, seed + "\n", _PRIVATE)
            return False
        write_whole(self.attributes, ATTRIBUTES)
        write_whole(self.seed_file, seed + "\n", _PRIVATE)
        write_whole(self.record, _HEADING + document.to_toml())
        return True

    def check_same(self, document: Document) -> None:
        """Raise RunError, with the way out, if the run that has begun here isn't the one described."""
        wanted = tomllib.loads(document.to_toml())
        recorded, now = _flatten(self.read_record() or wanted), _flatten(wanted)
        older = {key: _BEFORE[key] for key in _BEFORE.keys() & now.keys() - recorded.keys()}
        differences = list(_differences(recorded | older, now))
        if not differences:
            return
        listed = "".join(f"\n  {difference}" for difference in differences)
        listed += "".join(
            f"\n  (an older arena began the run: {key.rpartition('.')[2]} = {value} in the tournament's file is what it played)"
            for key, value in older.items()
            if any(difference.startswith(f"{key}:") for difference in differences)
        )
        message = (
            f"{self.path} holds a run of something else:{listed}\n"
            "Undo the change to go on with that run, or give the new contest a directory of its "
            "own with --out DIR"
        )
        raise RunError(message)

    def check_place(self) -> None:
        """Raise RunError if there is something here, but no run."""
        if self.record.exists() or not os.path.lexists(self.path):
            return
        if not self.path.is_dir():
            raise RunError(f"{self.path} can't be a run directory: a file is in its place")
        foreign = sorted(
            entry.name
            for entry in self.path.iterdir()
            if entry.name not in KNOWN and entry.suffix != PART_SUFFIX
        )
        if foreign:
            message = (
                f"{self.path} isn't a run directory (it holds {', '.join(foreign[:3])}); "
                "name another with --out"
            )
            raise RunError(message)

    def tidy(self) -> None:
        """Remove what an interrupted run left unfinished. Call under ``locked``."""
        for folder in (self.path, self.matches, self.bots):
            for part in folder.glob(f"*{PART_SUFFIX}"):
                discard(part)

    def publish_seed(self) -> None:
        """Let everybody read the seed: after the last match, when it can help nobody any more."""
        self.seed_file.chmod(_PUBLIC)

    def _holds_seed(self, seed: str) -> bool:
        try:
            return self.read_seed() == seed
        except RunError:
            return False

    def _create(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise RunError(
                f"{self.path} can't be a run directory: a file is in its place"
            ) from None
        self.check_place()


ATTRIBUTES: Final = "* -text\n"
"""No line end is converted, or no hash would be right any more."""

_HEADING: Final = """\
# Written by `arena tournament` when the run began. The same command goes on with this run as long as
# everything but [host] is still the same. The seed's commitment is its SHA-256.
"""


def write_whole(path: Path, content: str | bytes, mode: int = _PUBLIC) -> None:
    """Write ``content`` (text as UTF-8) beside ``path`` and move it there, each step on disk before the next."""
    part = path.with_name(path.name + PART_SUFFIX)
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _is_taken(lock: IO[str]) -> bool:
    """Take the lock of a run; whether it could be had. Who only asks whether it is held has it for a moment."""
    until = time.monotonic() + _ASKED_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(_AGAIN_S)
        else:
            return True


def sync_folder(folder: Path) -> None:
    """Put the folder's list of names on disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_file(path: Path) -> None:
    """Put a file's content on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_plain(entry: os.DirEntry[str]) -> bool:
    """Whether it is a file, a folder, or a link to one or to nowhere: no FIFO, device or circle."""
    try:
        return entry.is_file() or entry.is_dir() or not Path(entry).exists()
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        return False


def _flatten(document: Mapping[str, object]) -> dict[str, object]:
    """Dotted keys and their values; the tables of an array are told apart by their ``name``."""
    flat: dict[str, object] = {}
    for key, value in document.items():
        if key in _NOT_COMPARED:
            continue
        if isinstance(value, Mapping):
            table = cast("Mapping[str, object]", value)
            flat |= {f"{key}.{inner}": item for inner, item in table.items()}
        elif isinstance(value, list):
            flat |= _flatten_array(key, cast("list[Mapping[str, object]]", value))
        else:
            flat[key] = value
    return flat


def _flatten_array(key: str, tables: list[Mapping[str, object]]) -> dict[str, object]:
    flat: dict[str, object] = {f"{_ORDER_OF}{key}": [table["name"] for table in tables]}
    for table in tables:
        items = table.items()
        flat |= {f"{key} {table['name']!r}: {inner}": item for inner, item in items}
    return flat


def _differences(was: Mapping[str, object], now: Mapping[str, object]) -> Iterator[str]:
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key), now.get(key)
        if old == new or _says_nothing_new(key, old, new):
            continue
        if old is None:
            yield f"{key}: not in the run, now {_show(new)}"
        elif new is None:
            yield f"{key}: {_show(old)} in the run, now gone"
        else:
            yield f"{key}: {_show(old)} in the run, now {_show(new)}"


def _says_nothing_new(key: str, old: object, new: object) -> bool:
    """Whether other lines tell it: who came or went stands with what they brought."""
    if key.startswith(_ORDER_OF) and isinstance(old, list) and isinstance(new, list):
        names, others = cast("list[str]", old), cast("list[str]", new)
        return sorted(names) != sorted(others)
    return key.endswith(": name")


def _show(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_show, cast("list[object]", value))) + "]"
    text = str(value)
    return text[:_SHOWN_DIGITS] if _HASH.fullmatch(text) else text
