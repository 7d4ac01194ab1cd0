"""A run as Parquet: one file for each table, in a folder; needs the extra ``parquet``."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self, cast

from arena.errors import RunError
from arena.extras import install_hint
from arena.runner.export.tables import TABLES, Cell, Kind, Row, Table
from arena.runner.runs.directory import sync_file
from arena.transcript.reader import LoggedMatch

_BATCH: Final = 50_000
"""Rows of a row group."""


class _Writer(AbstractContextManager["_Writer"], Protocol):
    """Of pyarrow.parquet.ParquetWriter what is used here."""

    def write_batch(self, batch: object) -> None: ...


class _Parquet(Protocol):
    """Of pyarrow.parquet what is used here; the package has no types."""

    ParquetWriter: Callable[..., _Writer]


class _Arrow(Protocol):
    """Of pyarrow what is used here."""

    def string(self) -> object: ...
    def int64(self) -> object: ...
    def int8(self) -> object: ...
    def float64(self) -> object: ...
    def schema(self, fields: list[tuple[str, object]]) -> object: ...
    def array(self, values: Sequence[Cell], type: object) -> object: ...  # noqa: A002 - its name
    def record_batch(self, columns: Iterable[object], schema: object) -> object: ...


class ParquetFiles:
    """The files. Raises RunError where pyarrow isn't installed."""

    takes_rows = True

    def __init__(self, folder: Path) -> None:
        try:
            self._arrow = cast("_Arrow", import_module("pyarrow"))
            self._parquet = cast("_Parquet", import_module("pyarrow.parquet"))
        except ImportError:
            raise RunError(f"Parquet needs pyarrow: {install_hint('parquet')}") from None
        self._folder = folder
        self._stack = ExitStack()
        self._writers: dict[str, _Writer] = {}
        self._rows: dict[str, list[Row]] = {table.name: [] for table in TABLES}
        self._types = self._arrow_types()
        self._schemas = {table.name: self._schema(table) for table in TABLES}

    def __enter__(self) -> Self:
        self._folder.mkdir()
        for table in TABLES:
            path = self._folder / f"{table.name}.parquet"
            writer = self._parquet.ParquetWriter(
                path, self._schemas[table.name], compression="zstd"
            )
            self._writers[table.name] = self._stack.enter_context(writer)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._stack:
            if error is None:
                for table in TABLES:
                    self._flush(table)
        if error is None:
            for table in TABLES:
                sync_file(self._folder / f"{table.name}.parquet")

    def add(self, table: Table, row: Row) -> None:
        """Take in a row; a row group is written at a time."""
        rows = self._rows[table.name]
        rows.append(row)
        if len(rows) >= _BATCH:
            self._flush(table)

    def add_match(self, match: LoggedMatch) -> None:
        """Nothing to do: its rows say all."""

    def _flush(self, table: Table) -> None:
        rows, schema = self._rows[table.name], self._schemas[table.name]
        if rows:
            values = zip(*rows, strict=True)
            columns = [
                self._arrow.array(cells, type=self._types[column.kind])
                for cells, column in zip(values, table.columns, strict=True)
            ]
            self._writers[table.name].write_batch(self._arrow.record_batch(columns, schema=schema))
            rows.clear()

    def _schema(self, table: Table) -> object:
        return self._arrow.schema([(it.name, self._types[it.kind]) for it in table.columns])

    def _arrow_types(self) -> dict[Kind, object]:
        arrow = self._arrow
        return {
            Kind.TEXT: arrow.string(),
            Kind.WORDS: arrow.string(),
            Kind.INTEGER: arrow.int64(),
            Kind.REAL: arrow.float64(),
            Kind.FLAG: arrow.int8(),
        }
