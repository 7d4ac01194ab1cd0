"""What a build step may leave: within bounds, and nothing that isn't a file, a folder or a link inside."""

import os
import stat
from pathlib import Path

import pytest

from arena.errors import BotStartError
from arena.runner.bots import built
from arena.runner.bots.prepare import find_bot, prepare_bot
from arena.runner.files.removal import discard


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Prepares a bot whose build step is a function of its folder."""
    source = tmp_path / "eve"
    source.mkdir()
    (source / "bot.toml").write_text(
        'name = "eve"\nrun = ["python3", "bot.py"]\nbuild = ["python3", "build.py"]\n'
    )
    (source / "bot.py").write_text("print()\n")

    def prepare(step) -> Path:
        monkeypatch.setattr(
            "arena.runner.bots.prepare.run_build", lambda _name, plan, *_: step(Path(plan.cwd))
        )
        return prepare_bot(find_bot(source), tmp_path / "frozen", print).folder

    yield prepare
    assert [] == list((tmp_path / "frozen").glob("*.part"))
    discard(tmp_path / "frozen")


def refused(build, step, what: str) -> None:
    with pytest.raises(
        BotStartError, match=f"^bot 'eve' can't be taken: its build step left {what}"
    ):
        build(step)


def test_files_folders_and_links_within_may_be_left(build):
    """As compilers and package managers leave them."""

    def step(folder: Path) -> None:
        (folder / "out" / "bin").mkdir(parents=True)
        (folder / "out" / "bin" / "bot").write_bytes(b"\x7fELF")
        (folder / "latest").symlink_to("out/bin/bot")

    assert (build(step) / "latest").is_symlink()


def test_leave_is_given_to_read_and_taken_away_to_write_and_to_be_another(build):
    """Whatever modes a build has left; a set-user-id file would be the organiser's own."""

    def step(folder: Path) -> None:
        (folder / "closed").mkdir()
        (folder / "closed" / "tool").touch()
        (folder / "closed" / "tool").chmod(0o6711)
        (folder / "closed").chmod(0)

    home = build(step)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (home, home / "closed")]
    assert [0o555, 0o555] == modes
    assert 0o555 == stat.S_IMODE((home / "closed" / "tool").stat().st_mode)
    assert 0o444 == stat.S_IMODE((home / "bot.py").stat().st_mode)


@pytest.mark.parametrize("target", ["/etc/passwd", "../../rival", "sub/up/../../.."])
def test_a_link_that_leads_out_is_refused(build, target):
    """Also by way of another one."""

    def step(folder: Path) -> None:
        (folder / "a" / "sub").mkdir(parents=True)
        (folder / "a" / "sub" / "up").symlink_to("../..")
        (folder / "a" / "link").symlink_to(target)

    refused(build, step, "'a/link', a link that leads out of its folder")


def test_a_fifo_is_refused(build):
    """Whoever opened it would wait for ever."""
    refused(build, lambda folder: os.mkfifo(folder / "pipe"), "'pipe', which is neither a file")


def test_too_many_files_are_refused(build, monkeypatch):
    """And taken away again."""
    monkeypatch.setattr(built, "MAX_BUILT_FILES", 10)

    def step(folder: Path) -> None:
        for number in range(20):
            (folder / f"n{number}").touch()

    refused(build, step, "more than 10 files")


def test_too_many_bytes_are_refused_unread(build):
    """A sparse file takes none on the disk."""

    def step(folder: Path) -> None:
        with (folder / "huge").open("wb") as file:
            file.truncate(10 << 30)

    refused(build, step, "more than 1,024 MiB of files")


def test_folders_deeper_than_any_build_needs_are_refused_and_taken_away(build):
    """Made by going down step by step."""

    def step(folder: Path) -> None:
        here = os.open(folder, os.O_RDONLY)
        for _ in range(300):
            os.mkdir("deep", dir_fd=here)
            below = os.open("deep", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(here)

    refused(build, step, "folders within folders, deeper than 64")


def test_a_folder_that_was_exchanged_is_refused(build, tmp_path):
    """For a link to somebody's home."""

    def step(folder: Path) -> None:
        folder.rename(tmp_path / "moved")
        folder.symlink_to(tmp_path)

    refused(build, step, "something else in the place of its folder")
    assert (tmp_path / "eve").is_dir()
