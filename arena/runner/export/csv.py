"""A run as CSV: one file for each table, in a folder."""

import csv
import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TextIO

from arena.runner.export.tables import TABLES, Cell, Row, Table
from arena.transcript.escapes import spreadsheet_text
from arena.transcript.reader import LoggedMatch


class CsvFiles:
    """The files, in UTF-8, comma-separated, quoted where need be; a missing value is an empty cell."""

    takes_rows = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._files: list[TextIO] = []
        self._writers: dict[str, _Writer] = {}

    def __enter__(self) -> Self:
        self._folder.mkdir()
        with ExitStack() as stack:
            for table in TABLES:
                path = self._folder / f"{table.name}.csv"
                file = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
                self._files.append(file)
                self._writers[table.name] = _writer(file)
                self._writers[table.name].writerow([column.name for column in table.columns])
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._stack:
            if error is None:
                for file in self._files:
                    file.flush()
                    os.fsync(file.fileno())

    def add(self, table: Table, row: Row) -> None:
        """Write a row; a text that a spreadsheet would take for a formula gets a quote before it."""
        self._writers[table.name].writerow([_guarded(cell) for cell in row])

    def add_match(self, match: LoggedMatch) -> None:
        """Nothing to do: its rows say all."""


class _Writer(Protocol):
    def writerow(self, row: Iterable[Cell], /) -> object: ...


def _writer(file: TextIO) -> _Writer:
    return csv.writer(file, lineterminator="\n")


def _guarded(cell: Cell) -> Cell:
    return spreadsheet_text(cell) if isinstance(cell, str) else cell
