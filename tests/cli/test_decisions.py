"""The organiser's decisions as they are given on the command line."""

import pytest


@pytest.fixture
def cup(office, contest, arena):
    """A tournament of three that was played."""
    contest()
    assert 0 == arena("tournament", "cup.toml", "--seed", "2a", "--jobs", 1).status
    return "cup"


@pytest.fixture
def log(cup, tmp_path):
    """The first match's log."""
    return min((tmp_path / cup / "matches").iterdir())


def test_an_entrant_is_disqualified_and_the_standings_shown(cup, arena):
    said = arena("disqualify", cup, "ana", "--reason", "asked the network")
    assert 0 == said.status
    assert said.out.startswith("cup: 1 of ")
    assert "ana is disqualified; entered in cup/ledger.jsonl, and the standings" in said.err
    assert "proved; 3 matches, 1 of 1 that count, " in arena("verify", cup).out
    said = arena("disqualify", cup, "ana", "--undo", "--reason", "it was rui")
    assert "ana is in again" in said.err
    assert said.out.startswith("cup: 3 of 3 matches")


def test_a_match_is_void_by_the_beginning_of_its_id(cup, arena, log):
    said = arena("void", "cup.toml", log.stem[:8], "--reason", "a power cut")
    assert 0 == said.status
    assert said.err.startswith(f"match {log.stem} is void; entered in ")
    assert f"cup/annulled/{log.stem}.1.jsonl" in arena("replay", cup).out
    assert 0 == arena("verify", cup).status


def test_who_withdraws_from_a_run_that_goes_on_plays_no_more(office, contest, arena):
    contest()
    office.signal_after = 1
    arena("tournament", "cup.toml", "--jobs", 1)
    said = arena("withdraw", "cup", "ana")
    assert (0, True) == (said.status, said.err.startswith("ana has withdrawn; "))
    assert "ana is in again" in arena("withdraw", "cup", "ana", "--undo").err
    arena("void", "cup", arena("replay", "cup").out.split("matches/")[1][:9], "--reason", "x")
    assert "is played again" not in arena("withdraw", "cup", "ana").err


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (" ", "say why: it stands below the standings"),
        ("x" * 501, "at most 500 characters, not 501"),
        ("a\nb", "one line of printable text, please"),
    ],
)
def test_a_reason_is_a_line_of_text(cup, arena, reason, said):
    said_by_arena = arena("disqualify", cup, "ana", "--reason", reason)
    assert 2 == said_by_arena.status
    assert said in said_by_arena.err


def test_a_name_that_is_mistyped_is_a_wrong_command_line(cup, arena):
    said = arena("disqualify", cup, "anna", "--reason", "x")
    assert (2, "Error: 'anna' is no entrant of this run; did you mean 'ana'?\n") == (
        said.status,
        said.err,
    )
