"""A run as one SQLite file, with keys and indexes: for datasette, DuckDB and SQL."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.runner.export.tables import TABLES, Column, Kind, Row, Table
from arena.runner.runs.directory import sync_file
from arena.transcript.reader import LoggedMatch

SQLITE_MAGIC: Final = b"SQLite format 3\0"
_APPLICATION: Final = 0x53756563
"""SQLite's note of whose file it is: "Suec"."""

_BATCH: Final = 5_000
"""Rows that are inserted at a time."""

_TYPES: Final = {
    Kind.TEXT: "TEXT",
    Kind.WORDS: "TEXT",
    Kind.INTEGER: "INTEGER",
    Kind.FLAG: "INTEGER",
    Kind.REAL: "REAL",
}


class SqliteFile:
    """The file. It is written without a journal: what isn't whole never gets its name."""

    takes_rows = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, list[Row]] = {table.name: [] for table in TABLES}

    def __enter__(self) -> Self:
        with _as_os_error():
            self._file = sqlite3.connect(self._path, isolation_level=None)
            try:
                self._begin()
            except BaseException:
                self._file.close()
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with _as_os_error(), closing(self._file):
            if error is None:
                self._finish()
        if error is None:
            sync_file(self._path)

    def add(self, table: Table, row: Row) -> None:
        """Take in a row; a batch is written at a time, parents first."""
        rows = self._rows[table.name]
        rows.append(row)
        if len(rows) >= _BATCH:
            self._flush()

    def add_match(self, match: LoggedMatch) -> None:
        """Nothing to do: its rows say all."""

    def _begin(self) -> None:
        """Make the empty tables."""
        self._run("PRAGMA journal_mode = OFF")
        self._run("PRAGMA synchronous = OFF")
        self._run(f"PRAGMA application_id = {_APPLICATION}")
        self._run("BEGIN")
        for table in TABLES:
            self._run(_create(table))

    def _finish(self) -> None:
        self._flush()
        for table in TABLES:
            for column in table.indexes:
                self._run(f"CREATE INDEX {table.name}_{column} ON {table.name} ({column})")
        self._run("COMMIT")

    def _flush(self) -> None:
        with _as_os_error():
            for table in TABLES:
                marks = ", ".join("?" * len(table.columns))
                rows = self._rows[table.name]
                self._file.executemany(f"INSERT INTO {table.name} VALUES ({marks})", rows)  # noqa: S608 - our names
                rows.clear()

    def _run(self, statement: str) -> None:
        self._file.execute(statement)


def _create(table: Table) -> str:
    key = ", ".join(table.key)
    parts = [_column(column) for column in table.columns]
    parts.append(f"PRIMARY KEY ({key})")
    if table.parent is not None:
        parent = ", ".join(table.parent.key)
        parts.append(f"FOREIGN KEY ({parent}) REFERENCES {table.parent.name} ({parent})")
    return f"CREATE TABLE {table.name} ({', '.join(parts)}) WITHOUT ROWID"


def _column(column: Column) -> str:
    return f"{column.name} {_TYPES[column.kind]}"


@contextmanager
def _as_os_error() -> Generator[None]:
    """A full disk and the like, as the system would have said it; it names no file either."""
    try:
        yield
    except sqlite3.OperationalError as failure:
        raise OSError(0, str(failure)) from None
