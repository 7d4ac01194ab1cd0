"""How the command line ends when its surroundings fail it."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.errors import RunError

BARE = str(Path(__file__).parents[2] / "example_bots" / "bare.py")


def arena(line: str) -> subprocess.CompletedProcess:
    """Run ``arena`` by a shell, for its redirections."""
    program = "import sys; from arena.cli.main import main; sys.argv[0] = 'arena'; main()"
    shell = f'exec "$0" -c "$1" {line}'
    return subprocess.run(
        ["sh", "-c", shell, sys.executable, program], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("line", ["--help", "--version", "play --help"])
def test_help_on_a_full_device_is_one_message(line):
    done = arena(f"{line} > /dev/full")
    assert (4, "Error: No space left on device\n") == (done.returncode, done.stderr)


def test_a_closed_stdout_is_no_defect(tmp_path):
    done = arena(f"replay {tmp_path}/none.jsonl >&-")
    assert 2 == done.returncode
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_nobody_listening_to_stderr_harms_no_match(closed):
    done = arena(f"play {BARE} {BARE} --boards 1 {closed}")
    assert 0 == done.returncode
    assert "bare" in done.stdout


def test_an_error_cannot_steer_the_terminal(monkeypatch):
    """A path in a message may hold anything; lines stay lines."""
    from click.testing import CliRunner

    from arena.cli import replay

    def fail(*_args: object, **_options: object) -> None:
        raise RunError("no\x1b[31m\u202e such\nfile")

    monkeypatch.setattr(replay.command, "callback", fail)
    done = CliRunner().invoke(main, ["replay", __file__])
    assert "Error: no\\x1b[31m\\u202e such\nfile\n" in done.output


def test_proving_and_choosing_a_part_exclude_each_other():
    from click.testing import CliRunner

    done = CliRunner().invoke(main, ["replay", __file__, "--verify", "--half", "2"])
    assert 2 == done.exit_code
    assert "--verify proves the whole log" in done.output


def test_an_empty_seed_is_refused_not_replaced():
    from click.testing import CliRunner

    done = CliRunner().invoke(main, ["play", BARE, BARE, "--seed", ""])
    assert 2 == done.exit_code
    assert "a seed is 1 to 32 hexadecimal digits, not ''" in done.output
