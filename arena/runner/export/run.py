"""Exporting a run: one match at a time, to files that get their names when they are whole.

What is exported is what the ledger has: matches that are being played, or were annulled, are left out.
The same run gives the same bytes.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, islice
from pathlib import Path

from arena.errors import RunError
from arena.runner.export.csv import CsvFiles
from arena.runner.export.notation import NOTATION_MAGIC, NotationFile
from arena.runner.export.parquet import ParquetFiles
from arena.runner.export.rows import (
    entrant_rows,
    individual_rows,
    read_play,
    rows_of,
    standings_rows,
)
from arena.runner.export.sqlite import SQLITE_MAGIC, SqliteFile
from arena.runner.export.tables import ENTRANTS, INDIVIDUALS, STANDINGS, TABLES, Sink
from arena.runner.files.located import located, resolved
from arena.runner.files.removal import discard
from arena.runner.runs.directory import PART_SUFFIX, RunDirectory, sync_folder
from arena.runner.runs.plays import Plays, plays_in
from arena.runner.runs.record import first_entries, fold_run, read_record
from arena.transcript.ledger import ledger_lines
from arena.transcript.rulings import RulingsFold

Watch = Callable[[int, int], None]
"""Told, before each match, how many were exported and how many there are."""


class Target(StrEnum):
    """What a run can be exported to."""

    CSV = "csv"
    PARQUET = "parquet"
    NOTATION = "notation"
    SQLITE = "sqlite"


@dataclass(frozen=True, slots=True)
class _Form:
    """One kind of export: what follows the run's name in its own, and what it is known by.

    files: the names in its folder. magic: what its one file begins with.
    """

    suffix: str
    open: Callable[[Path], Sink]
    files: frozenset[str] = frozenset()
    magic: bytes = b""


def _form(target: Target) -> _Form:
    def names(suffix: str) -> frozenset[str]:
        return frozenset(f"{table.name}{suffix}" for table in TABLES)

    forms: Mapping[Target, _Form] = {
        Target.CSV: _Form("-csv", CsvFiles, names(".csv")),
        Target.PARQUET: _Form("-parquet", ParquetFiles, names(".parquet")),
        Target.NOTATION: _Form(".deals.txt", NotationFile, magic=NOTATION_MAGIC),
        Target.SQLITE: _Form(".sqlite", SqliteFile, magic=SQLITE_MAGIC),
    }
    return forms[target]


@dataclass(frozen=True, slots=True)
class Exported:
    """Where an export is, and how many matches are in it."""

    path: Path
    matches: int


def export_run(
    directory: RunDirectory, target: Target, out: Path | None, watch: Watch, *, force: bool = False
) -> Exported:
    """Export a run to ``out``; by default beside the run, under its name.

    force: replace an earlier export of the same kind; anything else that is there stays. Raises RunError
    where something is in the way, TranscriptError for a ledger or log that isn't whole, OSError.
    """
    form = _form(target)
    path = out or directory.path.with_name(f"{directory.path.resolve().name}{form.suffix}")
    if resolved(path).is_relative_to(directory.path.resolve()):
        raise RunError(
            f"{path} is within the run, which an export mustn't change; name another --out"
        )
    _check_free(path, form, force=force)
    part = path.with_name(path.name + PART_SUFFIX)
    discard(part)
    try:
        with located(path), form.open(part) as sink:
            matches = _fill(sink, directory, watch)
    except BaseException:
        discard(part)
        raise
    _put(part, path)
    return Exported(path, matches)


def _fill(sink: Sink, directory: RunDirectory, watch: Watch) -> int:
    """Write all that there is, and count the matches."""
    plays, rulings, lines = Plays(), RulingsFold(), 0
    for line in ledger_lines(directory.ledger):
        plays.add(line.entry)
        rulings.add(line.entry)
        lines = line.number
    record, in_force = read_record(directory.record), rulings.rulings
    for row in entrant_rows(record, in_force):
        sink.add(ENTRANTS, row)
    standings = fold_run(record, first_entries(directory, lines))
    for row in standings_rows(standings):
        sink.add(STANDINGS, row)
    for row in individual_rows(standings):
        sink.add(INDIVIDUALS, row)
    total, done = len(plays.in_force), count()
    for play in plays_in(islice(ledger_lines(directory.ledger), lines), plays, directory):
        if not play.annulled:
            watch(next(done), total)
            logged = read_play(play, in_force)
            sink.add_match(logged.match)
            for table, row in rows_of(logged) if sink.takes_rows else ():
                sink.add(table, row)
    return total


def _check_free(path: Path, form: _Form, *, force: bool) -> None:
    """Raise RunError where there is something that must not be replaced."""
    if not os.path.lexists(path):
        if not path.parent.is_dir():
            raise RunError(f"{path.parent} isn't a folder")
        return
    if not _is_export(path, form):
        raise RunError(f"{path} isn't an export of this kind; name another --out")
    if not force:
        raise RunError(f"{path} is there already; --force replaces it")


def _is_export(path: Path, form: _Form) -> bool:
    """Whether what is there was written by an export of the same kind."""
    if path.is_symlink():
        return False
    if form.files:
        return path.is_dir() and {each.name for each in path.iterdir()} <= form.files
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(form.magic)) == form.magic


def _put(part: Path, path: Path) -> None:
    """Give what is whole its name, in the place of what was there before."""
    if path.is_dir():
        old = path.with_name(f"{path.name}.old{PART_SUFFIX}")
        discard(old)
        path.rename(old)
        part.rename(path)
        discard(old)
    else:
        part.replace(path)
    sync_folder(path.parent)
