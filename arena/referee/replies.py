"""Reading one line of a bot: the reply that was due, a stale one, or what is wrong with it."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from arena.referee import faults
from arena.referee.framing import Piece
from protocol.codec import ReplyError, decode_hello, decode_id, decode_play
from protocol.messages import PROTOCOL_MAJOR, FaultCode, HelloReply, PlayReply


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that can't be accepted. ``due``: the right reply may still come, and is then stale."""

    code: FaultCode
    hint: str
    due: bool = False


@dataclass(frozen=True, slots=True)
class Stale:
    """The reply to a request that ended without it."""

    id: int


def read_hello(line: Piece, expected_id: int) -> HelloReply | Wrong:
    """A line that should answer ``hello``."""
    try:
        reply = decode_hello(line.text)
    except ReplyError as error:
        return Wrong(error.code, faults.hint_with(error.hint, line.raw))
    if reply.id != expected_id:
        return Wrong(FaultCode.WRONG_ID, faults.hint_wrong_id(reply.id, expected_id))
    if reply.protocol != PROTOCOL_MAJOR:
        return Wrong(FaultCode.WRONG_VERSION, faults.hint_version(reply.protocol))
    return reply


def read_play(
    line: Piece, expected_id: int, due_ids: AbstractSet[int]
) -> PlayReply | Stale | Wrong:
    """A line that should answer a ``play``; ``due_ids`` are earlier requests' whose reply is stale."""
    try:
        reply = decode_play(line.text)
    except ReplyError as error:
        if error.id is not None and error.id in due_ids:
            return Stale(error.id)
        hint = faults.hint_with(error.hint, line.raw)
        return Wrong(error.code, hint, due=error.id != expected_id)
    if reply.id == expected_id:
        return reply
    if reply.id in due_ids:
        return Stale(reply.id)
    return Wrong(FaultCode.WRONG_ID, faults.hint_wrong_id(reply.id, expected_id), due=True)


def read_unasked(line: Piece, due_ids: AbstractSet[int]) -> Stale | Wrong:
    """A line that came while nothing was asked."""
    message_id = decode_id(line.text) if due_ids else None
    if message_id is not None and message_id in due_ids:
        return Stale(message_id)
    return Wrong(FaultCode.UNSOLICITED_OUTPUT, faults.hint_unsolicited(line.raw))
