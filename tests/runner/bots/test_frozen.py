"""Frozen bots: whatever is changed in their folders is seen."""

import os

import pytest

from arena.runner.bots.frozen import is_intact, note_built, tree_hash
from arena.tournament.bot_files import content_hash

MANIFEST = 'name = "ana"\nrun = ["python3", "bot.py"]\n'


@pytest.fixture
def freeze(tmp_path):
    """Makes a folder of the name that its content hash gives; extra files come after the hash is taken."""

    def make(manifest=MANIFEST, **built):
        part = tmp_path / "part"
        (part / "b").mkdir(parents=True)
        (part / "bot.toml").write_text(manifest)
        (part / "b" / "c.py").write_text("1")
        (part / "bot.py").write_text("print()")
        home = part.rename(tmp_path / content_hash(part))
        for name, content in built.items():
            (home / name).write_text(content)
        return home

    return make


def test_a_bot_without_a_build_has_its_own_hash_as_its_folders_hash(freeze):
    home = freeze()
    assert home.name == tree_hash(home)
    assert is_intact(home)


@pytest.mark.parametrize(
    "change",
    [
        lambda home: (home / "bot.py").write_text("print(2)"),
        lambda home: (home / "bot.py").chmod(0o755),
        lambda home: (home / "random.py").write_text(""),
        lambda home: (home / "bot.py").unlink(),
        lambda home: (home / "d").symlink_to(home / "b"),
        lambda home: os.mkfifo(home / "pipe"),
        lambda home: home.rename(home.with_name("x")),
    ],
    ids=["content", "mode", "added", "removed", "link", "pipe", "gone"],
)
def test_every_change_is_seen(freeze, change):
    home = freeze()
    change(home)
    assert not is_intact(home)


def test_a_link_in_place_of_the_folder_is_seen(freeze):
    home = freeze()
    home.symlink_to(home.rename(home.with_name("x")))
    assert not is_intact(home)


def test_a_folder_that_cant_be_read_has_no_hash(freeze, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    home = freeze()
    monkeypatch.setattr("os.scandir", refuse)
    assert tree_hash(home) is None


def test_what_a_build_added_belongs_to_the_bot_as_long_as_its_note_says_so(freeze):
    home = freeze(MANIFEST + 'build = ["make"]\n', program="1")
    assert not is_intact(home)
    note_built(home, tree_hash(home))
    assert is_intact(home)
    (home / "program").write_text("2")
    assert not is_intact(home)


def test_a_note_says_nothing_about_a_bot_without_a_build(freeze):
    home = freeze(extra="1")
    note_built(home, tree_hash(home))
    assert not is_intact(home)


def test_a_manifest_that_was_spoiled_vouches_for_nothing(freeze):
    home = freeze(MANIFEST + 'build = ["make"]\n', program="1")
    (home / "bot.toml").write_text("what")
    note_built(home, tree_hash(home))
    assert not is_intact(home)
