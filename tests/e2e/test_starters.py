"""Every starter and every example passes ``arena check`` untouched, and starters play as they say."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arena.runner.bots.starters import new_bot

ROOT = Path(__file__).parents[2]
PATIENT = ("--start-ms", "60000", "--move-ms", "60000")
TOOLCHAIN = pytest.mark.toolchain

STARTERS = [
    "python",
    "sh",
    *(pytest.param(name, marks=TOOLCHAIN) for name in ("javascript", "c", "rust", "java")),
]
"""Go is left to those who have it."""

EXAMPLES = [
    "bare.py",
    "random_bot.py",
    "counter",
    "shell",
    *(pytest.param(name, marks=TOOLCHAIN) for name in ("javascript", "c")),
]


def arena(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *words], capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def check(bot: Path, *options: str) -> None:
    result = json.loads(arena("check", str(bot), "--json", *PATIENT, *options))
    assert {"passed"} == {step["verdict"] for step in result["steps"]}


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_passes_the_check_untouched(language, tmp_path):
    check(new_bot("ana", language, tmp_path))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_passes_the_check(name):
    check(ROOT / "example_bots" / name, "--sandbox", "off")


def test_a_starter_plays_better_than_chance(tmp_path):
    """It takes a trick as cheaply as it can; the other languages' play the same way."""
    bot, chance = new_bot("ana", "python", tmp_path), ROOT / "example_bots" / "random_bot.py"
    match = json.loads(
        arena("play", str(bot), str(chance), "--boards", "20", "--seed", "1", "--json")
    )
    assert "ana" == min(match["standings"], key=lambda entrant: entrant["rank"])["entrant"]


@pytest.mark.parametrize("language", STARTERS[2:])
def test_starters_play_the_same_cards_in_every_language(language, tmp_path):
    """But for the shell's, which only throws away."""
    log = str(tmp_path / "match.jsonl")
    arena(
        "play",
        str(new_bot("ana", "python", tmp_path)),
        "--boards",
        "2",
        "--seed",
        "7",
        "--log",
        log,
    )
    other = str(new_bot("rui", language, tmp_path))
    said = arena("debug", log, "--seat", "N", "--bot", other, "--sandbox", "off")
    assert "20 requests: the bot does what is recorded\n" == said
