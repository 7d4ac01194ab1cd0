"""Checking what lies in a run's directory beside the ledger: frozen bots, logs, and what doesn't belong there."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Final

from arena.runner.audit.match import Found
from arena.runner.bots.frozen import BUILT_SUFFIX, is_intact
from arena.runner.runs.directory import ATTRIBUTES, KNOWN, PART_SUFFIX, RunDirectory
from arena.runner.runs.plays import Plays
from arena.runner.runs.record import RunRecord

_HASH: Final = re.compile("[0-9a-f]{64}")
_LOCK: Final = re.compile(rb"[1-9][0-9]*\n")


def check_bots(
    directory: RunDirectory, record: RunRecord | None, played: AbstractSet[str]
) -> Found:
    """Every frozen bot must be as it was frozen, and those of all who have played must be there."""
    problems: list[str] = []
    there: set[str] = set()
    entrants = () if record is None else record.entrants
    of_run = {bot.sha256 for entrant in entrants for bot in entrant.bots}
    for path in sorted(directory.bots.iterdir()):
        if _HASH.fullmatch(path.name):
            there.add(path.name)
            if record is not None and path.name not in of_run:
                problems.append(f"{path}: is no bot of this run")
            if not is_intact(path):
                problems.append(
                    f"{path}: isn't the bot that was frozen; the same command copies it anew"
                )
    for path in sorted(directory.bots.iterdir()):
        is_note = path.name.endswith(BUILT_SUFFIX) and path.name[: -len(BUILT_SUFFIX)] in there
        if path.name not in there and not is_note and path.suffix != PART_SUFFIX:
            problems.append(f"{path}: doesn't belong there")
    problems += (
        f"{directory.bots / bot.sha256}: is missing, though {entrant.name} has played"
        for entrant in entrants
        for bot in dict.fromkeys(entrant.bots)
        if entrant.name in played and bot.sha256 not in there
    )
    return Found(0, tuple(problems))


def stray_logs(directory: RunDirectory, plays: Plays) -> list[Path]:
    """Sealed logs that no line of the ledger names, in the order of their names."""
    return [
        path
        for path in sorted(directory.matches.glob("*.jsonl"))
        if path.stem not in plays.in_force and path.stem not in plays.annulled
    ]


def check_files(directory: RunDirectory, plays: Plays) -> Found:
    """What is there that doesn't belong there, or that a kill has left. Call while nobody plays the run."""
    return Found(0, tuple(_foreign(directory, plays)), tuple(_left_over(directory)))


def _foreign(directory: RunDirectory, plays: Plays) -> Iterator[str]:
    known = {
        directory.annulled_log_of(match_id, number)
        for match_id, hashes in plays.annulled.items()
        for number in range(1, len(hashes) + 1)
    }
    for folder in (directory.matches, directory.annulled):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            is_log = folder == directory.matches and path.suffix == ".jsonl"
            if not is_log and path not in known and path.suffix != PART_SUFFIX:
                yield f"{path}: doesn't belong there"
    attributes = directory.attributes
    if (
        attributes.is_file()
        and attributes.read_text(encoding="utf-8", errors="replace") != ATTRIBUTES
    ):
        yield f"{attributes}: isn't what the arena writes"
    lock = directory.lock
    if lock.is_file() and (held := lock.read_bytes()) and not _LOCK.fullmatch(held):
        yield f"{lock}: is neither empty nor the number of a process"


def _left_over(directory: RunDirectory) -> Iterator[str]:
    folders = (directory.path, directory.matches, directory.annulled, directory.bots)
    parts = [part for folder in folders for part in sorted(folder.glob(f"*{PART_SUFFIX}"))]
    if parts:
        more = f" (and {len(parts) - 1} more like it)" if len(parts) > 1 else ""
        yield f"{parts[0]}: was being written when the run was killed{more}"
    for path in sorted(directory.path.iterdir()):
        if path.name not in KNOWN and path not in parts:
            yield f"{path}: isn't part of a run, and isn't checked"
