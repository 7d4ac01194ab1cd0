"""Changes of bots' files are seen, once they are over."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from arena.runner.files.watching import LOOK_S, Watched


@dataclass
class Days:
    """Stands in for time: while one sleeps, the next thing happens."""

    happenings: list[Callable[[], object]]
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.happenings:
            self.happenings.pop(0)()


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "bot"
    (folder / "model").mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    (folder / "bot.py").write_text("1")
    (folder / "model" / "a.bin").write_text("1")
    (tmp_path / "lone.py").write_text("1")
    return folder


def wait(sources, happenings):
    days = Days(happenings)
    watched = Watched(sources, days.sleep)
    watched.mark()
    return watched, watched.wait(), days.slept


def nothing():
    pass


def test_files_that_change_come_or_go_are_told_when_all_is_quiet(bot, tmp_path):
    lone = tmp_path / "lone.py"
    happenings = [
        nothing,
        lambda: (bot / "bot.py").write_text("12"),
        lambda: (bot / "new.py").write_text("1"),
        lone.unlink,
        nothing,
    ]
    _, changed, slept = wait((bot, lone), happenings)
    assert [bot / "bot.py", bot / "new.py", lone] == changed
    assert {LOOK_S} == set(slept)


def test_a_file_of_the_same_length_is_another_when_its_time_is(bot):
    happenings = [lambda: os.utime(bot / "model" / "a.bin", ns=(1, 1))]
    assert [bot / "model" / "a.bin"] == wait((bot,), happenings)[1]


def test_what_is_no_part_of_a_bot_changes_nothing(bot):
    happenings = [
        lambda: (bot / "__pycache__" / "bot.pyc").write_text("x"),
        lambda: (bot / ".DS_Store").write_text("x"),
        lambda: (bot / "bot.py").write_text("12"),
    ]
    _, changed, slept = wait((bot,), happenings)
    assert [bot / "bot.py"] == changed
    assert len(slept) >= 4


def test_what_changed_while_the_bots_played_is_seen_at_once(bot):
    days = Days([])
    watched = Watched((bot,), days.sleep)
    watched.mark()
    (bot / "bot.py").write_text("12")
    assert [bot / "bot.py"] == watched.wait()
    assert 1 == len(days.slept)
