"""Limits as the kernel takes them."""

import os
import resource

from arena.referee.spec import Limits
from arena.sandbox import rlimits

LIMITS = Limits(memory_mib=2, processes=3, file_mib=4, open_files=5, cpu_s=6)


def test_each_limit_becomes_one_of_the_kernels():
    found = {which: (soft, hard) for which, soft, hard in rlimits.values(LIMITS, 3)}
    mib = 1024 * 1024
    assert (2 * mib, 2 * mib) == found[resource.RLIMIT_DATA]
    assert (3, 3) == found[resource.RLIMIT_NPROC]
    assert (4 * mib, 4 * mib) == found[resource.RLIMIT_FSIZE]
    assert (5, 5) == found[resource.RLIMIT_NOFILE]
    assert (0, 0) == found[resource.RLIMIT_CORE]


def test_a_bot_out_of_cpu_time_is_told_before_it_is_killed():
    """SIGXCPU at the soft limit, SIGKILL a second later."""
    assert (resource.RLIMIT_CPU, 6, 7) in rlimits.values(LIMITS, None)


def test_address_space_is_limited_far_behind_memory():
    """Java reserves gigabytes that it never uses."""
    (addresses,) = (
        soft for which, soft, _ in rlimits.values(LIMITS, None) if which == resource.RLIMIT_AS
    )
    assert addresses > 200 * 1024**3


def test_processes_can_be_left_alone():
    assert resource.RLIMIT_NPROC not in {which for which, _, _ in rlimits.values(LIMITS, None)}


def test_a_users_processes_and_threads_are_counted():
    """This test's own among them; a user that nobody is has none."""
    assert rlimits.count_tasks(os.geteuid()) >= 1
    assert 0 == rlimits.count_tasks(1_888_888_888)


def test_a_limit_that_is_lower_already_stays():
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    lowered = (0, hard if hard != resource.RLIM_INFINITY else 10)
    try:
        resource.setrlimit(resource.RLIMIT_CORE, lowered)
        rlimits.apply(((resource.RLIMIT_CORE, 10**9, 10**9),))
        assert min(10**9, lowered[1]) == resource.getrlimit(resource.RLIMIT_CORE)[1]
    finally:
        resource.setrlimit(
            resource.RLIMIT_CORE, (soft, resource.getrlimit(resource.RLIMIT_CORE)[1])
        )
