"""Strangers' text, made fit to show."""

import pytest

from arena.web.shown import file_name, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("olá, 中文 ♣ <b>", "olá, 中文 ♣ <b>"),
        ("\x1b[31m\x07", "\\x1b[31m\\x07"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("a\u2028b\nc", "a\\u2028b\\x0ac"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text, expected):
    assert expected == shown(text)


def test_line_feeds_and_tabs_stay_where_lines_are_wanted():
    assert "a\n\tb\\x0d" == shown("a\n\tb\r", lines=True)


def test_marks_cannot_climb_over_the_lines_around_them():
    assert "e\u0301\u0301\u0301\\u0301" == shown("e" + "\u0301" * 4)


def test_a_cut_is_marked():
    assert ("abc", "ab…") == (shown("abc", 3), shown("abc", 2))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("odd-couple", "odd-couple"), ("../../x", "-x"), ("", "-"), ("a" * 99, "a" * 64)],
)
def test_a_file_name_leads_nowhere_else(text, expected):
    assert expected == file_name(text)
