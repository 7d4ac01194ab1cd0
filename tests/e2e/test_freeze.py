"""Bots that work while others are asked: seen when they may, and stopped when they are frozen."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from arena.referee.events import CardPlayed, Ending
from arena.referee.levels import Level, LevelChoice
from arena.referee.spec import Clock, Terms
from arena.runner.play.quickplay import QuickMatch, play_quick
from arena.runner.process.isolation import choose
from arena.transcript.reader import LoggedMatch
from arena.transcript.verify import verify_log
from arena.transcript.work import Work

BOTS = Path(__file__).parents[1] / "bots"


@cache
def best_level() -> Level:
    """The best that this host can do."""
    return choose(LevelChoice.AUTO, None).level


@pytest.fixture(params=["off", "best"])
def level(request) -> Level:
    """Without isolation, and with all that there is here."""
    return Level.OFF if request.param == "off" else best_level()


def bot(folder: Path, name: str) -> Path:
    """A script of ``tests/bots`` as a bot."""
    home = folder / name
    if not home.exists():
        home.mkdir()
        for file in ("scripted.py", f"{name}.py"):
            shutil.copy(BOTS / file, home)
        manifest = f'name = "{name}"\nrun = ["python3", "{name}.py"]\n'
        (home / "bot.toml").write_text(manifest, encoding="utf-8")
    return home


def play(log: Path, level: Level, *, freeze: bool) -> LoggedMatch:
    """Two boards of moonlighters against honest bots."""
    north, east = (bot(log.parent, name) for name in ("moonlights", "honest"))
    terms = Terms(clock=Clock(start_ms=30_000, move_ms=30_000), freeze=freeze)
    quick = QuickMatch((north, east, north, east), terms, 2, "5eca", log, level)
    match = play_quick(quick, lambda _done, _of: None, lambda _name: None)
    assert (Ending.PLAYED, ((), ())) == (match.outcome.ending, match.outcome.faults)
    verify_log(log)
    return match


def spent(match: LoggedMatch) -> Work:
    """What the moonlighters used."""
    return match.outcome.work[0]


def test_a_frozen_bot_does_nothing_off_turn_and_plays_as_well(tmp_path, level):
    """The child that burns a core is seen and stopped with it, and both logs can be proved."""
    free = play(tmp_path / "free.jsonl", level, freeze=False)
    frozen = play(tmp_path / "frozen.jsonl", level, freeze=True)
    assert spent(frozen).off_turn_us < spent(free).off_turn_us / 2
    assert spent(frozen).off_turn_us < 1_000 * spent(frozen).turns
    cards = [
        [step.event.card for step in half.events if isinstance(step.event, CardPlayed)]
        for half in (*free.halves, *frozen.halves)
    ]
    assert cards[:2] == cards[2:]
