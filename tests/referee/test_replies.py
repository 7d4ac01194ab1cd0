"""One line of a bot: the reply that was due, a stale one, or what is wrong with it."""

import pytest

from arena.referee.framing import Kind, Piece
from arena.referee.replies import Stale, Wrong, read_hello, read_play, read_unasked
from protocol.messages import FaultCode, HelloReply, PlayReply

DUE = frozenset({3, 4})


def line(text: str) -> Piece:
    return Piece(Kind.LINE, text.encode() + b"\n", text.encode())


def test_hello_is_answered_with_its_id_and_this_version():
    expected = HelloReply(id=1, protocol=1, minor=None, name="me")
    assert read_hello(line('{"id":1,"protocol":1,"name":"me"}'), 1) == expected


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("hi", FaultCode.BAD_JSON, "hi"),
        ('{"id":1}', FaultCode.BAD_MESSAGE, "protocol"),
        ('{"id":2,"protocol":1}', FaultCode.WRONG_ID, "id 2, but request 1"),
        ('{"id":1,"protocol":2}', FaultCode.WRONG_VERSION, "protocol 2, this arena protocol 1"),
    ],
)
def test_a_hello_reply_that_is_wrong_says_why(text, code, words):
    wrong = read_hello(line(text), 1)
    assert isinstance(wrong, Wrong)
    assert wrong.code is code
    assert words in wrong.hint


def test_a_play_is_answered_with_its_id_and_a_card():
    expected = PlayReply(id=5, card="AH", comment="so")
    assert read_play(line('{"id":5,"card":"AH","comment":"so","x":1}'), 5, DUE) == expected


@pytest.mark.parametrize("text", ['{"id":3,"card":"AH"}', '{"id":3,"card":"??"}', '{"id":3}'])
def test_an_id_that_is_due_makes_a_reply_stale_whatever_else_it_says(text):
    assert read_play(line(text), 5, DUE) == Stale(3)
    assert read_unasked(line(text), DUE) == Stale(3)


@pytest.mark.parametrize(
    ("text", "code", "due"),
    [
        ("note", FaultCode.BAD_JSON, True),
        ('{"card":"AH"}', FaultCode.BAD_MESSAGE, True),
        ('{"id":9,"card":"??"}', FaultCode.BAD_MESSAGE, True),
        ('{"id":5,"card":"??"}', FaultCode.BAD_MESSAGE, False),
        ('{"id":9,"card":"AH"}', FaultCode.WRONG_ID, True),
    ],
)
def test_a_reply_that_does_not_carry_the_requests_id_leaves_that_reply_due(text, code, due):
    wrong = read_play(line(text), 5, DUE)
    assert isinstance(wrong, Wrong)
    assert (wrong.code, wrong.due) == (code, due)


@pytest.mark.parametrize("text", ["note", '{"id":9,"card":"AH"}', "3"])
def test_what_nobody_asked_for_is_unsolicited(text):
    wrong = read_unasked(line(text), DUE)
    assert isinstance(wrong, Wrong)
    assert wrong.code is FaultCode.UNSOLICITED_OUTPUT


def test_what_is_wrong_quotes_the_line_escaped_and_cut():
    wrong = read_unasked(line("\x1b[31m" + "é" * 200), frozenset())
    assert isinstance(wrong, Wrong)
    assert wrong.hint.isascii()
    assert "\\x1b[31m" in wrong.hint
    assert len(wrong.hint) < 400
