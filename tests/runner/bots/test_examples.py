"""The examples come along wherever the arena is installed, and hints name no package of an index."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arena import extras
from arena.errors import RunError
from arena.runner.bots.examples import copy_examples

ROOT = Path(__file__).parents[3]


def names(folder):
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )


def test_the_examples_are_copied_as_they_are_and_nothing_is_overwritten(tmp_path):
    bots, tournament = copy_examples(tmp_path)
    assert names(ROOT / "example_bots") == names(bots)
    assert (ROOT / "tournaments/quickstart.toml").read_bytes() == tournament.read_bytes()
    with pytest.raises(RunError, match="example_bots is there already; name another folder"):
        copy_examples(tmp_path)


def test_a_copy_that_finds_no_room_leaves_nothing(tmp_path, monkeypatch):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("arena.runner.bots.examples.shutil.copy", full)
    with pytest.raises(OSError, match="No space left"):
        copy_examples(tmp_path)
    assert [] == names(tmp_path)


@pytest.mark.toolchain
def test_a_wheel_brings_them_along(tmp_path):
    """Built as anybody builds it, and run from another folder with nothing of the clone."""
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "-w",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    here = tmp_path / "here"
    here.mkdir()
    environ = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    for words in (["examples"], ["tournament", "tournaments/quickstart.toml", "--dry-run"]):
        command = [sys.executable, "-P", "-m", "arena.cli", *words]
        subprocess.run(command, cwd=here, env=environ, check=True, capture_output=True)
    assert names(ROOT / "example_bots") == names(here / "example_bots")


def test_no_hint_and_no_page_names_a_package_of_this_project_on_an_index():
    texts = [
        *(ROOT / "arena").rglob("*.py"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "README.md",
        *ROOT.glob("*/*.md"),
    ]
    for path in texts:
        assert not re.search(r"pip install (-\S+ )*'?sueca", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    ("told", "hint"),
    [
        (
            '{"url": "file:///home/ana/arena", "dir_info": {}}',
            "pip install '/home/ana/arena[report]'",
        ),
        ('{"url": "file:///home/a%20b/x.whl"}', "pip install '/home/a b/x.whl[report]'"),
        ('{"url": "https://example.org/x.whl"}', "install the arena again from the folder"),
        (None, "install the arena again from the folder"),
        ("not JSON", "install the arena again from the folder"),
    ],
)
def test_a_hint_says_where_the_arena_came_from(monkeypatch, told, hint):
    class Installed:
        def read_text(self, _name):
            return told

    monkeypatch.setattr("arena.extras.metadata.distribution", lambda _name: Installed())
    assert extras.install_hint("report").startswith(hint)


def test_an_arena_that_is_not_installed_has_a_hint_too(monkeypatch):
    monkeypatch.setattr(extras, "DISTRIBUTION", "no-such-distribution")
    assert "from the folder or file that it came from" in extras.install_hint("report")
