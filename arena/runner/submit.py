"""Taking a bot into a tournament: looked at, built, tried at a table, copied, and added to the file."""

import fcntl
import os
import re
import stat
import tomllib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.errors import SubmissionError
from arena.referee.levels import Level, Request
from arena.referee.spec import Unit
from arena.runner.bots import SUBMITTED_SUFFIX, FoundBot, TellBuild, find_bot, is_copied
from arena.runner.incidents import describe_faults
from arena.runner.interrupts import interruptible
from arena.runner.isolation import choose
from arena.runner.quickplay import QuickMatch, play_quick
from arena.runner.rundir import PART_SUFFIX, RunDirectory, discard, sync_folder, write_whole
from arena.runner.toml import show_value
from arena.tournament.config import NAME_PATTERN, NAME_RULE, TournamentConfig, load_config

TRIAL_SEED: Final = "5eca"
"""The seed of every trial, so that the same bot has the same trial."""

TRIAL_BOARDS: Final = 2
"""Two boards, each in both halves: every seat leads once."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A bot that was taken in: the entrant's name, the bot's copy and its hash.

    begun: a run of the tournament has begun without it.
    """

    name: str
    folder: Path
    sha256: str
    begun: bool


@interruptible()
def submit(
    source: Path,
    tournament: Path,
    name: str | None,
    tell_build: TellBuild = lambda _name: None,
    *,
    sandbox: Request | None = None,
    required: Level | None = None,
) -> Submission:
    """Enter the bot at ``source`` for the tournament of a file, as ``name`` or by its own name.

    It plays a trial against itself on the tournament's terms. Then its files are copied into a folder
    beside the file, and ``[[entrants]]`` is added at the file's end; no other byte changes.
    sandbox, required: how the bot is isolated in its trial; None for what the tournament's file says.

    Raises ConfigErrors for a file or manifest that is wrong, SubmissionError or BotStartError for a bot
    that isn't accepted, SandboxUnavailableError where it can't be isolated so, KeyboardInterrupt at SIGINT, SIGTERM or SIGHUP; then nothing was changed.
    """
    path = tournament.resolve()
    with _locked(path):
        config = load_config(tournament, growing=True)
        bot = find_bot(source)
        entrant = _free_name(config, name or bot.manifest.name)
        folder = path.with_suffix(SUBMITTED_SUFFIX) / entrant
        if folder.exists():
            message = (
                f"{folder} is there already, though no entrant is called {entrant!r}; move it away"
            )
            raise SubmissionError(message)
        text = _extended(path, entrant, _bot_path(bot, folder))
        chosen = choose(sandbox or config.sandbox, required or config.require_sandbox)
        _try_out(bot, config, tell_build, chosen.level)
        _take_in(bot, folder, path, text)
    begun = RunDirectory(tournament.with_suffix("")).record.exists()
    return Submission(entrant, folder, bot.ref.sha256, begun)


@contextmanager
def _locked(path: Path) -> Generator[None]:
    """One submission at a time to the tournaments of a folder."""
    try:
        descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise SubmissionError(f"{path.parent}: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _free_name(config: TournamentConfig, name: str) -> str:
    if not re.fullmatch(NAME_PATTERN, name):
        raise SubmissionError(f"{name!r} can't be an entrant's name: {NAME_RULE}")
    if any(entrant.name.casefold() == name.casefold() for entrant in config.entrants):
        raise SubmissionError(
            f"an entrant called {name!r} is in {config.path} already; choose another name with --name"
        )
    return name


def _bot_path(bot: FoundBot, folder: Path) -> str:
    """How the tournament's file names the copy."""
    lone = bot.manifest.source.is_file()
    copy = folder / bot.manifest.files[0] if lone else folder
    return copy.relative_to(folder.parent.parent).as_posix()


def _extended(path: Path, name: str, bot: str) -> bytes:
    """The tournament's file with the new entrant at its end. Raises SubmissionError if it can't have one."""
    old = path.read_bytes()
    end = b"\r\n" if b"\r\n" in old else b"\n"
    lines = ["", "[[entrants]]", f"name = {show_value(name)}", f"bot = {show_value(bot)}", ""]
    gap = b"" if not old or old.endswith(b"\n") else end
    new = old + gap + end.join(line.encode("utf-8") for line in lines)
    try:
        tomllib.loads(new.decode("utf-8-sig"))
    except tomllib.TOMLDecodeError:
        message = (
            f"{path} writes its entrants as one value, entrants = [...]; write each as a table of its "
            "own that begins with [[entrants]], so that more can follow"
        )
        raise SubmissionError(message) from None
    return new


def _try_out(bot: FoundBot, config: TournamentConfig, tell_build: TellBuild, level: Level) -> None:
    """Let the bot play against itself. Raises SubmissionError, with all that helps, if it faults."""
    source = bot.manifest.source
    terms = replace(config.terms, unit=Unit.BOARD)
    quick = QuickMatch(
        (source, source, source, source), terms, TRIAL_BOARDS, TRIAL_SEED, level=level
    )
    match = play_quick(quick, lambda _done, _of: None, tell_build)
    faults = describe_faults(match, at_most=1)
    if faults:
        message = f"{source} isn't accepted: it failed its trial against itself"
        raise SubmissionError("\n".join([message, *faults]))


def _take_in(bot: FoundBot, folder: Path, tournament: Path, text: bytes) -> None:
    """Copy the bot and replace the tournament's file; if the second fails the first is undone."""
    folder.parent.mkdir(exist_ok=True)
    # No entrant's name begins with a dot, so this is nobody's folder.
    part = folder.with_name(f".{folder.name}{PART_SUFFIX}")
    discard(part)
    try:
        _copy_whole(bot, part)
        part.rename(folder)
        sync_folder(folder.parent)
        write_whole(tournament, text, stat.S_IMODE(tournament.stat().st_mode))
    except BaseException:
        discard(part)
        discard(folder)
        raise


def _copy_whole(bot: FoundBot, part: Path) -> None:
    if not is_copied(bot, part):
        message = f"{bot.manifest.source} was changed while it was being taken in; try again"
        raise SubmissionError(message)
