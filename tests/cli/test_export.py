"""``arena export`` as its users meet it."""

import sqlite3

import pytest


@pytest.fixture
def cup(office, contest, arena):
    """A tournament of three that was played."""
    contest()
    assert 0 == arena("tournament", "cup.toml", "--seed", "2a", "--jobs", 1).status
    return "cup"


def test_a_run_is_exported_beside_it_and_only_replaced_when_asked(cup, arena, tmp_path):
    said = arena("export", cup, "--to", "sqlite")
    assert (0, "cup.sqlite: 3 matches\n") == (said.status, said.out)
    file = sqlite3.connect(tmp_path / "cup.sqlite")
    assert [(3,)] == file.execute("SELECT count(*) FROM matches").fetchall()
    file.close()
    said = arena("export", "cup.toml", "--to", "sqlite")
    assert (4, "Error: cup.sqlite is there already; --force replaces it\n") == (
        said.status,
        said.err,
    )
    assert 0 == arena("export", cup, "--to", "sqlite", "--force").status


def test_an_export_goes_where_it_is_told_to(cup, arena, tmp_path):
    said = arena("export", cup, "--to", "notation", "--out", "deals.txt")
    assert "deals.txt: 3 matches\n" == said.out
    assert 1 + 12 == len((tmp_path / "deals.txt").read_text().splitlines())


def test_what_is_only_to_be_known_of_a_run_is_a_note(cup, arena, tmp_path):
    (tmp_path / "cup" / "prizes.txt").write_text("a ham")
    said = arena("verify", cup, "--jobs", 1)
    assert 0 == said.status
    assert "Note: cup/prizes.txt: isn't part of a run, and isn't checked\n" == said.err
    assert "cup: proved; 3 of 3 matches" in said.out
