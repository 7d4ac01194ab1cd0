"""How many cores there are for matches."""

import os

import pytest

from arena.runner.workers import cores
from arena.runner.workers.cores import count_cores


@pytest.fixture
def host(tmp_path, monkeypatch):
    """A host of eight cores, with control groups of which some have a quota."""

    def make(own: str, **quotas: str) -> int:
        monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(8)))
        monkeypatch.setattr(cores, "CGROUPS", tmp_path / "cgroup")
        monkeypatch.setattr(cores, "OWN_CGROUP", tmp_path / "own")
        (tmp_path / "own").write_text(own)
        for name, quota in quotas.items():
            folder = tmp_path / "cgroup" / name.replace("root", "").replace("_", "/")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "cpu.max").write_text(quota)
        return count_cores()

    return make


@pytest.mark.parametrize(
    ("own", "quotas", "count"),
    [
        ("0::/\n", {}, 8),
        ("0::/\n", {"root": "max 100000\n"}, 8),
        ("0::/\n", {"root": "200000 100000\n"}, 2),
        ("0::/a/b\n", {"root": "max 100000\n", "a": "350000 100000\n", "a_b": "max 100000\n"}, 3),
        ("0::/a\n", {"a": "50000 100000\n"}, 1),
        ("0::/a\n", {"a": "1600000 100000\n"}, 8),
        ("0::/a\n", {"a": "nonsense\n"}, 8),
        ("0::/../../elsewhere\n", {"root": "max 100000\n"}, 8),
    ],
)
def test_a_quota_of_time_is_a_number_of_cores(host, own, quotas, count):
    """The least of all that hold, but never none."""
    assert count == host(own, **quotas)


def test_without_control_groups_there_are_the_cores_to_run_on(host, tmp_path, monkeypatch):
    """Whatever this process may be scheduled on."""
    host("0::/\n")
    monkeypatch.setattr(cores, "OWN_CGROUP", tmp_path / "none")
    assert 8 == count_cores()
