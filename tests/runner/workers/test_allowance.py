"""The most time that a match may take by its own clocks."""

import dataclasses

import pytest

from arena.referee.spec import Clock, OnFault, Terms, Unit
from arena.runner.workers.allowance import SPARE_S, match_limit_s


@pytest.fixture
def limit(make_job):
    """The limit of a match on some terms."""

    def seconds(units: int = 2, **terms) -> float:
        spec = make_job("a").spec
        boards = tuple(range(units))
        return match_limit_s(dataclasses.replace(spec, terms=Terms(**terms), units=boards))

    return seconds


def test_every_request_may_take_all_of_its_time_twice_over_in_both_halves(limit):
    """Forty a board, on a host so slow that each deadline moves as far as it can."""
    clock = Clock(start_ms=1, move_ms=1_000)
    more = limit(12, clock=clock) - limit(2, clock=clock)
    assert 10 * 40 * 2 * 2 <= more <= 2 * (10 * 40 * 2 * 2) + 1_000


@pytest.mark.parametrize("more", [Clock(10_000), Clock(5_000, 2_000), Clock(5_000, 1_000, 60_000)])
def test_whatever_a_clock_allows_more_the_match_may_take_more(limit, more):
    """Start, move and reserve."""
    assert limit(clock=Clock(5_000)) < limit(clock=more)


def test_a_rubber_may_have_as_many_deals_as_rubbers_can_have(limit):
    """Few have, but that is no hang."""
    assert limit(unit=Unit.RUBBER) > 40 * limit(unit=Unit.BOARD)


def test_faults_that_are_survived_may_each_cost_a_restart(limit):
    """Up to the number that loses the match."""
    few = limit(on_fault=OnFault.SUBSTITUTE, max_faults=3)
    assert few < limit(on_fault=OnFault.SUBSTITUTE, max_faults=30)


def test_the_shortest_match_may_take_a_minute(limit):
    """A worker starts and a disk syncs without any clock."""
    assert limit(1, clock=Clock(1, 1)) > SPARE_S
