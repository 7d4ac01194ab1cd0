"""The form of a log's lines."""

import hashlib

from arena.transcript.chain import GENESIS, Line, body_of, chain_value, fields_of, split
from arena.transcript.records import HalfRecord, StaleRecord


def test_a_line_is_json_with_its_number_first_and_its_chain_value_last():
    """The body is compact ASCII; the chain value closes the object."""
    body = body_of(2, HalfRecord(half=0))
    assert b'{"n":2,"type":"half","half":0' == body
    value = hashlib.sha256(GENESIS.encode() + body).hexdigest()[:16]
    assert value == chain_value(GENESIS, body)
    assert body + b',"chain":"' + value.encode() + b'"}\n' == Line(body, value).raw


def test_the_chain_value_hangs_on_all_lines_before():
    """The same body after another line has another value."""
    body = body_of(3, StaleRecord(seat="N", at_us=5, id=7))
    assert chain_value("0" * 16, body) != chain_value("1" + "0" * 15, body)


def test_a_line_comes_apart_as_it_was_put_together():
    """``split`` undoes ``raw``."""
    line = Line(b'{"n":1,"type":"half","half":0', "0123456789abcdef")
    assert line == split(line.raw)


def test_what_is_no_line_does_not_come_apart():
    """Without a chain value of 16 digits, the closing brace and the line end there is no line."""
    line = Line(b'{"n":1', "0123456789abcdef").raw
    broken = [b"", b"\n", b"{}\n", line[:-1], line[:-2] + b"\n", line.replace(b"abc", b"abcd")]
    assert [None] * 6 == [split(raw) for raw in broken]


def test_a_body_without_its_number_is_the_record():
    """Another number, or none, is noticed."""
    assert b'{"type":"half"}' == fields_of(12, b'{"n":12,"type":"half"')
    assert fields_of(1, b'{"n":12,"type":"half"') is None
    assert fields_of(1, b'{"type":"half"') is None
