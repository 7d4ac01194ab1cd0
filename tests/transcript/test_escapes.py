"""Bytes as text and back, and text that can't do harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.transcript.escapes import escape_bytes, safe_text, unescape_bytes, writable_text


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
