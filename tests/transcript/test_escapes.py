"""Bytes as text and back, and text that can't do harm."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.transcript.escapes import (
    escape_bytes,
    markdown_text,
    one_line,
    safe_text,
    script_json,
    spreadsheet_text,
    toml_string,
    unescape_bytes,
    visible_text,
    writable_text,
    written_out,
)


@given(data=st.binary())
def test_any_bytes_become_printable_ascii_and_come_back(data):
    """Escaping loses nothing."""
    text = escape_bytes(data)
    assert text.isascii()
    assert text.isprintable()
    assert data == unescape_bytes(text)


def test_escaped_bytes_read_like_python():
    """What is printable stays as it is; the rest is escaped."""
    assert r"ok\n\xff\\" == escape_bytes(b"ok\n\xff\\")


@pytest.mark.parametrize(
    "text", ["\\x41", "\\q", "\\0", "\\u0041", "\n", "é", "\\", "\\N{DIGIT ONE}", "\\U00110000"]
)
def test_text_that_escaping_never_makes_is_refused(text):
    """Each row of bytes has one text, so that no log can be written in two ways."""
    with pytest.raises(ValueError, match="isn't escaped bytes"):
        unescape_bytes(text)


def test_a_text_for_the_log_can_be_written_as_utf_8():
    """A file's name that isn't UTF-8 comes in escaped; what isn't text is left alone."""
    assert "bot\\udcff é" == writable_text("bot\udcff é")
    assert 7 == writable_text(7)


def test_a_text_for_the_terminal_has_no_control_or_direction_characters():
    """Neither the cursor nor the direction of writing can be changed by what a bot says."""
    assert " [2Jhi  there\u00e1" == safe_text("\x1b[2Jhi\n\u202ethere\u00e1")


def test_an_error_s_message_keeps_its_lines_and_shows_the_rest():
    """A path may hold anything, and its owner must find it again."""
    assert "no file\n'\\x1b[2J\\u202e\u00e1'" == visible_text("no file\n'\x1b[2J\u202e\u00e1'")


def test_a_reason_stays_on_one_line_and_sends_nothing_to_the_terminal():
    assert "two lines and [31mred" == one_line("two\nlines\tand \x1b[31mred")


@pytest.mark.parametrize(
    ("char", "text"), [("\n", "\\x0a"), ("\u202e", "\\u202e"), ("\U000e0041", "\\U000e0041")]
)
def test_a_character_is_written_out_by_its_number(char, text):
    assert text == written_out(char)


def test_json_cannot_end_the_script_that_it_stands_in():
    text = '{"a":"</script><!--&"}'
    assert not set("<>&") & set(script_json(text))
    assert json.loads(text) == json.loads(script_json(text))


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_toml_reads_a_text_back(text):
    assert {"key": text} == tomllib.loads(f"key = {toml_string(text)}")


def test_markdown_shows_a_text_as_it_is():
    assert r"\[a\_b\](c) \| \<d\>" == markdown_text("[a_b](c) | <d>")


@pytest.mark.parametrize(
    ("text", "cell"),
    [("=1+1", "'=1+1"), ("-1", "'-1"), ("@x", "'@x"), ("+x", "'+x"), ("x=1", "x=1")],
)
def test_a_spreadsheet_takes_no_text_for_a_formula(text, cell):
    assert cell == spreadsheet_text(text)
