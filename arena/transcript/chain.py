"""A log line's form: a JSON object that begins with its number and ends with what ties it to the last."""

import hashlib
from dataclasses import dataclass
from typing import Final

from arena.transcript.records import AnyRecord

GENESIS: Final = "sueca-arena match log"
"""What stands in for the chain value before the first line."""

CONVERTED: Final = (
    "ends in a carriage return: somebody converted the file's line ends, as git does on some systems; take the run's "
    "own bytes again, say with its .gitattributes beside it"
)
"""What is said of a line that an editor or a version control has changed."""

_MARK: Final = b',"chain":"'
_HEX_LENGTH: Final = 16
"""64 bits: enough to find damage and say where. Proof against a forger is the log's hash in the ledger."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line in its two parts: ``body`` is all before ``,"chain":``, ``chain`` the chain value."""

    body: bytes
    chain: str

    @property
    def raw(self) -> bytes:
        """The whole line as it stands in the file, line end included."""
        return ended(self.body, self.chain)


def chain_value(previous: str, body: bytes) -> str:
    """The chain value of a line: 16 hex digits of a hash over the value before it and ``body``."""
    return hashlib.sha256(previous.encode() + body).hexdigest()[:_HEX_LENGTH]


def body_of(number: int, record: AnyRecord) -> bytes:
    """The one body that says ``record`` on line ``number``: compact ASCII, keys in the model's order."""
    return numbered(number, fields_as_written(record))


def fields_as_written(record: AnyRecord) -> str:
    """A record's fields, without braces."""
    return record.model_dump_json(ensure_ascii=True)[1:-1]


def numbered(number: int, fields: str) -> bytes:
    """The body of line ``number`` from a record's fields as they are written, without braces."""
    return f'{{"n":{number},{fields}'.encode("ascii")


def ended(body: bytes, chain: str) -> bytes:
    """The whole line as it stands in the file, line end included."""
    return body + _MARK + chain.encode() + b'"}\n'


def split(raw: bytes) -> Line | None:
    """The parts of a line as it stands in the file; None if it hasn't that form."""
    body, mark, rest = raw.rpartition(_MARK)
    if not mark or len(rest) != _HEX_LENGTH + 3 or not rest.endswith(b'"}\n'):
        return None
    return Line(body, rest[:_HEX_LENGTH].decode("ascii", "replace"))


def fields_of(number: int, body: bytes) -> bytes | None:
    """A body without its number, as one JSON object; None if it isn't numbered ``number``."""
    start = f'{{"n":{number},'.encode("ascii")
    return b"{" + body[len(start) :] + b"}" if body.startswith(start) else None
