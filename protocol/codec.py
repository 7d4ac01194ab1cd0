"""Lines to and from a bot: encoding what the referee sends, decoding what a bot answers.

Framing (line ends, byte-order mark, size caps) is done before this: a line here has no line end.
"""

import json
from typing import Final, TypeVar

from pydantic import ValidationError

from protocol.messages import (
    COMMENT_BYTES,
    FaultCode,
    HelloReply,
    Message,
    MessageId,
    PlayReply,
    Reply,
)

_ReplyT = TypeVar("_ReplyT", bound=Reply)


class ReplyError(ValueError):
    """A line that isn't the reply it should be.

    ``code`` is BAD_JSON (not one JSON object) or BAD_MESSAGE (an object with missing or wrong fields);
    ``hint`` says what is wrong with it in words for the bot's author. ``id`` is the message id that the
    line carries, where it carries one at all.
    """

    def __init__(self, code: FaultCode, hint: str, message_id: int | None = None) -> None:
        self.code = code
        self.hint = hint
        self.id = message_id
        super().__init__(hint)


class _Identified(Reply):
    """Any reply, for its id alone."""

    id: MessageId


def encode(message: Message) -> bytes:
    """One line, newline included: compact ASCII, keys in the model's order, unset options left out."""
    fields = message.model_dump(mode="json", exclude_none=_omits_none(message))
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=True).encode("ascii") + b"\n"


def _omits_none(message: Message) -> bool:
    """``for_id`` is null on purpose; a ``deal_end`` without hands has no such key."""
    return message.__class__.__name__ == "DealEnd"


def decode_hello(line: bytes) -> HelloReply:
    """The reply to ``hello``. Raises ReplyError."""
    return _decode(HelloReply, line)


def decode_play(line: bytes) -> PlayReply:
    """The reply to ``play``. Raises ReplyError, also for a comment that is too long."""
    reply = _decode(PlayReply, line)
    if reply.comment is not None and len(reply.comment.encode()) > COMMENT_BYTES:
        hint = f"comment is longer than {COMMENT_BYTES} bytes"
        raise ReplyError(FaultCode.BAD_MESSAGE, hint, reply.id)
    return reply


def decode_id(line: bytes) -> int | None:
    """The id that a line carries, or None where it isn't an object with one."""
    try:
        return _Identified.model_validate_json(line).id
    except ValidationError:
        return None


def _decode(model: type[_ReplyT], line: bytes) -> _ReplyT:
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        raise _reply_error(error, line) from None


NOT_AN_OBJECT: Final = "model_type"
NOT_JSON: Final = "json_invalid"


def _reply_error(error: ValidationError, line: bytes) -> ReplyError:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] in {NOT_JSON, NOT_AN_OBJECT}:
        return ReplyError(FaultCode.BAD_JSON, f"not one JSON object: {first['msg']}")
    where = ".".join(str(part) for part in first["loc"]) or "reply"
    return ReplyError(FaultCode.BAD_MESSAGE, f"{where}: {first['msg']}", decode_id(line))


def escape(data: bytes, limit: int = 200) -> str:
    """Any bytes as printable ASCII on one line, at most ``limit`` of them, saying what was cut."""
    shown = data[:limit].decode("latin-1").encode("unicode_escape").decode("ascii")
    cut = len(data) - limit
    return f"{shown}… ({cut} more bytes)" if cut > 0 else shown
