"""From bytes as they come to lines: line ends, blanks, one byte-order mark, and the size caps."""

from enum import Enum
from typing import Final

from arena.engine.values import value
from protocol.messages import LINE_BYTES, OUTPUT_BYTES

_BOM: Final = b"\xef\xbb\xbf"
_BLANKS: Final = b" \t\r\n"


class Kind(Enum):
    """What ``LineBuffer.take`` found."""

    LINE = "a line with something in it"
    TOO_LONG = "more bytes than a line may have"
    TOO_MUCH = "more bytes than may come for one request"
    SKIPPED = "the end of a line that had been given up"


@value
class Piece:
    """What was found. raw: the bytes as they came. text: the line without blanks at its end and BOM.

    raw is at most LINE_BYTES long; for TOO_LONG it is the first LINE_BYTES + 1 bytes.
    """

    kind: Kind
    raw: bytes
    text: bytes = b""


class LineBuffer:
    """The undigested output of one process.

    Accepts CRLF, blanks at a line's end, blank lines, and one byte-order mark at the very start. A line
    is too long as soon as LINE_BYTES bytes came without its newline and one more follows; no sense is to
    be made of what comes after TOO_LONG or TOO_MUCH. Of blank
    output, more than OUTPUT_BYTES for one request is too much: a line that has something in it is
    judged as an answer or a fault by itself, and the count begins anew.
    """

    __slots__ = ("_at", "_blank_bytes", "_data", "_leading", "_skipping")

    def __init__(self) -> None:
        self._data = b""
        self._at = 0
        self._blank_bytes = 0
        self._leading = True
        self._skipping = False

    def add(self, data: bytes) -> None:
        """Take in what came."""
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0

    def new_request(self) -> None:
        """Begin to count output anew."""
        self._blank_bytes = 0

    @property
    def partial(self) -> bytes:
        """A line that has something in it but no end yet; else nothing. Ask once ``take`` is dry."""
        rest = self._data[self._at :]
        return rest if rest.strip(_BLANKS) else b""

    def drop_partial(self) -> None:
        """Forget a line that hasn't ended; what comes next is a line of its own."""
        self._data, self._at = b"", 0

    def skip_partial(self) -> None:
        """Forget a line that hasn't ended, and the rest of it when that comes."""
        self.drop_partial()
        self._skipping = True

    def take(self) -> Piece | None:
        """The next line that isn't blank, or what else is to be said; None when more must come."""
        while self._at < len(self._data):
            start, end = self._at, self._data.find(b"\n", self._at) + 1
            if not end:
                return self._unfinished()
            self._at = end
            self._blank_bytes += end - start
            if (piece := self._finished(self._data[start:end])) is not None:
                self._blank_bytes = 0
                return piece
        return None

    def _finished(self, raw: bytes) -> Piece | None:
        if self._skipping:
            if self._blank_bytes > OUTPUT_BYTES:
                return Piece(Kind.TOO_MUCH, b"")
            self._skipping = False
            return Piece(Kind.SKIPPED, b"")
        if len(raw) > LINE_BYTES:
            return Piece(Kind.TOO_LONG, raw[: LINE_BYTES + 1])
        if self._blank_bytes > OUTPUT_BYTES:
            return Piece(Kind.TOO_MUCH, raw)
        text = raw.rstrip(_BLANKS)
        if self._leading:
            text = text.removeprefix(_BOM)
            self._leading = not text
        return Piece(Kind.LINE, raw, text) if text else None

    def _unfinished(self) -> Piece | None:
        rest = self._data[self._at :]
        size = len(rest)
        if self._skipping:
            self.drop_partial()
            self._blank_bytes += size
            return Piece(Kind.TOO_MUCH, b"") if self._blank_bytes > OUTPUT_BYTES else None
        if size > LINE_BYTES:
            self.drop_partial()
            return Piece(Kind.TOO_LONG, rest[: LINE_BYTES + 1])
        if self._blank_bytes + size > OUTPUT_BYTES:
            self.drop_partial()
            return Piece(Kind.TOO_MUCH, rest)
        return None
