"""A TOML file checked against a model, with every mistake shown at its place.

pydantic finds what is wrong, ``toml_locator`` where it stands; here the two meet. A model's field says
in its ``description`` what it takes ("a whole number from 1 to 9"), which is then the message.
"""

import codecs
import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from arena.errors import ConfigError, ConfigErrors
from arena.tournament.safe_files import read_plain
from arena.tournament.toml_locator import KeyPath, Position, locate

MAX_BYTES: Final = 1 << 20
"""No file of settings is longer: a thousand entrants take a tenth of this."""

SHOWN_CHARACTERS: Final = 40
"""How much of a wrong value a message quotes."""

_LARGE: Final = 10**SHOWN_CHARACTERS
"""From here on a number isn't written out: to do so takes time that grows with the square of its digits."""

_MANY_PARTS: Final = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}"""
)
"""A key of more parts than any that is known: ``tomllib`` takes time that grows with their square."""

_BARE: Final = re.compile(r"\s*(?P<key>[\w-]+)\s*=\s*(?P<word>[A-Za-z][\w./-]*)\s*(#.*)?")
"""A text that was written without its quotes."""

_ONE_OF: Final = "one of "
"""How the description of a key begins that takes one of some words; others quote examples alone."""

_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")
_ModelT = TypeVar("_ModelT", bound=BaseModel)


class Keys(BaseModel):
    """The keys of one TOML table: no others, and no value taken for one of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def between(low: int, high: int) -> FieldInfo:
    """A whole number within limits, both included."""
    described: FieldInfo = Field(
        ge=low, le=high, description=f"a whole number from {low:,} to {high:,}"
    )
    return described


def one_of(choices: Iterable[str]) -> FieldInfo:
    """One of some words, for an enum of them."""
    listed = ", ".join(f'"{choice}"' for choice in choices)
    described: FieldInfo = Field(strict=False, description=f"{_ONE_OF}{listed}")
    return described


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A TOML file that could be read: its path as it was given, its values, and where they stand."""

    path: Path
    values: Mapping[str, object]
    positions: Mapping[KeyPath, Position]

    @classmethod
    def read(cls, path: Path, max_bytes: int = MAX_BYTES) -> Self:
        """Read ``path``. Raises ConfigErrors, with the place if there is one, for what is no TOML."""
        text = _read_text(path, max_bytes)
        if many := _MANY_PARTS.search(text):
            message = "a key of more than 50 parts"
            raise ConfigErrors([_error_after(path, text[: many.start()], message)])
        try:
            values: dict[str, object] = tomllib.loads(text)
            return cls(path, values, locate(text))
        except tomllib.TOMLDecodeError as error:
            raise ConfigErrors([_syntax_error(path, text, str(error))]) from None
        except (RecursionError, ValueError):
            message = "nested too deeply, or a number of thousands of digits"
            raise ConfigErrors([ConfigError(message, path=str(path))]) from None

    def error(self, where: KeyPath, message: str) -> ConfigError:
        """``message`` about what stands at ``where``, or else about the table that should hold it."""
        known = where
        while known not in self.positions:
            known = known[:-1]
        position = self.positions[known]
        return ConfigError(
            message,
            path=str(self.path),
            line=position.line,
            column=position.column,
            key=show_key(where),
        )

    def check(
        self, tables: Mapping[str, type[Keys]], model: type[_ModelT]
    ) -> tuple[_ModelT | None, list[ConfigError]]:
        """The file as ``model``, or None and all that is wrong with it.

        tables: the model of each table by its name, the top's being "".
        """
        try:
            return model.model_validate(self.values), []
        except ValidationError as errors:
            found = errors.errors(include_url=False, include_context=False)
            return None, [
                self._translate(tables, error["type"], error["loc"], error["input"])
                for error in found
            ]

    def _translate(
        self, tables: Mapping[str, type[Keys]], kind: str, where: KeyPath, value: object
    ) -> ConfigError:
        names = [part for part in where if isinstance(part, str)]
        table = names[0] if len(names) > 1 and names[0] in tables else ""
        known, key = tables[table].model_fields, names[1 if table else 0]
        if kind == "extra_forbidden":
            return self.error(where, f"unknown key {key!r}{_suggest_key(key, table, tables)}")
        expected = str(known[key].description)
        if kind == "missing":
            place = f" in [{table}]" if table else ""
            return self.error(where, f"missing key {key!r}{place}: {expected}")
        choices = re.findall(r'"([^"]*)"', expected) if expected.startswith(_ONE_OF) else []
        hint = suggest(value, choices) if isinstance(value, str) else ""
        return self.error(where, f"{key} must be {expected}, not {show_value(value)}{hint}")


def in_order(errors: Iterable[ConfigError]) -> list[ConfigError]:
    """Errors by their place in the file."""
    return sorted(errors, key=lambda error: (error.line or 0, error.column or 0))


def suggest(word: str, choices: Iterable[str]) -> str:
    """A question to end a message with, if a choice comes close to ``word``; else nothing."""
    close = difflib.get_close_matches(word, list(choices), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def show_key(where: KeyPath) -> str:
    """A way to a value as text, arrays counted from 1: ``entrants[2].bot``."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in where]
    return "".join(parts).removeprefix(".")


def show_value(value: object) -> str:
    """A TOML value as a message quotes it; a long text is cut."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            cut = value[:SHOWN_CHARACTERS] + "…" if len(value) > SHOWN_CHARACTERS else value
            return repr(cut)
        case list():
            return f"a list of {len(cast('list[object]', value))}"
        case dict():
            return "a table"
        case int() if abs(value) >= _LARGE:
            return f"a number of about {value.bit_length() * 3 // 10:,} digits"
        case _:
            return str(value)[:SHOWN_CHARACTERS]


def _suggest_key(key: str, table: str, tables: Mapping[str, type[Keys]]) -> str:
    """A key of this table that is close, or the table that has this very key."""
    if hint := suggest(key, tables[table].model_fields):
        return hint
    for name, model in tables.items():
        if key in model.model_fields:
            return f"; it belongs in [{name}]" if name else "; it belongs above the first [table]"
    return ""


def _read_text(path: Path, max_bytes: int) -> str:
    """The file's text. One leading byte order mark, which some editors write, is dropped."""
    try:
        content = read_plain(path, max_bytes).removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        message = f"can't be read: {error.strerror}"
        raise ConfigErrors([ConfigError(message, path=str(path))]) from None
    if len(content) > max_bytes:
        message = f"longer than {max_bytes >> 10:,} KiB"
        raise ConfigErrors([ConfigError(message, path=str(path))])
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        raise ConfigErrors([_error_after(path, before, "not UTF-8 text")]) from None


def _syntax_error(path: Path, text: str, message: str) -> ConfigError:
    """What ``tomllib`` says, with its place taken out; without a line and column that is the end."""
    place = _PLACE.search(message)
    if place is None:
        return _error_after(path, text, message.removesuffix(" (at end of document)"))
    line, column = map(int, place.groups())
    said = message[: place.start()]
    written = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
    if bare := _BARE.fullmatch(written):
        said += f': a text needs quotes: {bare["key"]} = "{bare["word"][:SHOWN_CHARACTERS]}"'
    return ConfigError(said, path=str(path), line=line, column=column)


def _error_after(path: Path, before: str, message: str) -> ConfigError:
    """An error at the place that follows ``before``."""
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return ConfigError(message, path=str(path), line=line, column=column)
