"""What a host lacks for a level, and what is advised."""

from dataclasses import replace

import pytest

from arena.sandbox import host as host_module
from arena.sandbox.host import Host, allow_user_namespaces, what_helps, what_lacks
from arena.sandbox.level import Level

GOOD = Host(
    system="linux",
    kernel="6.18",
    machine="x86_64",
    root=False,
    landlock_abi=7,
    seccomp=True,
    user_namespaces=True,
    bubblewrap="/usr/bin/bwrap",
    bubblewrap_version="0.8.0",
    cores=2,
)


def test_a_good_host_lacks_nothing():
    assert {None} == {what_lacks(level, GOOD) for level in Level}


@pytest.mark.parametrize(
    ("change", "standard", "strict"),
    [
        ({"landlock_abi": 0}, "no Landlock", None),
        ({"bubblewrap": None}, None, "bubblewrap isn't installed"),
        ({"user_namespaces": False}, None, "can't make user namespaces"),
        ({"seccomp": False, "machine": "mips"}, "known for mips", "known for mips"),
    ],
)
def test_what_is_missing_is_named_for_the_levels_that_need_it(change, standard, strict):
    poor = replace(GOOD, **change)
    assert what_lacks(Level.OFF, poor) is None
    for level, expected in ((Level.STANDARD, standard), (Level.STRICT, strict)):
        lack = what_lacks(level, poor)
        assert (expected is None) == (lack is None)
        assert lack is None or (expected in lack[0] and lack[1])


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("DEBIAN", "0", "kernel.unprivileged_userns_clone=1"),
        ("MOST", "0", "user.max_user_namespaces"),
        ("APPARMOR", "1", "apparmor_restrict_unprivileged_userns=0"),
        ("DEBIAN", "1", "in a container"),
    ],
)
def test_the_switch_that_forbids_user_namespaces_is_named(
    name, value, advice, tmp_path, monkeypatch
):
    for switch in ("DEBIAN", "MOST", "APPARMOR"):
        monkeypatch.setattr(host_module, switch, tmp_path / switch)
    (tmp_path / name).write_text(f"{value}\n")
    assert advice in allow_user_namespaces()


def test_where_a_level_fails_though_nothing_is_missing_something_is_advised():
    assert "ordinary user" in what_helps(Level.STANDARD, replace(GOOD, root=True))
    assert "newer kernel" in what_helps(Level.STANDARD, GOOD)
    assert "0.8.0" in what_helps(Level.STRICT, GOOD)
