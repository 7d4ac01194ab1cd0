"""A user of its own for each bot of root's."""

from arena.sandbox.accounts import FIRST, PIDS, mapped_users, own_user

WHOLE = 1 << 32


def test_no_two_processes_have_one_user():
    """Not even with the highest process id there is."""
    users = {own_user(pid, WHOLE) for pid in (2, 3, 32_768, PIDS)}
    assert 4 == len(users)
    assert min(users) > FIRST
    assert max(users) < 1 << 31


def test_a_small_container_gives_users_that_it_has():
    users = {own_user(pid, 65_536) for pid in range(2, 30_000)}
    assert 29_998 == len(users)
    assert min(users) >= 20_000
    assert max(users) < 65_536


def test_how_many_users_there_are_is_known():
    assert mapped_users() > 0
