"""Folders that other users can't enter."""

from pathlib import Path

from arena.sandbox.mounts import closed_above


def test_the_first_closed_folder_on_the_way_is_found(tmp_path):
    """From the root on, so that one that is closed above all of this test's folders comes first."""
    way = tmp_path / "closed" / "deep" / "bot"
    way.mkdir(parents=True)
    (tmp_path / "closed").chmod(0o700)
    assert (closed_above(tmp_path / "closed") or tmp_path / "closed") == closed_above(way)


def test_everybody_may_enter_what_is_open_all_the_way():
    assert closed_above(Path("/usr/bin/env")) is None
