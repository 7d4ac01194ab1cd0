"""``arena play --watch``: the same match again after each change, until Ctrl-C."""

from functools import partial

import pytest

from arena.errors import RefereeBug
from arena.runner.files.watching import Watched


@pytest.fixture
def changes(monkeypatch):
    """What happens, one after the other, while files are watched; then comes Ctrl-C."""
    happenings = []

    def sleep(_seconds):
        if not happenings:
            raise KeyboardInterrupt
        happenings.pop(0)()

    monkeypatch.setattr("arena.cli.rerun.Watched", partial(Watched, sleep=sleep))
    monkeypatch.setattr("arena.cli.rerun.SHOWN_FILES", 1)
    return happenings


def test_each_change_plays_the_same_match_again(office, contest, arena, changes, tmp_path):
    contest()

    def change():
        (tmp_path / "ana.py").write_text("# better\n")
        (tmp_path / "rui.py").write_text("# better too\n")

    changes += [change, lambda: None, lambda: None]
    said = arena("play", "ana.py", "rui.py", "--boards", 1, "--watch", "--sandbox", "off")
    assert 0 == said.status
    assert 2 == said.out.count("quick: 1 of 1 matches")
    assert "\nwatching the bots' files; Ctrl-C ends it\n\nana.py and 1 more changed; " in said.err
    first, second = (job.spec for job in office.tries)
    assert first.units == second.units
    assert 2 == said.out.count(f"\nseed {office.tries[0].seed}\n")


def test_a_bot_that_cant_play_just_now_is_told_so_and_watched(
    office, contest, arena, changes, tmp_path
):
    contest()
    (tmp_path / "mine").mkdir()
    manifest = tmp_path / "mine" / "bot.toml"
    manifest.write_text('name = "mine"\nrun = ["./bot"]\n')
    (tmp_path / "mine" / "bot.py").write_text("")
    better = 'name = "mine"\nrun = ["python3", "bot.py"]\n'
    changes += [lambda: manifest.write_text(better), lambda: None, lambda: None]
    said = arena("play", "mine", "ana.py", "--boards", 1, "--watch", "--sandbox", "off")
    assert 0 == said.status
    assert "Error: mine/bot.toml:2:8: run names './bot', which isn't there" in said.err
    assert "mine/bot.toml changed; playing again" in said.err
    assert 1 == said.out.count("quick: 1 of 1 matches")


def test_a_defect_of_the_arena_ends_it(office, contest, arena, changes, monkeypatch):
    def broken(*_arguments, **_options):
        raise RefereeBug("two aces")

    contest()
    monkeypatch.setattr("arena.runner.play.quickplay.play_quick", broken)
    said = arena("play", "ana.py", "--boards", 1, "--watch", "--sandbox", "off")
    assert (70, True) == (said.status, "two aces" in said.err)
