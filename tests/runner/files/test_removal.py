"""Folders are taken away whatever strangers put into them."""

import os
from pathlib import Path

import pytest
import trio

from arena.runner.files import removal
from arena.runner.files.removal import discard, discard_if_possible
from arena.runner.process import sweep


def dig(folder: Path, levels: int) -> None:
    """Make so many folders within each other, a file in each: no path is long enough for the last."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
        os.mkdir("a long name for a folder", dir_fd=here)
        below = os.open("a long name for a folder", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def test_folders_within_folders_are_removed_however_deep_they_go(tmp_path):
    """No recursion, and no path that is too long."""
    home = tmp_path / "home"
    home.mkdir()
    dig(home, 1_100)
    discard(home)
    assert [] == list(tmp_path.iterdir())


def test_modes_do_not_matter_and_links_are_not_followed(tmp_path):
    """What a link leads to stays."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    home = tmp_path / "home"
    (home / "closed" / "inner").mkdir(parents=True)
    (home / "closed" / "inner" / "file").touch(0o000)
    (home / "link").symlink_to(tmp_path / "kept")
    (home / "closed" / "inner").chmod(0)
    (home / "closed").chmod(0)
    home.chmod(0)
    discard(home)
    assert ["file"] == [path.name for path in (tmp_path / "kept").iterdir()]
    assert ["kept"] == [path.name for path in tmp_path.iterdir()]


def test_others_have_their_turns_while_many_files_are_removed(tmp_path):
    """A table's deadlines among them."""
    home = tmp_path / "home"
    home.mkdir()
    for number in range(2_000):
        (home / str(number)).touch()
    turns = []

    async def others() -> None:
        while home.exists():
            turns.append(len(list(home.iterdir())))
            await trio.lowlevel.checkpoint()

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(others)
            nursery.start_soon(sweep.discard_in_turns, home)

    trio.run(main)
    assert len(set(turns)) > 4


def test_what_a_system_lists_only_the_second_time_is_removed_too(tmp_path, monkeypatch):
    """Some leave entries out while others are being removed."""
    home = tmp_path / "home"
    home.mkdir()
    for number in range(10):
        (home / str(number)).touch()
    real = os.scandir

    class Half:
        def __init__(self, path):
            self._real = real(path)

        def __enter__(self):
            return iter(list(self._real)[:5])

        def __exit__(self, *_):
            self._real.close()

    monkeypatch.setattr(removal.os, "scandir", Half)
    discard(home)
    assert not home.exists()


def test_what_cannot_be_removed_is_an_error_unless_it_needn_t_be(tmp_path, monkeypatch):
    """A disk that fails; temporary files may stay then."""
    home = tmp_path / "home"
    home.mkdir()

    def fail(_path):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(removal.os, "scandir", fail)
    with pytest.raises(OSError, match="Input/output error"):
        discard(home)
    discard_if_possible(home)
    trio.run(sweep.discard_in_turns, home)
    assert home.exists()


def test_a_folder_that_fills_while_it_is_emptied_is_given_up(tmp_path, monkeypatch):
    """Somebody lives in it."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "file").touch()
    monkeypatch.setattr(removal, "_remove", lambda _path: iter(()))
    with pytest.raises(OSError, match="not empty"):
        discard(home)
