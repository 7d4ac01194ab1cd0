r"""Strangers' bytes and text, made fit for whoever reads them: one function for each reader.

| reader | function | what it does |
|---|---|---|
| a match log, or a quote from a bot | `escape_bytes` | ``\xNN``; `unescape_bytes` reads it back |
| a file in UTF-8 | `writable_text` | ``\udcff`` for half of a pair: a path may hold it |
| a terminal, words of a bot | `safe_text` | blanks for all that could move a cursor or turn a line |
| a terminal, an error's message | `visible_text` | ``\x1b``: nothing is lost, and lines stay lines |
| a line of a table | `one_line` | blanks for all that isn't printable, one at a time |
| a page, as text | `written_out` | ``\u202e`` for one character; `arena.web.shown` chooses which |
| a page, within a script element | `script_json` | ``\u003c`` for what could end the element |
| TOML | `toml_string` | a basic string, quotes included |
| Markdown | `markdown_text` | a backslash before what would mean something |
| a spreadsheet | `spreadsheet_text` | a quote before what it would take for a formula |

HTML is escaped by the templates, XML and JSON by their libraries. `protocol.codec.escape` is
`escape_bytes`, cut, for those who may not import this package.
"""

import re
import unicodedata
from typing import Final

_TOML: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MARKDOWN: Final = frozenset("\\`*_[]<>|")
_FORMULA: Final = ("=", "+", "-", "@")
"""A text that begins so is a formula to a spreadsheet, and may have been written by a bot."""

_ESCAPED: Final = re.compile(r"(?:[ -\[\]-~]|\\[\\tnr]|\\x[0-9a-f]{2})*")


def escape_bytes(data: bytes) -> str:
    r"""``data`` as printable ASCII: other bytes as ``\xNN``, the backslash doubled. Reversible."""
    return data.decode("latin-1").encode("unicode_escape").decode("ascii")


def unescape_bytes(text: str) -> bytes:
    """The bytes that ``escape_bytes`` made ``text`` of. Raises ValueError for any other text."""
    if _ESCAPED.fullmatch(text):
        data = text.encode("ascii").decode("unicode_escape").encode("latin-1")
        if escape_bytes(data) == text:
            return data
    raise ValueError(f"{text!r} isn't escaped bytes")


def check_escaped(text: str) -> str:
    """``text`` itself, if it is escaped bytes. Raises ValueError."""
    unescape_bytes(text)
    return text


def writable_text(value: object) -> object:
    """A text as UTF-8 can hold it: a file's name that isn't UTF-8 is escaped. Anything else unchanged."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return value


def safe_text(text: str) -> str:
    """``text`` without control, format and bidirectional characters: what a bot says can't move a cursor."""
    return "".join(
        char if char == " " or unicodedata.category(char)[0] not in {"C", "Z"} else " "
        for char in text
    )


def visible_text(text: str) -> str:
    r"""``text`` with what isn't printable written as ``\x1b``; line feeds stay."""
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode()
        for char in text
    )


def one_line(text: str) -> str:
    """``text`` on one line: what isn't printable becomes a blank, and of blanks in a row one is left."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def written_out(char: str) -> str:
    r"""A character's number: ``\x1b``, ``\u202e``, ``\U000e0041``."""
    number = ord(char)
    if number <= 0xFF:  # noqa: PLR2004 - two digits
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"  # noqa: PLR2004 - four digits


def script_json(json: str) -> str:
    """JSON that may stand within a script element: no ``<``, ``>`` or ``&`` is left bare."""
    for char in "<>&":
        json = json.replace(char, f"\\u{ord(char):04x}")
    return json


def toml_string(text: str) -> str:
    """``text`` as a basic string of TOML."""
    return '"' + "".join(map(_toml_char, text)) + '"'


def _toml_char(char: str) -> str:
    if char in _TOML:
        return _TOML[char]
    return char if char.isprintable() else f"\\U{ord(char):08X}"


def markdown_text(text: str) -> str:
    """``text`` with a backslash before each character that Markdown would read."""
    return "".join(f"\\{char}" if char in _MARKDOWN else char for char in text)


def spreadsheet_text(text: str) -> str:
    """``text`` that a spreadsheet takes for text, with a quote before it where it begins a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
