"""Text for streams that take ASCII alone: what has a plain form gets it, all else is escaped."""

import codecs
from typing import Final

PLAIN: Final = "arena-plain"
"""The name of the encoding. Under its own name ASCII would be taken for a mistake, and replaced by UTF-8."""

_PLAIN_FORMS: Final = str.maketrans(
    {
        "±": "+-", "…": "...", "–": "-", "—": "-", "−": "-", "→": "->", "·": ".", "═": "=", "─": "-", "×": "x",  # noqa: RUF001 - that is the point
        "♣": "C", "♦": "D", "♥": "H", "♠": "S", "“": '"', "”": '"', "‘": "'", "’": "'", "≤": "<=", "≥": ">=",  # noqa: RUF001 - as above
    }
)  # fmt: skip


def is_ascii(encoding: str | None) -> bool:
    """Whether a stream of that encoding takes ASCII alone."""
    try:
        return codecs.lookup(encoding or "ascii").name == "ascii"
    except LookupError:
        return False


def _encode(text: str, _errors: str = "strict") -> tuple[bytes, int]:
    plain = text.translate(_PLAIN_FORMS).encode("ascii", "backslashreplace")
    return plain, len(text)


class _Encoder(codecs.IncrementalEncoder):
    def encode(self, input: str, final: bool = False) -> bytes:  # noqa: A002, ARG002 - as the base has it
        return _encode(input)[0]


def _find(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != PLAIN:
        return None
    return codecs.CodecInfo(
        _encode,
        codecs.ascii_decode,
        incrementalencoder=_Encoder,
        incrementaldecoder=codecs.getincrementaldecoder("ascii"),
        name=PLAIN,
    )


codecs.register(_find)
