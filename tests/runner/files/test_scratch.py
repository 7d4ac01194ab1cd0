"""Folders for a while: what a killed process has left is removed by a later one, and nothing else is."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.runner.files.scratch import PREFIX, make_scratch, remove_left_over, scratch_folder

LATER = 3600.0
HOLDER = """
import sys, time
from pathlib import Path
from arena.runner.files.scratch import scratch_folder
with scratch_folder("test") as folder:
    (folder / "deep").mkdir()
    print(folder, flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def holder():
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True
    ) as process:
        folder = Path(process.stdout.readline().strip())
        yield process, folder
        process.kill()


def test_what_a_living_process_holds_stays_and_what_a_killed_one_has_left_goes(holder):
    process, folder = holder
    remove_left_over(time.time() + LATER)
    assert (folder / "deep").is_dir()
    process.kill()
    process.wait()
    assert folder.is_dir()
    remove_left_over(time.time() + LATER)
    assert not folder.exists()


def test_what_was_made_a_moment_ago_stays_for_its_maker_may_not_hold_it_yet():
    folder = make_scratch("young")
    remove_left_over(time.time())
    assert folder.is_dir()
    remove_left_over(time.time() + LATER)
    assert not folder.exists()


def test_what_is_not_such_a_folder_of_ours_stays(place, monkeypatch):
    kept = [place / "else", place / f"{PREFIX}file", place / f"{PREFIX}link"]
    kept[0].mkdir()
    kept[1].write_text("")
    kept[2].symlink_to(kept[0])
    remove_left_over(time.time() + LATER)
    theirs = make_scratch("theirs")
    mine = os.geteuid()
    monkeypatch.setattr("os.geteuid", lambda: mine + 1)
    remove_left_over(time.time() + LATER)
    assert all(os.path.lexists(path) for path in (*kept, theirs))


def test_an_own_folder_is_held_and_gone_in_the_end():
    with scratch_folder("own") as folder:
        remove_left_over(time.time() + LATER)
        assert folder.is_dir()
    assert not folder.exists()


def test_a_place_for_temporary_files_that_is_gone_harms_nobody(monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/nowhere/at/all")
    remove_left_over(time.time())
