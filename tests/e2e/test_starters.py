"""Every starter and every example passes ``arena check`` untouched, and starters play as they say."""

import json
import subprocess
import sys
import tomllib
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


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_comes_with_a_test_on_a_position_of_a_real_match(language, tmp_path):
    bot = new_bot("ana", language, tmp_path)
    manifest = tomllib.loads((bot / "bot.toml").read_text())
    if "build" in manifest:
        subprocess.run(manifest["build"], cwd=bot, check=True)
    command = [sys.executable if word == "python3" else word for word in manifest["run"]]
    card = "4S" if language == "sh" else "KS"  # it only throws away
    for wanted, told in ((card, (f"ok: {card}\n", "", 0)), ("AS", ("", "wanted AS, got: {", 1))):
        asked = ["sh", "test_position.sh", wanted, *command]
        done = subprocess.run(asked, cwd=bot, capture_output=True, text=True, check=False)
        assert told == (done.stdout, done.stderr[: len(told[1])], done.returncode)


def test_the_python_starter_has_it_in_python_too(tmp_path):
    bot = new_bot("ana", "python", tmp_path)
    done = subprocess.run(
        [sys.executable, "test_bot.py"], cwd=bot, capture_output=True, text=True, check=True
    )
    assert "ok\n" == done.stdout
    (bot / "bot.py").write_text("def choose(view):\n    return view.legal[0]\n")
    worse = subprocess.run(
        [sys.executable, "test_bot.py"], cwd=bot, capture_output=True, text=True, check=False
    )
    assert "AssertionError" in worse.stderr


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
