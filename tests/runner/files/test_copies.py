"""Copies that share nothing with what they are copies of."""

import os
from pathlib import Path

import pytest

from arena.runner.files.copies import copy_apart
from arena.runner.process.seat import BotProcess
from arena.sandbox.launch import plan_launch
from arena.sandbox.level import Level


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "bot"
    (place / "data").mkdir(parents=True)
    (place / "bot.py").write_text("print()")
    (place / "bot.py").chmod(0o555)
    (place / "data" / "weights").write_bytes(bytes(range(256)) * 5_000)
    (place / "data" / "empty").touch()
    (place / "link").symlink_to("bot.py")
    os.utime(place / "bot.py", ns=(1_000_000_007, 2_000_000_009))
    place.chmod(0o555)
    yield place
    place.chmod(0o755)


def told(folder):
    """Names, modes, times and contents of all that is in a folder."""
    return {
        path.relative_to(folder): (
            path.lstat().st_mode,
            path.is_dir() or path.is_symlink() or path.stat().st_mtime_ns,
            path.is_file() and path.read_bytes(),
        )
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("way", ["copy_file_range", "other system", "no such call"])
def test_a_copy_has_all_but_the_inodes(folder, tmp_path, monkeypatch, way):
    if way == "no such call":

        def missing(*_):
            raise OSError(38, "Function not implemented")

        monkeypatch.setattr(os, "copy_file_range", missing)
    target = Path("/dev/shm" if way == "other system" else tmp_path) / f"copy-{os.getpid()}"
    target.mkdir()
    try:
        copy_apart(folder, target)
        assert told(folder) == told(target)
        assert (folder / "bot.py").stat().st_ino != (target / "bot.py").stat().st_ino
    finally:
        target.chmod(0o755)
        for path in sorted(target.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        target.rmdir()


def test_what_is_no_file_is_left_out(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    for place in (source, target):
        place.mkdir()
    os.mkfifo(source / "pipe")
    (source / "bot.py").touch()
    copy_apart(source, target)
    assert ["bot.py"] == [path.name for path in target.iterdir()]


def test_a_copy_that_fails_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("arena.runner.process.seat.copy_apart", full)
    plan = plan_launch(("python3", "bot.py"), tmp_path, Level.STRICT)
    with pytest.raises(OSError, match="No space left"):
        BotProcess.start(plan)
    assert [] == list(tmp_path.iterdir())
