"""Where each key of a TOML text stands: ``tomllib`` gives values, but no places.

Only a text that ``tomllib`` has accepted may be given, so nothing here checks syntax: it merely walks
over tables, keys and values, and notes where they begin.
"""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

KeyPath = tuple[str | int, ...]
"""The way to a value from the top: keys, and indices into arrays. The top itself is ``()``."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text: line and column, both from 1; a column is one character."""

    line: int
    column: int


MAX_DEPTH: Final = 32
"""Levels of keys and indices: far more than any file of settings has, and few enough that a hostile one
costs neither the stack nor memory."""


def locate(text: str) -> dict[KeyPath, Position]:
    """The place of every key, table and array element of ``text``, which must be valid TOML.

    A key's place is that of its name, where it is first written; an array element's that of its
    value, or of the name in its ``[[header]]``. Raises RecursionError beyond ``MAX_DEPTH``.
    """
    text = text.replace("\r\n", "\n")
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    walk = _Walk(text)
    walk.document()
    return {path: _position(starts, offset) for path, offset in walk.found.items()}


def _position(starts: list[int], offset: int) -> Position:
    line = bisect_right(starts, offset)
    return Position(line, offset - starts[line - 1] + 1)


_SPACE: Final = re.compile(r"[ \t]*")
_GAP: Final = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRINGS: Final = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{3,5}',
        r"'''(?:[^']++|'{1,2}(?!'))*+'{3,5}",
        r'"(?:[^"\\]++|\\.)*+"',
        r"'[^']*+'",
    )
)
"""Longest opening first. A text may end in one or two quotes of its own before the closing three."""
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
"""Numbers, booleans and dates, which may hold one blank."""


class _Walk:
    """One pass over a text; ``found`` holds the offset of what it came by."""

    def __init__(self, text: str) -> None:
        self.found: dict[KeyPath, int] = {(): 0}
        self._text = text
        self._at = 0
        self._table: KeyPath = ()
        self._counts: dict[KeyPath, int] = {}

    def document(self) -> None:
        self._skip(_GAP)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                self._header()
            else:
                self._pair(self._table)
            self._skip(_GAP)

    def _header(self) -> None:
        """``[table]`` or ``[[array.of.tables]]``; names on the way mean their array's last table."""
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        *parents, (name, offset) = self._key()
        path: KeyPath = ()
        for parent, parent_offset in parents:
            path = self._enter((*path, parent), parent_offset)
        path = (*path, name)
        if brackets > 1:
            self._counts[path] = self._counts.get(path, 0) + 1
        self._table = self._enter(path, offset)
        self._at += brackets

    def _enter(self, path: KeyPath, offset: int) -> KeyPath:
        self._note(path, offset)
        if path not in self._counts:
            return path
        path = (*path, self._counts[path] - 1)
        self._note(path, offset)
        return path

    def _pair(self, table: KeyPath) -> None:
        path = table
        for name, offset in self._key():
            path = (*path, name)
            self._note(path, offset)
        self._at += len("=")
        self._skip(_SPACE)
        self._value(path)

    def _note(self, path: KeyPath, offset: int) -> None:
        if len(path) > MAX_DEPTH:
            raise RecursionError
        self.found.setdefault(path, offset)

    def _key(self) -> list[tuple[str, int]]:
        """The parts of a dotted key with their offsets; ends at what follows the key."""
        parts: list[tuple[str, int]] = []
        while True:
            self._skip(_SPACE)
            offset = self._at
            raw = self._take_string() or self._take(_BARE_KEY)
            parts.append((_name(raw), offset))
            self._skip(_SPACE)
            if self._text[self._at] != ".":
                return parts
            self._at += len(".")

    def _value(self, path: KeyPath) -> None:
        match self._text[self._at]:
            case "[":
                for index, _ in enumerate(self._items("]")):
                    self._note((*path, index), self._at)
                    self._value((*path, index))
            case "{":
                for _ in self._items("}"):
                    self._pair(path)
            case _:
                _ = self._take_string() or self._take(_SCALAR)

    def _items(self, closing: str) -> Iterator[None]:
        """Stop at each item of an array or inline table, and at the end go past ``closing``."""
        self._at += len("[")
        self._skip(_GAP)
        while self._text[self._at] != closing:
            yield
            self._skip(_GAP)
            if self._text[self._at] == ",":
                self._at += len(",")
                self._skip(_GAP)
        self._at += len(closing)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        self._take(pattern)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match.group()

    def _take_string(self) -> str:
        """The quoted text that begins here, quotes included; empty if none does."""
        return next((raw for pattern in _STRINGS if (raw := self._take(pattern))), "")


def _name(raw: str) -> str:
    """What a key's part means: itself, or what its quotes hold."""
    if raw[0] not in "\"'":
        return raw
    meaning: object = tomllib.loads(f"key = {raw}")["key"]
    return str(meaning)
