"""Bytes of any kind as printable ASCII text and back, and text made safe to write and to show."""

import re
import unicodedata
from typing import Final

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
