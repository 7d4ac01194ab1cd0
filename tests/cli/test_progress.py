"""The line that says how far a run has come."""

import io

import pytest

from arena.cli.progress import ProgressLine, describe, show_duration
from arena.runner.play.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Gone(io.StringIO):
    def write(self, _text):
        raise BrokenPipeError


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_a_terminal_has_one_line_that_is_rewritten_and_taken_away():
    clock, stream = Clock(), Terminal()
    with ProgressLine(stream, clock, dumb=False) as line:
        line.tell("a longer text")
        line.tell("too soon to show")
        clock.now += 1
        line.tell("short")
    assert "\ra longer text\rshort        \r     \r" == stream.getvalue()


def test_a_line_is_cut_to_the_terminals_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "8")
    stream = Terminal()
    ProgressLine(stream, Clock()).tell("12345678901234")
    assert "\r1234567" == stream.getvalue()


def test_a_line_that_stays_stands_above_it():
    stream = Terminal()
    with ProgressLine(stream, Clock()) as line:
        line.tell("going")
        line.say("done")
    assert "\rgoing\r     \rdone\n" == stream.getvalue()


def test_a_file_has_a_plain_line_now_and_then_and_none_of_what_is_over_soon():
    clock, stream = Clock(), io.StringIO()
    with ProgressLine(stream, clock, dumb=False) as line:
        for minute in range(3):
            line.tell(f"minute {minute}")
            clock.now += 30
            line.tell(f"minute {minute} and a half")
            clock.now += 1
    assert ["minute 0 and a half", "minute 1 and a half", "minute 2 and a half"] == (
        stream.getvalue().splitlines()
    )


def test_a_stream_that_breaks_ends_nothing():
    clock = Clock()
    with ProgressLine(Gone(), clock) as line:
        line.say("one")
        line.tell("two")
        clock.now += 60
        line.tell("three")


def progress(legs_done, legs_before=0, elapsed_s=10.0):
    return Progress(
        matches_done=1, matches=4, legs_done=legs_done, legs=40,
        legs_before=legs_before, elapsed_s=elapsed_s,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (progress(0), "1 of 4 matches, 0 %"),
        (progress(10), "1 of 4 matches, 25 %, about 30 s left"),
        (progress(20, legs_before=20), "1 of 4 matches, 50 %"),
        (progress(30, legs_before=20, elapsed_s=600), "1 of 4 matches, 75 %, about 10 min left"),
    ],
)
def test_the_time_left_is_told_from_this_sessions_pace(shown, expected):
    assert expected == describe(shown)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.2, "0 s"), (99, "99 s"), (100, "2 min"), (3600, "60 min"), (12_000, "3 h 20 min"),
        (172_800, "2 days"), (1_000_000, "12 days"),
    ],
)  # fmt: skip
def test_durations_are_rough_and_readable(seconds, expected):
    assert expected == show_duration(seconds)
