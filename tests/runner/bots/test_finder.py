"""The bots of a run that goes on: its own copies, where the sources have changed."""

from pathlib import Path

import pytest

from arena.runner.bots import prepare
from arena.runner.bots.finder import BotFinder
from arena.runner.bots.frozen import is_intact
from arena.runner.bots.prepare import find_bot, prepare_bot
from arena.runner.files.removal import discard
from arena.sandbox.launch import plan_launch

MANIFEST = 'name = "eve"\nrun = ["python3", "out/bot.py"]\nbuild = ["python3", "build.py"]\n'


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A bot of which the build leaves a link; its source, and the run's folder of copies."""

    def build(_name, plan, *_) -> None:
        out = Path(plan.cwd) / "out"
        out.mkdir()
        (out / "bot.py").write_text("print()\n")
        (out / "latest.py").symlink_to("bot.py")

    monkeypatch.setattr(prepare, "run_build", build)
    source = tmp_path / "eve"
    source.mkdir()
    (source / "bot.toml").write_text(MANIFEST)
    frozen = tmp_path / "frozen"
    bot = prepare_bot(find_bot(source), frozen, print)
    yield source, frozen, bot.ref
    discard(frozen)


def test_a_copy_with_all_that_its_build_left_is_what_it_was(built):
    """Links among it too, which nobody could have submitted."""
    _, frozen, ref = built
    assert is_intact(frozen / ref.sha256)


def test_the_copy_is_found_where_the_source_has_changed(built, tmp_path):
    """By the name and hash that the run has, and started as it was."""
    source, frozen, ref = built
    (source / "bot.toml").write_text(MANIFEST.replace("out/bot.py", "other.py"))
    finder = BotFinder({"eve": (ref, ref)}, frozen)
    assert () == tuple(finder.look("eve", 0, source))
    found = finder.found[source]
    assert (ref, ("python3", "out/bot.py")) == (found.ref, found.manifest.run)
    home = frozen / ref.sha256
    assert plan_launch(found.manifest.run, home) == prepare_bot(found, frozen, print).launch
    assert [source] == finder.changed


def test_the_source_is_what_counts_where_it_is_what_it_was(built):
    """Nothing is said."""
    source, frozen, ref = built
    finder = BotFinder({"eve": (ref, ref)}, frozen)
    finder.look("eve", 1, source)
    assert (source, []) == (finder.found[source].manifest.root, finder.changed)


def test_a_copy_that_this_version_does_not_take_is_none(built, monkeypatch):
    """It may be an older version's; what is wrong with the source is told then."""
    source, frozen, ref = built
    (source / "bot.toml").write_text('name = "-"\n')
    home = frozen / ref.sha256
    monkeypatch.setattr("arena.runner.bots.finder.is_intact", lambda _home: True)
    discard(home)
    home.mkdir()
    finder = BotFinder({"eve": (ref, ref)}, frozen)
    assert 2 == len(finder.look("eve", 0, source))
    assert 2 == finder.problems


def test_of_one_source_it_is_told_but_once(built):
    """However many entrants name it."""
    source, frozen, _ = built
    (source / "bot.toml").unlink()
    finder = BotFinder({}, frozen)
    assert [1, 0] == [len(finder.look(name, 0, source)) for name in ("a", "b")]
