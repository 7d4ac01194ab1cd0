"""What a bot's process is given, and what it would be held to."""

import os
import platform
from pathlib import Path

import pytest

from arena.sandbox import confine
from arena.sandbox.confine import Standard, filter_bytes, private_environment
from arena.sandbox.landlock import Access
from arena.sandbox.launch import plan_build, plan_launch
from arena.sandbox.level import Level
from arena.sandbox.reach import sdk_folder
from arena.sandbox.seccomp import Policy

FOLDER = Path("/frozen/bot")


def rules(plan):
    return {
        rule.path: rule.access
        for rule in Standard(plan, "/scratch", None, 9, user_namespace=True)._rules()
    }


def test_home_and_temporary_files_are_private(tmp_path):
    """Java must be told so itself; and that its heap is to fit the limit."""
    found = private_environment(plan_launch(("java",), FOLDER), tmp_path)
    assert (str(tmp_path), str(tmp_path / "tmp")) == (found["HOME"], found["TMPDIR"])
    assert f"-XX:MaxRAM=2048m -Djava.io.tmpdir={tmp_path}/tmp" == found["JDK_JAVA_OPTIONS"]


def test_the_sdk_of_sources_is_found_without_what_lies_around_it(tmp_path, monkeypatch):
    """A project's folder holds its runs too, and can't be opened for its SDK alone."""
    plan = plan_launch(("python3", "bot.py"), FOLDER, Level.STANDARD)
    monkeypatch.setattr(confine, "sdk_folder", lambda: plan.readable[0])
    found = private_environment(plan, tmp_path)
    (link,) = Path(found["PYTHONPATH"]).iterdir()
    assert plan.readable[0] == str(link.readlink())


def test_an_installed_sdk_is_where_python_looks_anyway(tmp_path):
    plan = plan_launch(("python3", "bot.py"), FOLDER)
    assert sdk_folder() not in plan.readable
    assert "PYTHONPATH" not in private_environment(plan, tmp_path)


def test_a_bot_writes_to_its_home_and_nowhere_else():
    found = rules(plan_launch(("./bot",), FOLDER, Level.STANDARD))
    assert {"/scratch"} == {path for path, access in found.items() if Access.MAKE_REG in access}
    assert Access.READ_FILE in found[str(FOLDER)]


def test_a_build_writes_to_its_folder_too():
    found = rules(plan_build(("make",), FOLDER, Level.STANDARD))
    assert {"/scratch", str(FOLDER)} == {
        path for path, access in found.items() if Access.MAKE_REG in access
    }


def test_of_proc_a_bot_reads_some_of_its_own_files_and_never_the_network():
    found = rules(plan_launch(("./bot",), FOLDER, Level.STANDARD))
    proc = [path for path in found if path.startswith("/proc")]
    assert all(path.startswith(f"/proc/{os.getpid()}/") for path in proc)
    assert not [path for path in proc if path.endswith(("/net", "/task", "/root", "/cwd"))]


def test_a_machine_without_a_filter_is_refused(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "mips")
    with pytest.raises(OSError, match="no filter of system calls is known for mips"):
        filter_bytes(Policy())


def test_the_filter_of_this_machine_is_made_once():
    assert filter_bytes(Policy()) is filter_bytes(Policy())
