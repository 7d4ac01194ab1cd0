"""The command as a whole: help, errors, exit statuses, colour."""

import errno
import os
import signal
import subprocess
import sys

import click
import pytest

from arena import errors
from arena.cli import group
from arena.cli.exits import MEANINGS, ExitStatus, status_of
from arena.cli.group import COMMANDS, colour_of
from arena.cli.main import main


@pytest.fixture
def broken(arena, monkeypatch):
    """Runs ``arena verify`` with an error waiting inside of it."""

    def run(error):
        @click.command()
        def command():
            raise error

        monkeypatch.setattr(type(main), "get_command", lambda *_: command)
        return arena("verify")

    return run


def test_help_names_every_command_and_teaches_by_example(arena):
    said = arena("--help")
    assert (0, "") == (said.status, said.err)
    assert all(f"\n  {name} " in said.out for name in COMMANDS)
    assert "\n    arena tournament tournaments/quickstart.toml\n" in said.out
    assert said.out == arena("-h").out


def test_without_a_command_the_help_is_shown_as_a_mistake(arena):
    assert (2, "") == (arena().status, arena().out)
    assert "Commands:" in arena().err


def test_the_version_is_the_distributions(arena):
    assert (0, "arena, version 0.1.0\n") == (arena("--version").status, arena("--version").out)


def test_an_unknown_command_is_a_usage_error(arena):
    said = arena("plya")
    assert (2, "") == (said.status, said.out)
    assert "No such command 'plya'." in said.err


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["play", "--help"]])
def test_help_waits_for_no_heavy_package(words):
    """What ``--help`` imports is what it costs."""
    script = (
        "import sys; from arena.cli.main import main\n"
        "try: main(sys.argv[1:], prog_name='arena')\n"
        "except SystemExit: pass\n"
        "print(sorted({'pydantic', 'trio', 'tabulate', 'protocol'} & set(sys.modules)), file=sys.stderr)"
    )
    command = [sys.executable, "-c", script, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "[]\n" == done.stderr


def every_error():
    """All classes of the tree of errors, made with the arguments that they need."""
    made = {
        errors.NotationError: errors.NotationError("x", "a card"),
        errors.IllegalPlayError: errors.IllegalPlayError("N", "AH", (), "why"),
        errors.ConfigErrors: errors.ConfigErrors(
            [errors.ConfigError("x"), errors.ConfigError("y")]
        ),
    }
    waiting = [errors.ArenaError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        yield made.get(kind) or kind("what happened")


@pytest.mark.parametrize("error", list(every_error()), ids=lambda error: type(error).__name__)
def test_every_error_of_the_arena_ends_in_one_message_and_a_documented_status(broken, error):
    said = broken(error)
    assert "" == said.out
    assert said.status in set(MEANINGS)
    if said.status != ExitStatus.BUG:
        assert f"Error: {error}\n" == said.err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.ConfigError("x"), 2),
        (errors.RulesetError("x"), 2),
        (errors.ConfigErrors([]), 2),
        (errors.BotStartError("x"), 3),
        (errors.SubmissionError("x"), 3),
        (errors.TranscriptError("x"), 1),
        (errors.ReplayMismatchError("x"), 1),
        (errors.RunError("x"), 4),
        (errors.SandboxUnavailableError("x"), 4),
        (errors.RefereeBug("x"), 70),
    ],
)
def test_statuses_are_kept_for_scripts(error, status):
    assert status == status_of(error)


def test_every_status_has_a_meaning():
    assert set(ExitStatus) == set(MEANINGS)


@pytest.mark.parametrize(
    "error", [errors.RefereeBug("impossible"), ZeroDivisionError("impossible")]
)
def test_a_defect_shows_where_and_asks_for_a_report(broken, error):
    said = broken(error)
    assert 70 == said.status
    assert "Traceback (most recent call last)" in said.err
    assert f"{type(error).__name__}: impossible" in said.err
    assert "please report it" in said.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "x.jsonl"), "No space left on device: x.jsonl"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (OSError("odd"), "odd"),
        (MemoryError(), "there isn't enough memory for that"),
    ],
)  # fmt: skip
def test_the_hosts_troubles_are_named_without_a_traceback(broken, error, message):
    assert (4, f"Error: {message}\n") == (broken(error).status, broken(error).err)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_has_its_own_status(broken, error):
    assert (130, "Error: interrupted\n") == (broken(error).status, broken(error).err)


def test_a_termination_ends_as_an_interrupt_does_and_leaves_no_handler(arena, monkeypatch):
    @click.command()
    def command():
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(type(main), "get_command", lambda *_: command)
    assert 130 == arena("verify").status
    assert before == signal.getsignal(signal.SIGTERM)


def test_a_reader_that_went_away_is_no_error_to_speak_of(broken, monkeypatch):
    dropped = []
    monkeypatch.setattr(group, "_drop_output", lambda: dropped.append(True))
    said = broken(BrokenPipeError())
    assert (141, "", [True]) == (said.status, said.err, dropped)


def test_after_a_broken_pipe_nothing_more_is_written():
    """The real thing: a reader that reads one line of many."""
    script = "import sys; from arena.cli.main import main; main(sys.argv[1:])"
    with subprocess.Popen(
        [sys.executable, "-c", script, "bots", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.wait()
        assert process.stderr is not None
        assert (141, b"") == (process.returncode, process.stderr.read())


@pytest.mark.parametrize(
    ("environment", "colour"),
    [
        ({}, None),
        ({"NO_COLOR": ""}, None),
        ({"NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": ""}, None),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_follows_the_environment(environment, colour):
    assert colour is colour_of(environment)
