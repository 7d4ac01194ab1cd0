"""Lines to and from a bot: encoding what the referee sends, decoding what a bot answers.

Framing (line ends, byte-order mark, size caps) is done before this: a line here has no line end and is
at most ``LINE_BYTES`` long, which also bounds numbers and nesting.

JSON is taken at its word: UTF-8 alone, no NaN or Infinity, no lone surrogates, an integer is an integer
and never ``1.0``, ``true`` or ``"1"``. Of a key that comes twice the last one counts.
"""

from typing import Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json

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
    """One line, newline included: compact ASCII, keys in the model's order."""
    return message.model_dump_json(ensure_ascii=True).encode("ascii") + b"\n"


def decode_hello(line: bytes) -> HelloReply:
    """The reply to ``hello``. Raises ReplyError."""
    return _decode(HelloReply, line)


def decode_play(line: bytes) -> PlayReply:
    """The reply to ``play``. Raises ReplyError, also for a comment that is too long."""
    reply = _right_play(line) or _decode(PlayReply, line)
    if reply.comment is not None and len(reply.comment.encode()) > COMMENT_BYTES:
        hint = f"comment: longer than {COMMENT_BYTES} bytes of UTF-8"
        raise ReplyError(FaultCode.BAD_MESSAGE, hint, reply.id)
    return reply


def decode_id(line: bytes) -> int | None:
    """The id that a line carries, or None where it isn't an object with one."""
    try:
        return _id_of(_parse(line))
    except ReplyError:
        return None


def _right_play(line: bytes) -> PlayReply | None:
    """The reply in one pass, if it is right: nearly all are. What is wrong with others takes two."""
    if b"NaN" in line or b"Infinity" in line:  # in a field that is ignored, they would pass here
        return None
    try:
        return PlayReply.model_validate_json(line)
    except ValidationError:
        return None


def _decode(model: type[_ReplyT], line: bytes) -> _ReplyT:
    value = _parse(line)
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == _NOT_AN_OBJECT:
            raise ReplyError(FaultCode.BAD_JSON, "JSON, but not an object {...}") from None
        raise ReplyError(FaultCode.BAD_MESSAGE, _field_hint(first), _id_of(value)) from None


def _parse(line: bytes) -> object:
    try:
        value: object = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        raise ReplyError(FaultCode.BAD_JSON, _json_hint(str(error), line)) from None
    return value


def _id_of(value: object) -> int | None:
    try:
        return _Identified.model_validate(value).id
    except ValidationError:
        return None


_NOT_AN_OBJECT: Final = "model_type"

_CARD_HINT: Final = (
    "card: not a card; one is a rank of A 7 K J Q 6 5 4 3 2 and then a suit of C D H S, as in AH"
)


def _json_hint(reason: str, line: bytes) -> str:
    """Why a line isn't JSON, and what usually is behind it."""
    place = reason.replace(" line 1 column", " column")
    if line.count(b"\0") * 3 > len(line):
        return f"not JSON: {place}; it looks like UTF-16, and UTF-8 is wanted"
    if line.startswith(b"{'"):
        return f"not JSON: {place}; JSON has double quotes (in Python: json.dumps)"
    return f"not JSON: {place}"


def _field_hint(error: ErrorDetails) -> str:
    """What is wrong with a reply's first wrong field."""
    field = ".".join(map(str, error["loc"]))
    match error["type"]:
        case "missing":
            return f"{field}: missing"
        case "string_pattern_mismatch":
            return _CARD_HINT
        case _:
            return f"{field}: {error['msg']}"


def escape(data: bytes, limit: int = 200) -> str:
    """Any bytes as printable ASCII on one line, at most ``limit`` of them, saying what was cut."""
    shown = data[:limit].decode("latin-1").encode("unicode_escape").decode("ascii")
    cut = len(data) - limit
    return f"{shown}... ({cut} more bytes)" if cut > 0 else shown
