"""Words that are none: what may be meant by them is said, whichever kind of word it is."""

import pytest

from arena.cli.meant import did_you_mean


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    (tmp_path / "bots" / "counter").mkdir(parents=True)
    (tmp_path / "bots" / "dice.py").write_text("")
    (tmp_path / "cup.toml").write_text("")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("chek x", "check"),
        ("tournamnt x", "tournament"),
        ("tour x", "tournament"),
        ("verfy", "verify"),
        ("new-bot ana --lang py", "python"),
        ("new-bot ana --lang js", None),
        ("new-bot ana --lang rst", "rust"),
        ("new-bot ana --languge c", "--lang"),
        ("play counter dice.py", "bots/counter"),
        ("play bots/countr bots/dice.py", "bots/counter"),
        ("check dice", "bots/dice.py"),
        ("check bots/dise.py", "bots/dice.py"),
        ("standings cpu.toml", "cup.toml"),
        ("play xyzzy bots/dice.py", None),
        ("play far/away bots/dice.py", None),
        ("standings cup.toml --format tabel", "table"),
        ("play bots/dice.py --sandbox strickt", "strict"),
        ("frobnicate", None),
    ],
)
def test_what_may_be_meant_is_said(arena, words, meant):
    said = arena(*words.split())
    assert 2 == said.status
    if meant is None:
        assert "Did you mean" not in said.err
    else:
        assert f"Did you mean '{meant}'?" in said.err


def test_a_beginning_that_several_words_have_is_no_hint_unless_it_is_close():
    assert " Did you mean 'withdraw'?" == did_you_mean("with", ["withdraw", "void"])
    assert "" == did_you_mean("v", ["verify", "void"])
    assert "" == did_you_mean("", ["verify"])
