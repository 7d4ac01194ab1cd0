"""``arena debug`` as its users meet it, with real processes of Python bots."""

import json

import pytest

FIRST = """
from protocol.bot import run
run(lambda view: view.legal[0])
"""
LAST = """
import sys
from protocol.bot import run
def choose(view):
    print("trick", view.trick, "\\x1b[2J")
    return view.legal[-1], "the last one"
run(choose)
"""


@pytest.fixture
def log(arena, tmp_path):
    """A match of bots that play their first legal card."""
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "last.py").write_text(LAST)
    said = arena(
        "play", "first.py", "--boards", 1, "--seed", "7", "--log", "m.jsonl", "--start-ms", 60_000,
        "--move-ms", 60_000,
    )  # fmt: skip
    assert 0 == said.status
    return "m.jsonl"


def test_the_same_bot_does_what_is_recorded(log, arena):
    said = arena("debug", log, "--seat", "n", "--bot", "first.py")
    assert (0, "10 requests: the bot does what is recorded\n") == (said.status, said.out)


def test_other_cards_are_shown_with_their_positions_and_stderr_at_the_end(log, arena):
    said = arena("debug", log, "--seat", "E", "--half", 2, "--bot", "last.py", "--ascii")
    assert 1 == said.status
    assert said.out.startswith("--- Half 2 - deal 1 - trick ")
    assert "\n  recorded     " in said.out
    assert '\n  "the last one"\n' in said.out
    assert " answered otherwise than recorded\n" in said.out.splitlines(keepends=True)[-1]
    assert said.out.isascii()
    assert "\nits stderr:\n  trick 1  [2J\n  trick 2" in said.err


def test_all_requests_are_listed_as_json(log, arena):
    said = arena("debug", log, "--seat", "E", "--bot", "last.py", "--deal", 1, "--json")
    listed = json.loads(said.out)
    assert [(1, trick) for trick in range(1, 11)] == [(it["deal"], it["trick"]) for it in listed]
    last = listed[-1]
    assert (False, "bot", None) == (
        last["differs"],
        last["recorded"]["by"],
        last["recorded"]["fault"],
    )
    assert last["card"] == last["recorded"]["card"] == last["legal"][0]


def test_a_crash_is_shown_where_it_happens(log, arena, tmp_path):
    (tmp_path / "bad.py").write_text(
        FIRST.replace("view.legal[0]", "view.legal[0] if view.table else 1 // 0")
    )
    said = arena("debug", log, "--seat", "E", "--bot", "bad.py", "--deal", 1)
    assert 1 == said.status
    assert "\n  now          no card\n" in said.out
    assert "\n  ! exited: the process exited with status 1" in said.out
    assert "of them by a fault" in said.out
    assert "ZeroDivisionError" in said.err


def test_faults_that_are_recorded_are_shown(office, contest, arena, tmp_path):
    contest("ana bad", seed="2a", on_fault="substitute", max_faults=50)
    arena("tournament", "cup.toml")
    (log,) = (tmp_path / "cup" / "matches").glob("*.jsonl")
    (tmp_path / "first.py").write_text(FIRST)
    outs = [arena("debug", log, "--seat", seat, "--bot", "first.py").out for seat in "NE"]
    assert any("recorded     bad_json; the referee played " in out for out in outs)
