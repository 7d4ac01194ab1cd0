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
from arena.referee.levels import Level, LevelChoice
from arena.referee.spec import Unit
from arena.runner.bots.prepare import SUBMITTED_SUFFIX, FoundBot, TellBuild, find_bot, is_copied
from arena.runner.files.located import located
from arena.runner.files.removal import discard
from arena.runner.files.toml import show_value
from arena.runner.play.incidents import describe_faults
from arena.runner.play.quickplay import QuickMatch, play_quick
from arena.runner.process.interrupts import interruptible
from arena.runner.process.isolation import choose
from arena.runner.runs.directory import PART_SUFFIX, RunDirectory, sync_folder, write_whole
from arena.runner.submission.swap import pointed_to, recover, take_out
from arena.tournament.config import NAME_PATTERN, NAME_RULE, TournamentConfig, load_config

TRIAL_SEED: Final = "5eca"
"""The seed of every trial, so that the same bot has the same trial."""

TRIAL_BOARDS: Final = 2
"""Two boards, each in both halves: every seat leads once."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A bot that was taken in: the entrant's name, the bot's copy and its hash.

    begun: a run of the tournament has begun without it, or with an earlier version. replaced: it took the place of one.
    """

    name: str
    folder: Path
    sha256: str
    begun: bool
    replaced: bool = False


@interruptible()
def submit(
    source: Path,
    tournament: Path,
    name: str | None,
    tell_build: TellBuild = lambda _name: None,
    *,
    replace: bool = False,
    sandbox: LevelChoice | None = None,
    required: Level | None = None,
) -> Submission:
    """Enter the bot at ``source`` for the tournament of a file, as ``name`` or by its own name.

    It plays a trial against itself on the tournament's terms. Then its files are copied into a folder
    beside the file, and ``[[entrants]]`` is added at the file's end; no other byte changes. replace: it
    takes the place of what was submitted by that name before; a run that has begun plays on with what it froze.
    sandbox, required: how the bot is isolated in its trial; None for what the tournament's file says.

    Raises ConfigErrors for a file or manifest that is wrong, SubmissionError or BotStartError for a bot
    that isn't accepted, SandboxUnavailableError where it can't be isolated so, KeyboardInterrupt at SIGINT,
    SIGTERM or SIGHUP; then nothing was changed.
    """
    path = tournament.resolve()
    bots = path.with_suffix(SUBMITTED_SUFFIX)
    begun = RunDirectory.beside(tournament).record.exists()
    with _locked(path), located(path.parent):
        recover(bots)
        config = load_config(tournament, growing=True)
        bot = find_bot(source)
        entrant = name or bot.manifest.name
        if not re.fullmatch(NAME_PATTERN, entrant):
            raise SubmissionError(f"{entrant!r} can't be an entrant's name: {NAME_RULE}")
        folder = bots / entrant
        if replace:
            _check_replaceable(config, entrant, folder)
            text = pointed_to(path, entrant, _bot_path(bot, folder))
        else:
            _check_free(config, entrant, folder)
            text = _extended(path, entrant, _bot_path(bot, folder))
        chosen = choose(sandbox or config.sandbox, required or config.require_sandbox)
        _try_out(bot, config, tell_build, chosen.level)
        _take_in(bot, folder, path, text)
    return Submission(entrant, folder, bot.ref.sha256, begun, replace)


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


def _check_free(config: TournamentConfig, name: str, folder: Path) -> None:
    """Raise SubmissionError for a name that is taken."""
    if any(entrant.name.casefold() == name.casefold() for entrant in config.entrants):
        message = (
            f"an entrant called {name!r} is in {config.path} already; choose another name with --name, or "
            "put this bot in its place with --replace"
        )
        raise SubmissionError(message)
    if folder.exists():
        message = f"{folder} is there already, though no entrant is called {name!r}; move it away"
        raise SubmissionError(message)


def _check_replaceable(config: TournamentConfig, name: str, folder: Path) -> None:
    """Raise SubmissionError unless an entrant was submitted by that name."""
    entrant = next((each for each in config.entrants if each.name == name), None)
    if entrant is None:
        message = f"no entrant of {config.path} is called {name!r}: there is nothing to replace"
        raise SubmissionError(message)
    if not all(bot.resolve().is_relative_to(folder) for bot in entrant.bots):
        message = (
            f"{name!r} wasn't entered by arena submit: its bot is where {config.path} says, and whoever "
            "wrote that can change it"
        )
        raise SubmissionError(message)


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
    if {each.sha256 for entrant in match.spec.entrants for each in entrant.bots} != {
        bot.ref.sha256
    }:
        raise SubmissionError(f"{source} was changed while it was being tried; try again")
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
    copied = False
    try:
        _copy_whole(bot, part)
        copied = True
        if folder.exists():
            take_out(folder)
        part.rename(folder)
        sync_folder(folder.parent)
        write_whole(tournament, text, stat.S_IMODE(tournament.stat().st_mode))
    except BaseException:
        if copied and not part.exists():  # it has its place already
            discard(folder)
        discard(part)
        recover(folder.parent)
        raise
    recover(folder.parent)


def _copy_whole(bot: FoundBot, part: Path) -> None:
    if not is_copied(bot, part):
        message = f"{bot.manifest.source} was changed while it was being taken in; try again"
        raise SubmissionError(message)
