"""Deadlines, and what a slow host excuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.clocks import LAG_NOTICED_US, Countdown, floor_ms
from arena.referee.facts import Usage

LIMIT = 100_000
IDLE = Usage()


@pytest.mark.parametrize(
    ("time_us", "expected_ms"), [(0, 0), (999, 0), (1_000, 1), (1_999, 1), (-5, 0)]
)
def test_milliseconds_are_rounded_down_and_never_negative(time_us, expected_ms):
    assert floor_ms(time_us) == expected_ms


def test_the_deadline_itself_is_in_time():
    countdown = Countdown.start(50, LIMIT)
    assert not countdown.is_late(50 + LIMIT)
    assert countdown.is_late(50 + LIMIT + 1)
    assert countdown.alarm_us == 50 + LIMIT + 1


def test_a_bot_that_merely_waited_gets_no_more_time():
    assert not Countdown.start(0, LIMIT).extend(LIMIT + 1, IDLE, 0)


def test_time_without_a_core_is_given_back():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.extend(LIMIT + 1, Usage(cpu_us=30_000, delay_us=60_001), 0)
    assert countdown.deadline_us == LIMIT + 1 + 60_000


def test_delay_is_never_more_than_the_wall_time_less_the_cpu_time():
    """A bot that burns CPU in many threads, so that its main thread waits, excuses nothing."""
    usage = Usage(cpu_us=200_000, delay_us=100_000)
    assert Countdown.start(0, LIMIT).charged_us(LIMIT + 1, usage) == LIMIT + 1
    assert not Countdown.start(0, LIMIT).extend(LIMIT + 1, usage, 0)


def test_an_extension_is_never_shorter_than_a_sixteenth_of_the_limit():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.extend(LIMIT + 1, Usage(delay_us=2), 0)
    assert countdown.deadline_us == LIMIT + 1 + LIMIT // 16


def test_all_extensions_together_end_at_twice_the_limit():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.extend(LIMIT + 1, Usage(delay_us=50_000), 0)
    assert countdown.extend(countdown.alarm_us, Usage(delay_us=2 * LIMIT), 0)
    assert countdown.deadline_us == 2 * LIMIT
    assert not countdown.extend(countdown.alarm_us, Usage(delay_us=2 * LIMIT), 0)


def test_the_ordinary_lag_of_a_scheduler_excuses_nothing():
    assert not Countdown.start(0, LIMIT).extend(LIMIT + 5_001, IDLE, 5_000)


def test_lag_adds_to_what_the_delay_excuses():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.extend(LIMIT + 5_001, Usage(delay_us=1), 5_000)
    assert not Countdown.start(0, LIMIT).extend(LIMIT + 5_001, Usage(delay_us=1), 0)


def test_after_a_referee_that_was_stopped_bots_get_a_short_while():
    countdown = Countdown.start(0, LIMIT)
    hour = 3_600_000_000
    assert countdown.extend(LIMIT + 1 + hour, IDLE, hour)
    assert countdown.deadline_us == LIMIT + 1 + hour + LIMIT // 16
    assert countdown.charged_us(LIMIT + 1 + hour, IDLE) == LIMIT + 1
    assert not countdown.extend(countdown.alarm_us, IDLE, 0)


@given(
    limit_us=st.integers(0, 10**7),
    looks=st.lists(
        st.tuples(st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 4 * LAG_NOTICED_US)),
        max_size=60,
    ),
)
def test_extensions_end_however_the_host_behaves(limit_us, looks):
    """The deadline only moves forward, and with no lag never past twice the limit."""
    countdown = Countdown.start(0, limit_us)
    at_us = 0
    for cpu_us, delay_us, lag_us in looks:
        at_us = countdown.alarm_us + lag_us
        before = countdown.deadline_us
        if not countdown.extend(at_us, Usage(cpu_us, delay_us), lag_us):
            break
        assert countdown.deadline_us > before
        assert countdown.deadline_us <= 2 * limit_us + countdown.lag_us
        assert countdown.charged_us(at_us, Usage(cpu_us, delay_us)) >= 0
