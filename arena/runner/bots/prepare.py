"""Bots made ready to play: copied by content, built, frozen, and given a plan to start them by.

A bot is known by the SHA-256 of what was submitted, and lives in ``<folder>/<sha256>/``. A folder of that
name is complete, for it got its name last; so a second run finds it and builds nothing, unless somebody
has changed it.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import BotStartError, ConfigError, ConfigErrors, RunError, SubmissionError
from arena.referee.levels import Level
from arena.referee.spec import BotRef, Limits
from arena.runner.bots.build import run_build
from arena.runner.bots.built import check_built
from arena.runner.bots.frozen import is_intact, note_built, tree_hash
from arena.runner.bots.programs import check_program
from arena.runner.files.located import located
from arena.runner.files.removal import discard
from arena.runner.runs.directory import PART_SUFFIX, sync_file, sync_folder
from arena.sandbox.launch import DEFAULT_LIMITS, LaunchPlan, plan_build, plan_launch
from arena.tournament.bot_files import MAX_TOTAL_MIB, content_hash, is_executable
from arena.tournament.manifest import MANIFEST_NAME, BotManifest, load_manifest
from arena.tournament.safe_files import NotPlainError, open_plain, read_at_most

SUBMITTED_SUFFIX: Final = ".bots"
"""What the name of a folder of submitted bots ends in: each has a folder of its own in there."""


TellBuild = Callable[[str], None]
"""Told the name of each bot that is about to be built, which may take minutes."""


@dataclass(frozen=True, slots=True)
class FoundBot:
    """A bot that was looked at but not copied yet: its manifest, and what logs call it."""

    manifest: BotManifest
    ref: BotRef


@dataclass(frozen=True, slots=True)
class PreparedBot:
    """A bot that can be started: what logs call it, where its frozen copy is, and how it starts.

    tree: the hash of all that is in the copy. mended: the copy that was there had been changed, and was
    replaced; what was played with it is in doubt.
    """

    ref: BotRef
    folder: Path
    launch: LaunchPlan
    tree: str | None
    mended: bool

    def check_intact(self) -> None:
        """Raise RunError if the frozen copy was changed since the bot was prepared."""
        if tree_hash(self.folder) != self.tree:
            message = (
                f"{self.folder}, the frozen copy of bot {self.ref.name!r}, was changed while matches were "
                "played; a bot may have done it. This match isn't scored. The same command copies "
                "the bot anew and plays the match again"
            )
            raise RunError(message)


def find_bots(sources: Iterable[Path]) -> dict[Path, FoundBot]:
    """Load the manifest of each bot, and hash it.

    Raises, with all that is wrong with all bots: ConfigErrors if it all is in manifests, else SubmissionError.
    """
    found: dict[Path, FoundBot] = {}
    located: list[ConfigError] = []
    refused: list[str] = []
    for source in dict.fromkeys(sources):
        try:
            found[source] = find_bot(source)
        except ConfigErrors as errors:
            located += errors.errors
        except SubmissionError as error:
            refused.append(str(error))
    if refused:
        raise SubmissionError("\n".join([*refused, *map(str, located)]))
    if located:
        raise ConfigErrors(located)
    return found


def find_bot(source: Path) -> FoundBot:
    """Load one bot's manifest, and hash it. Raises ConfigErrors or SubmissionError."""
    manifest = load_manifest(source)
    try:
        sha256 = content_hash(manifest.root, manifest.files)
    except OSError as error:
        raise SubmissionError(f"{source} can't be read: {error.strerror}") from None
    return FoundBot(manifest, BotRef(manifest.name, sha256))


@dataclass(frozen=True, slots=True)
class ListedBots:
    """The bots of some places, and what is wrong with those that can't be taken, one message each."""

    bots: tuple[FoundBot, ...]
    problems: tuple[str, ...]


def list_bots(places: Iterable[Path]) -> ListedBots:
    """Look at each place: a bot, or a folder of bots. Files in a folder that are no bots are passed over."""
    bots: list[FoundBot] = []
    problems: list[str] = []
    for source in (source for place in places for source in _bots_at(place)):
        try:
            bots.append(find_bot(source))
        except (ConfigErrors, SubmissionError) as error:
            problems.append(str(error))
    return ListedBots(tuple(bots), tuple(problems))


def _bots_at(place: Path) -> list[Path]:
    if not place.is_dir() or (place / MANIFEST_NAME).exists():
        return [place] if place.exists() else []
    if place.suffix == SUBMITTED_SUFFIX:
        entries = (entry for entry in sorted(place.iterdir()) if not entry.name.startswith("."))
        return [bot for entry in entries for bot in _bots_at(entry)]
    return [entry for entry in sorted(place.iterdir()) if _looks_like_bot(entry)]


def _looks_like_bot(entry: Path) -> bool:
    """Whether a folder's entry is meant to be a bot: others, such as a README, are nobody's mistake."""
    if entry.is_dir():
        return (entry / MANIFEST_NAME).exists()
    return entry.suffix in {".py", ".js"} or (entry.is_file() and is_executable(entry))


def prepare_bots(
    bots: Mapping[Path, FoundBot],
    folder: Path,
    tell_build: TellBuild,
    level: Level = Level.OFF,
    limits: Limits = DEFAULT_LIMITS,
) -> dict[Path, PreparedBot]:
    """Freeze every bot in ``folder``, to be built and run at a level of isolation.

    Raises BotStartError for one that can't be built or started.
    """
    return {
        source: prepare_bot(bot, folder, tell_build, level, limits) for source, bot in bots.items()
    }


def prepare_bot(
    bot: FoundBot,
    folder: Path,
    tell_build: TellBuild,
    level: Level = Level.OFF,
    limits: Limits = DEFAULT_LIMITS,
) -> PreparedBot:
    """Freeze one bot in ``folder``, unless it is there already, unchanged. Raises BotStartError."""
    folder.mkdir(parents=True, exist_ok=True)
    home = folder / bot.ref.sha256
    mended = os.path.lexists(home) and not is_intact(home)
    if mended:
        discard(home)
    if not home.is_dir():
        part = folder / f"{bot.ref.sha256}{PART_SUFFIX}"
        discard(part)
        try:
            with located(folder):
                _copy(bot, part)
                _build(bot.manifest, part, tell_build, level)
                _freeze(part)
                _sync(part)
                if bot.manifest.build is not None:
                    note_built(home, tree_hash(part) or "")
        except BaseException:
            discard(part)
            raise
        part.rename(home)
        sync_folder(folder)
    launch = plan_launch(bot.manifest.run, home.resolve(), level, limits)
    check_program(bot.manifest.name, bot.manifest.run[0], launch)
    return PreparedBot(bot.ref, home, launch, tree_hash(home), mended)


def copy_files(manifest: BotManifest, target: Path) -> None:
    """Copy what makes up a bot, and nothing else, into the new folder ``target``. Raises OSError."""
    target.mkdir()
    for name in manifest.files:
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        with open_plain(manifest.root, name) as file, copy.open("xb") as written:
            for piece in read_at_most(file, MAX_TOTAL_MIB << 20):
                written.write(piece)
            mode = os.fstat(file.fileno()).st_mode
        copy.chmod(0o755 if mode & stat.S_IXUSR else 0o644)


def is_copied(bot: FoundBot, target: Path) -> bool:
    """Copy a bot that was found into the new folder ``target``; whether that is what was found."""
    try:
        copy_files(bot.manifest, target)
    except (FileNotFoundError, NotADirectoryError, NotPlainError):
        return False
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link stands where a file was
            return False
        raise
    return content_hash(target, bot.manifest.files) == bot.ref.sha256


def _copy(bot: FoundBot, target: Path) -> None:
    if not is_copied(bot, target):
        raise BotStartError(f"bot {bot.ref.name!r} changed while it was being copied; try again")


def _build(manifest: BotManifest, folder: Path, tell_build: TellBuild, level: Level) -> None:
    if manifest.build is not None:
        plan = plan_build(manifest.build, folder.resolve(), level)
        check_program(manifest.name, manifest.build[0], plan)
        tell_build(manifest.name)
        run_build(manifest.name, plan)
        check_built(manifest.name, folder)


def _sync(folder: Path) -> None:
    """Put all of it on disk, before it gets the name that says what it is: after a power cut too."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and not path.is_symlink():
            sync_file(path)
        elif path.is_dir() and not path.is_symlink():
            sync_folder(path)
    sync_folder(folder)


def _freeze(folder: Path) -> None:
    """Let everybody read, for a bot needn't run as the user who runs the arena; and nobody write.

    So a bot that means no harm leaves nothing there.
    """
    for path in (*folder.rglob("*"), folder):
        if not path.is_symlink():
            executable = path.is_dir() or is_executable(path)
            path.chmod(0o555 if executable else 0o444)
