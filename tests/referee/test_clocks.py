"""Deadlines, and what a slow host excuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.clocks import HELD_UP_US, LAG_NOTICED_US, Countdown, Late, floor_ms
from arena.referee.facts import Doing, Usage

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
    assert Countdown.start(0, LIMIT).look(LIMIT + 1, IDLE, 0) is Late.BOT


def test_time_without_a_core_is_given_back():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.look(LIMIT + 1, Usage(cpu_us=30_000, delay_us=60_001), 0) is Late.HOST
    assert countdown.deadline_us == LIMIT + 1 + 60_000


def test_delay_is_never_more_than_the_wall_time_less_the_cpu_time():
    """A bot that burns CPU in many threads, so that its main thread waits, excuses nothing."""
    usage = Usage(cpu_us=200_000, delay_us=100_000)
    assert Countdown.start(0, LIMIT).charged_us(LIMIT + 1, usage) == LIMIT + 1
    assert Countdown.start(0, LIMIT).look(LIMIT + 1, usage, 0) is Late.BOT


def test_an_extension_is_never_shorter_than_a_sixteenth_of_the_limit():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.look(LIMIT + 1, Usage(delay_us=2), 0) is Late.HOST
    assert countdown.deadline_us == LIMIT + 1 + LIMIT // 16


def test_a_match_is_held_up_for_so_long_and_no_longer():
    """What the kernel counted as waiting is never charged, and beyond the bound nobody is to blame."""
    countdown = Countdown.start(0, LIMIT)
    last_us = 2 * LIMIT + HELD_UP_US
    assert countdown.look(last_us - 5, Usage(delay_us=last_us - 5), 0) is Late.HOST
    assert countdown.deadline_us == last_us
    assert countdown.look(countdown.alarm_us, Usage(delay_us=last_us), 0) is Late.TOO_SLOW


def test_who_is_waiting_for_a_core_is_not_late():
    """The kernel counts a wait when it is over: so one that goes on is taken for as long as it can be."""
    countdown = Countdown.start(0, LIMIT)
    five = Usage(cpu_us=5_000, delay_us=100)
    assert countdown.look(LIMIT + 1, five, 0, Doing.QUEUED) is Late.HOST
    assert countdown.look(countdown.alarm_us, five, 0, Doing.QUEUED) is Late.HOST
    ran = Usage(cpu_us=5_001, delay_us=countdown.alarm_us - 6_000)
    assert countdown.look(countdown.alarm_us, ran, 0, Doing.RUNNING) is Late.HOST


def test_who_slept_until_the_deadline_gains_one_look():
    """It may have been waiting all the time, at first sight. At the second look the kernel has told."""
    countdown = Countdown.start(0, LIMIT)
    assert countdown.look(LIMIT + 1, Usage(cpu_us=100), 0, Doing.QUEUED) is Late.HOST
    first_us = countdown.alarm_us
    assert first_us - LIMIT <= LIMIT // 8 + 2
    spun = Usage(cpu_us=100 + first_us - LIMIT - 1)
    assert countdown.look(first_us, spun, 0, Doing.QUEUED) is Late.BOT


def test_who_burns_its_time_is_late_though_the_referee_has_its_core():
    """On one core, whoever is looked at by the referee is never running."""
    burnt = Usage(cpu_us=LIMIT - 50)
    assert Countdown.start(0, LIMIT).look(LIMIT + 60, burnt, 0, Doing.QUEUED) is Late.HOST
    again = Countdown.start(0, LIMIT)
    assert again.look(LIMIT + 1, Usage(cpu_us=LIMIT + 1), 0, Doing.QUEUED) is Late.BOT


@pytest.mark.parametrize("doing", [Doing.SLEEPING, Doing.READING, Doing.RUNNING, Doing.UNKNOWN])
def test_who_has_a_core_or_needs_none_has_no_excuse(doing):
    assert Countdown.start(0, LIMIT).look(LIMIT + 1, Usage(cpu_us=100), 0, doing) is Late.BOT


@given(
    limit_us=st.integers(1_000, 10**7),
    share=st.integers(1, 200),
    sleep=st.integers(0, 100),
    tick_us=st.integers(1, 100_000),
)
def test_no_bot_is_charged_for_a_wait_nor_excused_for_its_sleep(limit_us, share, sleep, tick_us):
    """A bot that first sleeps, then gets one of ``share`` ticks: looks at a deadline judge it as a clock would
    that sees everything, but for a step.
    """
    slept_us = limit_us * sleep // 100
    countdown = Countdown.start(0, limit_us)
    verdict, at_us = Late.HOST, 0
    while verdict is Late.HOST:
        at_us = countdown.alarm_us
        awake_us = max(0, at_us - slept_us)
        rounds, rest_us = divmod(awake_us, tick_us * share)
        cpu_us = rounds * tick_us + max(0, rest_us - tick_us * (share - 1))
        counted_us = (rounds + (rest_us > tick_us * (share - 1))) * tick_us * (share - 1)
        waits = awake_us > 0 and rest_us <= tick_us * (share - 1)
        doing = Doing.SLEEPING if not awake_us else Doing.QUEUED if waits else Doing.RUNNING
        verdict = countdown.look(at_us, Usage(cpu_us, counted_us), 0, doing)
    owed_us = min(at_us, slept_us) + cpu_us
    assert verdict is Late.TOO_SLOW or owed_us >= limit_us
    assert owed_us <= limit_us + at_us // 8 + limit_us // 16 + 2


def test_the_ordinary_lag_of_a_scheduler_excuses_nothing():
    assert Countdown.start(0, LIMIT).look(LIMIT + 5_001, IDLE, 5_000) is Late.BOT


def test_lag_adds_to_what_the_delay_excuses():
    countdown = Countdown.start(0, LIMIT)
    assert countdown.look(LIMIT + 5_001, Usage(delay_us=1), 5_000) is Late.HOST
    assert Countdown.start(0, LIMIT).look(LIMIT + 5_001, Usage(delay_us=1), 0) is Late.BOT


def test_after_a_referee_that_was_stopped_bots_get_a_short_while():
    countdown = Countdown.start(0, LIMIT)
    hour = 3_600_000_000
    assert countdown.look(LIMIT + 1 + hour, IDLE, hour) is Late.HOST
    assert countdown.deadline_us == LIMIT + 1 + hour + LIMIT // 16
    assert countdown.charged_us(LIMIT + 1 + hour, IDLE) == LIMIT + 1
    assert countdown.look(countdown.alarm_us, IDLE, 0) is Late.BOT


@pytest.mark.parametrize("lag_us", [LAG_NOTICED_US, 3 * LAG_NOTICED_US, 10**9])
@pytest.mark.parametrize("busy", [True, False])
def test_a_referee_that_lags_at_each_look_still_judges(lag_us, busy):
    """Who has had twice its limit is late, whatever it did meanwhile; nobody holds the match up."""
    countdown = Countdown.start(0, LIMIT)
    looks = 0
    verdict = Late.HOST
    while verdict is Late.HOST:
        looks += 1
        at_us = countdown.alarm_us + lag_us
        verdict = countdown.look(at_us, Usage(cpu_us=at_us if busy else 0), lag_us)
    assert verdict is Late.BOT
    assert 2 * LIMIT <= countdown.charged_us(at_us, IDLE) <= 2 * LIMIT + LIMIT // 16 + looks
    assert looks <= 17


@given(
    limit_us=st.integers(0, 10**7),
    looks=st.lists(
        st.tuples(st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 4 * LAG_NOTICED_US)),
        max_size=60,
    ),
)
def test_extensions_end_however_the_host_behaves(limit_us, looks):
    """The deadline only moves forward, and with no lag never past the bound."""
    countdown = Countdown.start(0, limit_us)
    at_us = 0
    for cpu_us, delay_us, lag_us in looks:
        at_us = countdown.alarm_us + lag_us
        before = countdown.deadline_us
        if countdown.look(at_us, Usage(cpu_us, delay_us), lag_us) is not Late.HOST:
            break
        assert countdown.deadline_us > before
        assert countdown.deadline_us <= 2 * limit_us + HELD_UP_US + countdown.lag_us
        assert countdown.charged_us(at_us, Usage(cpu_us, delay_us)) >= 0
