"""The errors themselves: one tree, and messages that say where and what."""

import inspect
import re

import pytest

from arena import errors
from arena.errors import (
    ArenaError,
    ConfigError,
    ConfigErrors,
    IllegalPlayError,
    NotationError,
    ReplayMismatchError,
    RulesetError,
    TranscriptError,
)

KINDS = {
    name: kind
    for name, kind in inspect.getmembers(errors, inspect.isclass)
    if kind.__module__ == errors.__name__
}


def test_every_error_is_an_arena_error():
    assert all(issubclass(kind, ArenaError) for kind in KINDS.values())


def test_the_tree_in_the_docstring_is_the_tree():
    drawn, path = {}, []
    for branch, name in re.findall(
        r"^ *((?:│|├──|└──| )*)(\w+Errors?|RefereeBug)\b", errors.__doc__, re.MULTILINE
    ):
        depth = len(branch.strip().replace("│   ", "....")) // 4 + bool(branch.strip())
        path[depth:] = [name]
        drawn[name] = path[depth - 1] if depth else "Exception"
    assert {name: kind.__base__.__name__ for name, kind in KINDS.items()} == drawn


def test_a_notation_error_quotes_the_text():
    error = NotationError("1H", "a card")
    assert ("1H", "a card", "'1H' is not a card") == (error.text, error.expected, str(error))


def test_an_illegal_play_lists_what_is_legal_if_anything_is():
    error = IllegalPlayError("N", "AH", ["2C", "3C"], "it must follow C")
    assert "seat N can't play AH: it must follow C; legal: 2C 3C" == str(error)
    assert ("N", "AH", ("2C", "3C")) == (error.seat, error.card, error.legal)
    error = IllegalPlayError("N", "AH", (), "it is seat E's turn")
    assert "seat N can't play AH: it is seat E's turn" == str(error)


@pytest.mark.parametrize("kind", [ConfigError, RulesetError])
@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ({}, "wrong"),
        ({"key": "tie"}, "wrong"),
        ({"path": "cup.toml"}, "cup.toml: wrong"),
        ({"path": "cup.toml", "line": 3}, "cup.toml:3: wrong"),
        ({"path": "cup.toml", "line": 3, "column": 7, "key": "tie"}, "cup.toml:3:7: wrong"),
    ],
)
def test_a_config_error_says_its_place_first(kind, place, shown):
    error = kind("wrong", **place)
    assert ("wrong", shown) == (error.message, str(error))
    for name in ("path", "line", "column", "key"):
        assert place.get(name) == getattr(error, name)


def test_config_errors_show_one_a_line():
    first, second = ConfigError("one", line=1), ConfigError("two", line=2)
    error = ConfigErrors([first, second])
    assert ((first, second), "1: one\n2: two") == (error.errors, str(error))


@pytest.mark.parametrize("kind", [TranscriptError, ReplayMismatchError])
def test_a_transcript_error_says_its_place_first(kind):
    error = kind("torn", path="m1.jsonl", line=9)
    assert ("torn", "m1.jsonl", 9, "m1.jsonl:9: torn") == (
        error.message,
        error.path,
        error.line,
        str(error),
    )
    assert "torn" == str(kind("torn"))
