"""Which faults end a process, and the words that help a bot's author."""

import pytest

from arena.referee import faults
from arena.referee.facts import Doing, Usage
from protocol.messages import FaultCode


def test_under_substitute_a_process_survives_what_leaves_it_usable():
    assert set(FaultCode) - faults.FATAL == {
        FaultCode.MOVE_TIMEOUT,
        FaultCode.BAD_JSON,
        FaultCode.BAD_MESSAGE,
        FaultCode.WRONG_ID,
        FaultCode.ILLEGAL_CARD,
        FaultCode.UNSOLICITED_OUTPUT,
    }


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "exited with status 0"),
        (3, "exited with status 3"),
        (-11, "was killed by signal 11 (SIGSEGV)"),
        (-77, "was killed by signal 77 (unnamed)"),
    ],
)
def test_an_exit_in_words(status, words):
    assert faults.describe_exit(status) == words
    assert words in faults.hint_exited(status, b"")


@pytest.mark.parametrize(
    ("doing", "partial", "words"),
    [
        (Doing.READING, b"", "was waiting for its stdin: did it answer, and flush stdout?"),
        (Doing.RUNNING, b"", "used 700 ms of CPU, and was running"),
        (Doing.QUEUED, b"", "used 700 ms of CPU, and was ready to run"),
        (Doing.SLEEPING, b"", "was sleeping"),
        (Doing.UNKNOWN, b"", "used 700 ms of CPU"),
        (Doing.RUNNING, b'{"id":1', "does it end with a newline?"),
    ],
)
def test_the_hint_of_a_timeout_looks_at_what_the_process_did(doing, partial, words):
    hint = faults.hint_late(1_000, Usage(cpu_us=700_000), partial, doing)
    assert hint.startswith("no reply within 1000 ms")
    assert words in hint
    assert ("flush" in hint) is (doing is Doing.READING)


def test_an_unfinished_line_is_quoted():
    assert "unfinished line: 'Trace'" in faults.hint_exited(1, b"Trace")
    assert "unfinished line: 'Trace'" in faults.hint_closed(b"Trace")
    assert "unfinished" not in faults.hint_closed(b"")


@pytest.mark.parametrize(
    ("code", "hint", "own"),
    [
        (FaultCode.BAD_JSON, "not JSON; the line was 'x'", "; the line was 'x'"),
        (FaultCode.BAD_MESSAGE, "id: missing; the line was '{}'", "; the line was '{}'"),
        (FaultCode.BAD_MESSAGE, "comment: too long", "comment: too long"),
        (FaultCode.EXITED, "gone; the line was 'x'", "gone; the line was 'x'"),
    ],
)
def test_of_a_hint_only_a_librarys_reason_is_not_the_arenas_own(code, hint, own):
    assert own == faults.own_words(code, hint)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (24, "SIGXCPU) before the referee said bye; it had used up its CPU time (limits.cpu_s)"),
        (25, "SIGXFSZ) before the referee said bye; it wrote a larger file than a bot may"),
        (9, "SIGKILL) before the referee said bye; if nobody did that, it was out of CPU time"),
        (31, "SIGSYS) before the referee said bye; it made a system call that no bot may make"),
    ],
)
def test_a_bot_that_a_limit_ended_is_told_so(number, words):
    assert words in faults.hint_exited(-number, b"")


def test_no_limit_is_named_where_none_ended_it():
    assert "limit" not in faults.hint_exited(1, b"") + faults.hint_exited(-11, b"")
