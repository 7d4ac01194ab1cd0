"""TOML as the arena writes it: ``tomllib`` only reads.

Covers what a run's description needs: plain values and rows of them, tables, and arrays of tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arena.transcript.escapes import toml_string

Plain = str | int | bool
Value = Plain | Sequence[str]
Table = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Document:
    """A TOML file one level deep: values, then tables, then arrays of tables."""

    values: Table = field(default_factory=dict[str, Value])
    tables: Mapping[str, Table] = field(default_factory=dict[str, Table])
    arrays: Mapping[str, Sequence[Table]] = field(default_factory=dict[str, Sequence[Table]])

    def to_toml(self) -> str:
        """The file's text; ``tomllib.loads`` gives the same keys and values back."""
        lines = list(_pairs(self.values))
        for key, table in self.tables.items():
            lines += ["", f"[{key}]", *_pairs(table)]
        for key, tables in self.arrays.items():
            for table in tables:
                lines += ["", f"[[{key}]]", *_pairs(table)]
        return "\n".join(lines) + "\n"


def show_value(value: Value) -> str:
    """A plain value, or a row of strings, as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return toml_string(value)
        case _:
            return "[" + ", ".join(show_value(item) for item in value) + "]"


def _pairs(table: Table) -> Iterator[str]:
    for key, value in table.items():
        yield f"{key} = {show_value(value)}"
