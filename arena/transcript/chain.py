"""A log line's form: one JSON object whose last key, ``chain``, ties it to every line before it."""

import hashlib
from typing import Final

GENESIS: Final = "sueca-arena match log"
"""What stands in for the chain value before the first line."""

_MARK: Final = b',"chain":"'
_HEX_LENGTH: Final = 16
"""64 bits: enough to find damage and say where. Proof against a forger is the seal in the ledger."""


def chain_value(previous: str, body: bytes) -> str:
    """The chain value of a line whose text before ``,"chain":`` is ``body``: 16 hex digits."""
    return hashlib.sha256(previous.encode() + body).hexdigest()[:_HEX_LENGTH]


def join(body: bytes, value: str) -> bytes:
    """The whole line, newline included."""
    return body + _MARK + value.encode() + b'"}\n'


def split(line: bytes) -> tuple[bytes, str] | None:
    """Body and chain value of a line as it stands in the file; None if it hasn't that form."""
    body, mark, rest = line.rpartition(_MARK)
    if not mark or len(rest) != _HEX_LENGTH + 3 or not rest.endswith(b'"}\n'):
        return None
    return body, rest[:_HEX_LENGTH].decode("ascii", "replace")
