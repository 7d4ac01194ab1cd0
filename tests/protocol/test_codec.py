"""What bots answer: right replies, and everything that comes instead of one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec
from protocol.cards import PACK
from protocol.codec import ReplyError, decode_hello, decode_id, decode_play, escape
from protocol.messages import COMMENT_BYTES, LINE_BYTES, FaultCode, HelloReply, PlayReply

RIGHT = '{"id":7,"card":"AH"}'


def refusal(line: bytes) -> ReplyError:
    with pytest.raises(ReplyError) as caught:
        decode_play(line)
    return caught.value


def reading(line: bytes) -> PlayReply | ReplyError:
    try:
        return decode_play(line)
    except ReplyError as error:
        return error


def test_a_reply_to_play_is_read():
    assert PlayReply(id=7, card="AH") == decode_play(RIGHT.encode())
    line = '{"comment":"até já","card":"7S","id":0}'.encode()
    assert PlayReply(id=0, card="7S", comment="até já") == decode_play(line)


def test_a_reply_to_hello_is_read():
    assert HelloReply(id=1, protocol=1) == decode_hello(b'{"id":1,"protocol":1}')
    line = b'{"id":1,"protocol":1,"minor":3,"name":"a","version":"2","author":"me"}'
    expected = HelloReply(id=1, protocol=1, minor=3, name="a", version="2", author="me")
    assert expected == decode_hello(line)


def test_another_version_is_a_right_reply_so_that_it_can_be_refused_by_its_number():
    assert 2 == decode_hello(b'{"id":1,"protocol":2}').protocol


@pytest.mark.parametrize("card", PACK)
def test_every_card_can_be_answered(card):
    assert card == decode_play(f'{{"id":1,"card":"{card}"}}'.encode()).card


def test_unknown_fields_are_ignored():
    line = b'{"id":7,"card":"AH","type":"play","mood":{"deep":[1,2.5,null,"x"]},"comment":null}'
    assert PlayReply(id=7, card="AH") == decode_play(line)


def test_of_a_key_that_comes_twice_the_last_counts_for_the_id_too():
    line = b'{"id":1,"card":"2C","card":"AH","id":7}'
    assert PlayReply(id=7, card="AH") == decode_play(line)
    assert 7 == decode_id(line)


NOT_JSON = {
    "nothing": b"",
    "a word": b"AH",
    "a debug print": b"thinking...",
    "half an object": b'{"id":7,"card":"AH"',
    "an object and more": b'{"id":7,"card":"AH"} x',
    "two objects": b'{"id":7,"card":"AH"}{"id":8,"card":"AH"}',
    "a trailing comma": b'{"id":7,"card":"AH",}',
    "a comment": b'{"id":7,"card":"AH"} // mine',
    "single quotes": b"{'id':7,'card':'AH'}",
    "bare keys": b'{id:7,card:"AH"}',
    "UTF-16": RIGHT.encode("utf-16"),
    "UTF-16 without a mark": RIGHT.encode("utf-16-le"),
    "UTF-16 the other way round": RIGHT.encode("utf-16-be"),
    "UTF-32": RIGHT.encode("utf-32"),
    "a byte-order mark left by the framing": b"\xef\xbb\xbf" + RIGHT.encode(),
    "Latin-1": b'{"id":7,"card":"AH","comment":"\xe9"}',
    "bad UTF-8": b'{"id":7,"card":"AH","comment":"\xff"}',
    "an overlong sequence": b'{"id":7,"card":"AH","comment":"\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"id":7,"card":"AH","comment":"\xed\xa0\x80"}',
    "a lone surrogate": b'{"id":7,"card":"AH","comment":"\\ud800"}',
    "a lone low surrogate": b'{"id":7,"card":"AH","comment":"\\udc00"}',
    "a control character": b'{"id":7,"card":"AH","comment":"a\tb"}',
    "a NUL": b'{"id":7,"card":"AH"}\0',
    "NaN": b'{"id":NaN,"card":"AH"}',
    "NaN somewhere else": b'{"id":7,"card":"AH","score":NaN}',
    "Infinity": b'{"id":7,"card":"AH","score":-Infinity}',
    "a leading zero": b'{"id":07,"card":"AH"}',
    "deep nesting": b'{"id":7,"card":"AH","x":' + b"[" * 2000 + b"]" * 2000 + b"}",
    "nesting without an end": b"[" * (LINE_BYTES - 1),
    "objects without an end": b'{"a":' * 800,
    "null": b"null",
    "a number": b"7",
    "a string": b'"AH"',
    "a list": b'[{"id":7,"card":"AH"}]',
}


@pytest.mark.parametrize("line", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_not_one_json_object_is_bad_json(line):
    error = refusal(line)
    assert (FaultCode.BAD_JSON, None) == (error.code, error.id)
    assert "JSON" in error.hint
    assert decode_id(line) is None


@pytest.mark.parametrize(("levels", "accepted"), [(199, True), (200, False)])
def test_nesting_is_accepted_up_to_200_levels(levels, accepted):
    """The object itself is the first of them."""
    line = b'{"id":7,"card":"AH","x":' + b"[" * levels + b"1" + b"]" * levels + b"}"
    assert (7 if accepted else None) == decode_id(line)


@pytest.mark.parametrize(
    ("line", "message_id", "hint"),
    [
        (b"{}", None, "id: missing"),
        (b'{"card":"AH"}', None, "id: missing"),
        (b'{"id":7}', 7, "card: missing"),
        (b'{"ID":7,"card":"AH"}', None, "id: missing"),
        (b'{"id":"7","card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":7.0,"card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":7e0,"card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":1e999,"card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":true,"card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":null,"card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":[7],"card":"AH"}', None, "id: Input should be a valid integer"),
        (b'{"id":-1,"card":"AH"}', None, "id: Input should be greater than or equal to 0"),
        (
            b'{"id":2147483648,"card":"AH"}',
            None,
            "id: Input should be less than or equal to 2147483647",
        ),
        (b'{"id":7,"card":7}', 7, "card: Input should be a valid string"),
        (b'{"id":7,"card":null}', 7, "card: Input should be a valid string"),
        (b'{"id":7,"card":["AH"]}', 7, "card: Input should be a valid string"),
        (b'{"id":7,"card":"AH","comment":5}', 7, "comment: Input should be a valid string"),
    ],
)
def test_an_object_with_wrong_fields_is_a_bad_message_and_says_which(line, message_id, hint):
    error = refusal(line)
    assert (FaultCode.BAD_MESSAGE, message_id, hint) == (error.code, error.id, error.hint)
    assert message_id == decode_id(line)


@pytest.mark.parametrize(
    "card", ["", "A", "ah", "HA", "10H", "8H", "1H", "AX", "A♥", "AH ", "AH\\n", "AHAH", "\u0410H"]
)
def test_a_text_that_is_no_card_is_a_bad_message_that_says_what_a_card_is(card):
    error = refusal(f'{{"id":7,"card":"{card}"}}'.encode())
    assert (FaultCode.BAD_MESSAGE, 7) == (error.code, error.id)
    assert error.hint.startswith("card: not a card; one is a rank of A 7 K J Q 6 5 4 3 2")


def test_an_integer_of_a_thousand_digits_is_too_large_and_nothing_worse():
    digits = b"9" * (LINE_BYTES - 30)
    assert FaultCode.BAD_MESSAGE is refusal(b'{"id":' + digits + b',"card":"AH"}').code
    assert "AH" == decode_play(b'{"id":7,"card":"AH","x":' + digits + b"}").card


@pytest.mark.parametrize("character", ["x", "é", "♠", "\U0001f0a1"])
def test_a_comment_is_measured_in_bytes_of_utf8(character):
    fitting = character * (COMMENT_BYTES // len(character.encode()))
    right = {"id": 7, "card": "AH", "comment": fitting}
    assert fitting == decode_play(json.dumps(right, ensure_ascii=False).encode()).comment
    error = refusal(json.dumps({**right, "comment": fitting + character}).encode())
    assert (FaultCode.BAD_MESSAGE, 7) == (error.code, error.id)
    assert "comment: longer than 1024 bytes of UTF-8" == error.hint


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (b'{"id":1}', "protocol: missing"),
        (b'{"id":1,"protocol":"1"}', "protocol: Input should be a valid integer"),
        (b'{"id":1,"protocol":1.0}', "protocol: Input should be a valid integer"),
        (
            b'{"id":1,"protocol":1,"name":"' + b"x" * 65 + b'"}',
            "name: String should have at most 64 characters",
        ),
    ],
)
def test_a_wrong_reply_to_hello_says_which_field(line, hint):
    with pytest.raises(ReplyError) as caught:
        decode_hello(line)
    error = caught.value
    assert (FaultCode.BAD_MESSAGE, 1, hint) == (error.code, error.id, error.hint)


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        (RIGHT.encode("utf-16"), "it looks like UTF-16, and UTF-8 is wanted"),
        (b"{'id': 7, 'card': 'AH'}", "JSON has double quotes (in Python: json.dumps)"),
    ],
)
def test_common_mistakes_get_the_advice_that_mends_them(line, advice):
    assert refusal(line).hint.endswith(advice)


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_decode_or_raise_a_reply_error(line):
    """What is raised besides fails the test."""
    reply = reading(line)
    assert isinstance(reply, PlayReply) or reply.code in {
        FaultCode.BAD_JSON,
        FaultCode.BAD_MESSAGE,
    }


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
    | st.sampled_from(PACK),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.just("id"), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["id", "card", "comment", "protocol"]), json_values))
def test_an_object_is_accepted_only_if_each_field_is_of_its_kind(fields):
    message_id, card, comment = (fields.get(key) for key in ("id", "card", "comment"))
    right_id = type(message_id) is int and 0 <= message_id < 2**31
    right = right_id and card in PACK and (comment is None or isinstance(comment, str))
    reply = reading(json.dumps(fields).encode())
    assert right is isinstance(reply, PlayReply)
    assert (message_id if right_id else None) == reply.id


@given(st.binary(max_size=60), st.integers(0, 60))
def test_escaped_bytes_are_printable_ascii_on_one_line(data, limit):
    shown = escape(data, limit)
    assert shown.isascii()
    assert shown.isprintable()


def test_escaped_bytes_say_how_many_were_cut():
    assert r"\xff\n\x1b" == escape(b"\xff\n\x1b")
    assert "aaaaa... (7 more bytes)" == escape(b"a" * 12, 5)
    assert "aaaaa" == escape(b"a" * 5, 5)


WHOLE = '{"id":7,"card":"AH","comment":"é\\ud83d\\ude00","x":[1.5,{"y":"ç"},NaN]}'.encode()


@given(
    st.integers(0, len(WHOLE)),
    st.integers(0, 12),
    st.one_of(
        st.binary(max_size=6), st.sampled_from([b"NaN", b"-Infinity", b'"id":1,', b"\\ud800"])
    ),
)
def test_one_pass_takes_nothing_that_two_passes_refuse(at, length, piece):
    """A right line with a piece exchanged is read alike both ways, or by the second alone."""
    line = WHOLE[:at] + piece + WHOLE[at + length :]
    quick = codec._right_play(line)
    if quick is not None:
        assert quick == codec._decode(PlayReply, line)
