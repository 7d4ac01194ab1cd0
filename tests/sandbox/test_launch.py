"""How a bot is started, as a value."""

import sys
from pathlib import Path

import pytest

from arena.referee.spec import Limits
from arena.sandbox.launch import plan_build, plan_launch, search_path
from arena.sandbox.level import Level

FOLDER = Path("/frozen/bot")


@pytest.mark.parametrize("name", ["python", "python3"])
def test_python_means_the_interpreter_of_the_arena(name):
    """A version manager's shim would cost 100 ms a start, and may be another Python."""
    assert (sys.executable, "bot.py") == plan_launch((name, "bot.py"), FOLDER).argv


@pytest.mark.parametrize(("run", "path"), [("./bot", "bot"), ("bin/bot", "bin/bot")])
def test_a_program_with_a_slash_is_one_of_the_bots_own_files(run, path):
    """It is named by its whole path."""
    assert (f"/frozen/bot/{path}", "-q") == plan_launch((run, "-q"), FOLDER).argv


@pytest.mark.parametrize("run", ["node", "/usr/bin/node"])
def test_other_programs_are_left_as_they_are(run):
    """The PATH finds them when they start, or they are where they say."""
    assert (run, "bot.js") == plan_launch((run, "bot.js"), FOLDER).argv


def test_a_bot_starts_in_its_own_folder():
    """Its files are where it expects them."""
    assert "/frozen/bot" == plan_launch(("node", "bot.js"), FOLDER).cwd


def test_nothing_of_the_organisers_environment_is_passed_on_but_the_path(monkeypatch):
    """No token, no proxy, no PYTHONPATH: an allow-list."""
    monkeypatch.setenv("API_TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    } == dict(plan_launch(("node",), FOLDER).env)


def test_relative_entries_of_the_path_are_left_out():
    """They would mean the bot's own folder, where it could keep a program called like another."""
    assert "/usr/bin:/bin" == search_path("/usr/bin::.:bin:/bin:")


def test_what_is_isolated_says_what_it_may_read():
    """At ``off`` that is no question."""
    assert () == plan_launch(("python3",), FOLDER).readable
    plan = plan_launch(("python3",), FOLDER, Level.STRICT, Limits(processes=3))
    assert (Level.STRICT, 3, False) == (plan.level, plan.limits.processes, plan.building)
    assert any(Path(sys.executable).is_relative_to(path) for path in (*plan.readable, "/usr"))


def test_a_build_may_use_more_and_knows_where_compilers_are(monkeypatch, tmp_path):
    monkeypatch.setenv("RUSTUP_HOME", str(tmp_path))
    plan = plan_build(("cargo",), FOLDER, Level.STANDARD)
    assert plan.building
    assert plan.limits.memory_mib > Limits().memory_mib
    assert str(tmp_path) == dict(plan.env)["RUSTUP_HOME"]
    assert str(tmp_path) in plan.readable
    assert () == plan_build(("cargo",), FOLDER, Level.OFF).readable
