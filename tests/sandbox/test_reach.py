"""Which folders a sandboxed bot may read."""

import sys
from pathlib import Path

import pytest

from arena.sandbox.reach import (
    installation,
    outside,
    runtime_paths,
    sdk_folder,
    system_paths,
    toolchains,
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "ana"
    folder.mkdir()
    monkeypatch.setattr(Path, "home", lambda: folder)
    return folder


@pytest.mark.parametrize(
    ("program", "folder"),
    [
        ("/opt/jdk-21/bin/java", "/opt/jdk-21"),
        ("/opt/tools/java", "/opt/tools"),
        ("{home}/.nvm/versions/node/v20/bin/node", "{home}/.nvm/versions/node/v20"),
        ("{home}/jdk-21/bin/java", "{home}/jdk-21"),
        ("{home}/bin/bot", "{home}/bin"),
        ("{home}/.local/bin/node", "{home}/.local/bin"),
        ("{home}/.cargo/bin/rustc", "{home}/.cargo/bin"),
        ("{home}/../bin/x", "{above}/bin"),
    ],
)
def test_the_folder_of_an_installation_never_is_a_home_or_its_settings(home, program, folder):
    """What lies beside ``bin`` belongs to a runtime, but in a home it is anything."""
    names = {"home": home, "above": home.parent}
    assert folder.format(**names) == installation(program.format(**names))


def test_what_is_inside_another_is_left_out():
    assert ("/a/b", "/c") == outside(["/a/b/d", "/c", "/a/b", "/usr/lib"], ["/usr"])


def test_a_link_is_followed_and_kept(tmp_path):
    """A program is called by one path, and is at another."""
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    assert tuple(sorted(map(str, (tmp_path / "link", real.resolve())))) == outside(
        [str(tmp_path / "link")], []
    )


def test_a_runtime_is_found_by_way_of_its_links(tmp_path, home):
    """``node`` on the PATH may be a link to a link to what was installed."""
    for name in ("shims", "alias/bin", "node-20/bin"):
        (tmp_path / name).mkdir(parents=True)
    program = tmp_path / "node-20/bin/node"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "alias/bin/node").symlink_to(program)
    (tmp_path / "shims/node").symlink_to("../alias/bin/node")
    found = runtime_paths("node", str(tmp_path / "shims"))
    assert {str(tmp_path / name) for name in ("shims", "alias", "node-20")} <= set(found)


def test_python_and_its_sdk_can_always_be_read(home):
    found = [Path(path) for path in (*runtime_paths("/opt/x/bot", ""), *system_paths())]
    for needed in (sdk_folder(), sys.executable, sys.prefix, Path(sys.executable).resolve()):
        assert any(Path(needed).is_relative_to(path) for path in found), needed


def test_a_python_in_a_home_opens_no_home(home, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(home))
    found = runtime_paths("/opt/x/bot", "")
    assert str(home) not in found
    assert str(home / "lib") in found


def test_no_names_passwords_or_settings_of_people_are_among_the_systems_files():
    assert not {"/etc", "/etc/passwd", "/home", "/root", "/var", "/tmp", "/run"} & set(
        system_paths()
    )


def test_compilers_that_rustup_keeps_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("RUSTUP_HOME", str(tmp_path))
    assert {"RUSTUP_HOME": str(tmp_path)} == toolchains()
    monkeypatch.setenv("RUSTUP_HOME", str(tmp_path / "none"))
    assert {} == toolchains()
