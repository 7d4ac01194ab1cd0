"""From bytes to lines."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.framing import Kind, LineBuffer, Piece
from protocol.messages import LINE_BYTES, OUTPUT_BYTES

BOM = b"\xef\xbb\xbf"


def pieces(*chunks: bytes) -> list[Piece]:
    buffer, found = LineBuffer(), []
    for chunk in chunks:
        buffer.add(chunk)
        while (piece := buffer.take()) is not None:
            found.append(piece)
    return found


def texts(*chunks: bytes) -> list[bytes]:
    return [piece.text for piece in pieces(*chunks)]


def kinds(*chunks: bytes) -> list[Kind]:
    return [piece.kind for piece in pieces(*chunks)]


def test_lines_end_with_a_newline_however_the_bytes_are_cut():
    assert texts(b"on", b"e\ntwo\nth", b"ree\n", b"rest") == [b"one", b"two", b"three"]


def test_crlf_and_blanks_at_the_end_are_no_part_of_a_line():
    assert texts(b"one\r\n", b"two \t \n") == [b"one", b"two"]


def test_blank_lines_are_nothing():
    assert texts(b"\n\r\n  \t\n", b"one\n\n") == [b"one"]


def test_a_byte_order_mark_is_taken_off_the_first_line_alone():
    assert texts(BOM + b"one\n", BOM + b"two\n") == [b"one", BOM + b"two"]


def test_a_byte_order_mark_may_stand_after_blank_lines_or_alone():
    assert texts(b"\n" + BOM + b"one\n") == [b"one"]
    assert texts(BOM + b"\none\n") == [b"one"]


def test_raw_is_the_line_as_it_came():
    assert [piece.raw for piece in pieces(BOM + b"one \r\n")] == [BOM + b"one \r\n"]


def test_a_line_of_exactly_the_limit_with_its_newline_is_a_line():
    assert kinds(b"x" * (LINE_BYTES - 1) + b"\n") == [Kind.LINE]


def test_one_byte_more_is_too_long_with_or_without_its_newline():
    assert kinds(b"x" * LINE_BYTES + b"\n")[0] is Kind.TOO_LONG
    assert kinds(b"x" * LINE_BYTES) == []
    assert kinds(b"x" * LINE_BYTES, b"x")[0] is Kind.TOO_LONG


def first(data: bytes) -> Piece:
    buffer = LineBuffer()
    buffer.add(data)
    piece = buffer.take()
    assert piece is not None
    return piece


def test_of_a_line_that_is_too_long_only_its_beginning_is_kept():
    assert first(b"x" * 100_000).raw == b"x" * (LINE_BYTES + 1)
    assert first(b"x" * 100_000 + b"\n").raw == b"x" * (LINE_BYTES + 1)


def test_blank_output_has_a_limit_for_each_request():
    assert kinds(b"\n" * OUTPUT_BYTES) == []
    assert kinds(b"\n" * OUTPUT_BYTES, b"\n") == [Kind.TOO_MUCH]
    assert first(b"\n" * OUTPUT_BYTES + b"late\n").raw == b"late\n"
    assert first(b"\n" * OUTPUT_BYTES + b"part").raw == b"part"


def test_a_new_request_or_a_line_with_something_in_it_counts_output_anew():
    buffer = LineBuffer()
    buffer.add(b"\n" * OUTPUT_BYTES)
    assert buffer.take() is None
    buffer.new_request()
    buffer.add(b"\n" * OUTPUT_BYTES)
    assert buffer.take() is None
    assert kinds(b"\n" * 60_000 + b"one\n" + b"\n" * 60_000 + b"two\n") == [Kind.LINE, Kind.LINE]


def test_a_partial_line_is_what_has_something_in_it_but_no_end():
    buffer = LineBuffer()
    buffer.add(b"one\n par")
    buffer.take()
    assert buffer.take() is None
    assert buffer.partial == b" par"
    buffer.drop_partial()
    assert buffer.partial == b""
    buffer.add(b"t\n")
    assert buffer.take() == Piece(Kind.LINE, b"t\n", b"t")
    buffer.add(b"  \t")
    assert buffer.partial == b""


def test_a_partial_line_that_was_given_up_is_skipped_to_its_end():
    buffer = LineBuffer()
    buffer.add(b"par")
    buffer.skip_partial()
    buffer.add(b"tial")
    assert buffer.take() is None
    assert buffer.partial == b""
    buffer.add(b" line\nnext\n")
    assert buffer.take() == Piece(Kind.SKIPPED, b"")
    assert buffer.take() == Piece(Kind.LINE, b"next\n", b"next")


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_skipped_line_has_the_limit_of_all_output(end):
    buffer = LineBuffer()
    buffer.add(b"par")
    buffer.skip_partial()
    buffer.add(b"x" * (OUTPUT_BYTES + 1) + end)
    assert buffer.take() == Piece(Kind.TOO_MUCH, b"")


@given(st.binary(max_size=200), st.lists(st.integers(0, 200)))
def test_cutting_the_bytes_elsewhere_gives_the_same_lines(data, cuts):
    places = [0, *sorted(cut for cut in cuts if cut <= len(data)), len(data)]
    chunks = [data[a:b] for a, b in itertools.pairwise(places)]
    assert pieces(*chunks) == pieces(data)
