"""What ``arena doctor`` says of hosts, good and poor."""

import json
from dataclasses import replace

import pytest

from arena.cli.show_host import show_host, show_host_json
from arena.referee.levels import Level
from arena.sandbox.host import Host, HostReport, LevelReport

HOST = Host(
    system="linux",
    kernel="6.18",
    machine="x86_64",
    root=False,
    landlock_abi=4,
    seccomp=True,
    user_namespaces=True,
    bubblewrap="/usr/bin/bwrap",
    bubblewrap_version="0.8.0",
    cores=1,
)
LEVELS = (
    LevelReport(Level.OFF, works=True, reason="off: limits", advice=""),
    LevelReport(Level.STANDARD, works=True, reason="standard: Landlock ABI 4", advice=""),
    LevelReport(Level.STRICT, works=False, reason="a bot can lock a file", advice="pray"),
)


def test_a_host_and_its_levels_from_the_best_are_shown():
    assert """\
system           linux 6.18, x86_64, 1 core
you are          an ordinary user
Landlock         ABI 4: signals are confined by the filter instead
seccomp          yes
user namespaces  yes
bubblewrap       0.8.0 (/usr/bin/bwrap)

strict           doesn't work: a bot can lock a file
                 to get it: pray
standard         works: Landlock ABI 4
off              works: limits

auto takes: standard

limits of a bot  1024 MiB of data and 3600 s of CPU for each of its processes,
                 files of 64 MiB, 256 open ones, 128 processes and threads;
                 at off that on processes counts all that you run
""" == show_host(HostReport(HOST, LEVELS))


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"root": True}, "at off that on processes isn't kept, for nothing limits root"),
        ({"user_namespaces": False}, "for this host has no user namespaces"),
        ({"landlock_abi": 0}, "Landlock         no\n"),
        ({"landlock_abi": 6}, "Landlock         ABI 6\n"),
        ({"seccomp": False}, "seccomp          no filter for x86_64\n"),
        ({"bubblewrap": None}, "bubblewrap       not found\n"),
        ({"cores": 8}, "8 cores"),
    ],
)
def test_what_a_host_lacks_is_shown(change, line):
    assert line in show_host(HostReport(replace(HOST, **change), LEVELS))


def test_json_has_the_same():
    told = json.loads(show_host_json(HostReport(HOST, LEVELS)))
    assert "standard" == told["auto"]
    assert {"off", "standard", "strict"} == set(told["levels"])
    assert {"works": False, "reason": "a bot can lock a file", "advice": "pray"} == told["levels"][
        "strict"
    ]
    assert "/usr/bin/bwrap" == told["host"]["bubblewrap"]


def test_the_command_looks_at_this_host(monkeypatch, arena):
    from arena.runner.process import isolation

    monkeypatch.setattr(isolation, "probe_host", lambda: HostReport(HOST, LEVELS))
    assert show_host(HostReport(HOST, LEVELS)) == arena("doctor").out
    assert "standard" == json.loads(arena("doctor", "--json").out)["auto"]
