"""Real commands that a signal ends: told in one line, and nothing of theirs is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.killed

PATIENCE_S = 30.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
BEGUN = "import pathlib, time\npathlib.Path({mark!r}).touch()\ntime.sleep(600)\n"
"""A build step, or a bot, that says that it has begun and never ends: by a file, which no sandbox would allow."""

COMMANDS = {
    "play": ("play", "bot", "--log", "match.jsonl", "--start-ms", "600000", "--sandbox", "off"),
    "submit": ("submit", "bot", "--to", "empty.toml", "--sandbox", "off"),
    "tournament": ("tournament", "cup.toml"),
}


def desk_at(folder: Path, keys: str) -> Path:
    """A folder with a bot that never ends, and with all that the commands need."""
    desk = folder / "desk"
    (desk / "bot").mkdir(parents=True)
    (folder / "scratch").mkdir()
    (desk / "bot" / "bot.toml").write_text(f'name = "slow"\n{keys}\n')
    (desk / "bot" / "slow.py").write_text(BEGUN.format(mark=str(folder / "begun")))
    board = 'unit = "board"\nboards = 1\nsandbox = "off"\n'
    (desk / "empty.toml").write_text(board)
    entrants = "".join(f'[[entrants]]\nname = "{name}"\nbot = "bot"\n' for name in ("ana", "rui"))
    (desk / "cup.toml").write_text(board + entrants)
    return desk


def interrupt(desk: Path, command: str, number: signal.Signals) -> tuple[int, str]:
    """Send the signal once the bot's own program runs: the status, and what stderr had but for the sandbox's line."""
    environment = os.environ | {"TMPDIR": str(desk.parent / "scratch")}
    argv = [sys.executable, "-m", "arena.cli", *COMMANDS[command]]
    process = subprocess.Popen(argv, cwd=desk, env=environment, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + PATIENCE_S
    while not (desk.parent / "begun").exists():
        assert process.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.01)
    process.send_signal(number)
    _, said = process.communicate(timeout=PATIENCE_S)
    lines = (line for line in said.splitlines(keepends=True) if not line.startswith("sandbox off"))
    return process.returncode, "".join(lines)


def files_below(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def processes_in(folder: Path) -> list[str]:
    """Processes that work in the folder, or below it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                where = (entry / "cwd").readlink()
            except OSError:
                continue
            if where.is_relative_to(folder):
                found.append(entry.name)
    return found


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("command", ["play", "submit"])
def test_a_signal_during_a_build_leaves_nothing(tmp_path, command, number):
    desk = desk_at(tmp_path, 'run = ["./bot"]\nbuild = ["python3", "slow.py"]')
    before = files_below(desk)
    assert (130, "building slow\nError: interrupted\n") == interrupt(desk, command, number)
    assert before == files_below(desk)
    assert [] == list((tmp_path / "scratch").iterdir())
    assert [] == processes_in(tmp_path)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_during_a_tournaments_build_leaves_no_half_of_a_bot(tmp_path, number):
    desk = desk_at(tmp_path, 'run = ["./bot"]\nbuild = ["python3", "slow.py"]')
    assert (130, "building slow\nError: interrupted\n") == interrupt(desk, "tournament", number)
    assert [] == list((desk / "cup" / "bots").iterdir())
    assert [] == list((tmp_path / "scratch").iterdir())
    assert [] == processes_in(tmp_path)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_during_a_quick_match_leaves_nothing(tmp_path, number):
    desk = desk_at(tmp_path, 'run = ["python3", "slow.py"]')
    before = files_below(desk)
    assert (130, "Error: interrupted\n") == interrupt(desk, "play", number)
    assert before == files_below(desk)
    assert [] == list((tmp_path / "scratch").iterdir())
    assert [] == processes_in(tmp_path)
