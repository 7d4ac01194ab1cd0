"""Terminals that can do less: narrow ones, dumb ones, and streams that take ASCII alone."""

import codecs
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.plain import PLAIN, is_ascii
from arena.cli.progress import ProgressLine


@pytest.fixture
def cup(office, contest, arena):
    contest("ana rui eva leo bia_with_a_long_name_for_a_bot")
    assert 0 == arena("tournament", "cup.toml").status


@pytest.mark.parametrize("columns", [40, 60, 72, 80, 90, 100, 160])
def test_tables_fit_the_columns_that_there_are(cup, arena, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    said = arena("standings", "cup")
    lines = said.out.splitlines()
    assert max(map(len, lines)) <= max(columns, 52)  # a place, a name, a figure and its separation
    assert "ana" in said.out
    assert ("a wider terminal shows more columns" in said.out) == (columns < 88)


def test_what_is_left_out_of_a_narrow_table_is_what_counts_least(cup, arena, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    heading = arena("standings", "cup").out.splitlines()[2]
    assert "games" in heading
    assert "not separated" in heading
    assert "points" not in heading


def run(*words, **environ):
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *words],
        capture_output=True,
        check=False,
        env=os.environ | environ,
    )
    return done.stdout + done.stderr


def test_an_ascii_stream_gets_plain_text_everywhere(cup):
    for words in (
        ["standings", "cup"],
        ["verify", "cup"],
        ["doctor"],
        ["replay", "cup", "--match", "1"],
    ):
        said = run(*words, PYTHONIOENCODING="ascii")
        assert said.isascii(), words
        assert b"\\x" not in said
    assert b"+-" in run("standings", "cup", PYTHONIOENCODING="ascii")
    assert "±".encode() in run("standings", "cup", PYTHONIOENCODING="utf-8")


def test_a_dumb_terminal_gets_no_colour_and_no_line_that_is_rewritten(cup):
    log = str(next(Path("cup/matches").iterdir()))
    assert b"\x1b" in run("replay", log, FORCE_COLOR="1")
    assert b"\x1b" not in run("replay", log, TERM="dumb")

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for dumb in (True, False):
        stream = Terminal()
        line = ProgressLine(stream, iter(range(0, 1000, 20)).__next__, dumb=dumb)
        for text in ("1 %", "2 %", "3 %"):
            line.tell(text)
        line.clear()
        assert ("\r" not in stream.getvalue()) == dumb


def test_what_has_no_plain_form_is_escaped():
    stream = io.TextIOWrapper(io.BytesIO(), PLAIN)
    stream.write("± … é 🂡")
    stream.flush()
    assert b"+- ... \\xe9 \\U0001f0a1" == stream.buffer.getvalue()
    assert "abc" == codecs.decode(b"abc", PLAIN)
    assert [True, True, False, False] == list(
        map(is_ascii, ("ascii", None, "utf-8", "no such encoding"))
    )


BASH = r"""
eval "$(_ARENA_COMPLETE=bash_source arena)"
COMP_WORDS=(arena ver) COMP_CWORD=1
_arena_completion arena
printf '%s\n' "${COMPREPLY[@]}"
"""


def test_the_shell_completes_commands_options_and_their_values():
    """bash itself; zsh and fish by what their scripts ask the arena."""
    bin_folder = Path(sys.executable).parent
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", BASH],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PATH": path},
    )
    assert "verify\n" == done.stdout

    def asked(shell, words, current):
        environ = {
            "_ARENA_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": current,
        }
        return run(**environ).decode()

    assert "check" in asked("zsh", "arena ch", "1")
    assert "plain,check" in asked("fish", "arena ch", "ch")
    assert "python" in asked("zsh", "arena new-bot --lang ", "3")
    assert "--accept-loss" in asked("fish", "arena tournament --acc", "--acc")
    for shell in ("zsh", "fish"):
        assert (
            f"_ARENA_COMPLETE={shell}_complete" in run(_ARENA_COMPLETE=f"{shell}_source").decode()
        )
