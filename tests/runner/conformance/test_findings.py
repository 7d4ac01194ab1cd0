"""What findings and measurements come to."""

from dataclasses import replace

import pytest

from arena.referee.spec import Clock, Limits, Terms
from arena.runner.conformance.bench import Measures, Notebook
from arena.runner.conformance.findings import (
    FIXES,
    Check,
    Finding,
    Flaw,
    Severity,
    Spread,
    StepResult,
    StepVerdict,
    verdict_of,
)
from arena.runner.conformance.measured import (
    Spreads,
    judge_memory,
    judge_partings,
    judge_stderr,
    judge_times,
)
from arena.runner.conformance.memory import Footprint
from arena.runner.conformance.turn import EndedBy, Parting
from protocol.messages import FaultCode

ADVICE = Finding(Severity.ADVICE, Flaw.LOUD, "loud")
FAULT = Finding(Severity.FAULT, FaultCode.BAD_JSON, "bad")
GOOD = Parting(EndedBy.ITSELF, 0, 3_000)


def codes(notebook):
    return [(str(it.severity), str(it.code)) for it in notebook.findings()]


def test_there_is_something_to_do_about_everything():
    assert {*FaultCode, *Flaw} == set(FIXES)


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [((), "passed"), ((ADVICE,), "advised"), ((ADVICE, FAULT), "failed")],
)
def test_a_fault_fails_a_step_and_advice_doesnt(findings, verdict):
    assert verdict == verdict_of(findings)


def test_a_check_passes_if_all_was_run_and_nothing_failed():
    steps = (
        StepResult(1, "a", "A", StepVerdict.PASSED),
        StepResult(2, "b", "B", StepVerdict.ADVISED),
    )
    check = Check("bot.py", "bot", "0" * 64, {}, steps, None, None, None)
    assert check.passed
    for verdict in (StepVerdict.FAILED, StepVerdict.NOT_RUN):
        assert not replace(check, steps=(*steps, StepResult(3, "c", "C", verdict))).passed


@pytest.mark.parametrize(
    ("times", "spread"),
    [
        ([], None),
        ([7], Spread(1, 7, 7, 7)),
        ([3, 1, 2], Spread(3, 2, 3, 3)),
        ([*range(101)], Spread(101, 50, 99, 100)),
    ],
)
def test_spreads_are_told_by_nearest_rank(times, spread):
    assert spread == Spread.of(times)


@pytest.mark.parametrize(
    ("partings", "left_behind", "found"),
    [
        ([], 0, []),
        ([GOOD, GOOD], 0, []),
        ([GOOD, GOOD, Parting(EndedBy.SIGTERM, -15, 500_000)], 0, []),  # the host may be busy
        ([GOOD, *[Parting(EndedBy.SIGTERM, -15, 500_000)] * 2], 0, [("fault", "no_exit")]),
        ([Parting(EndedBy.ITSELF, 1, 9)], 0, [("advice", "exit_status")]),
        ([GOOD], 1, [("fault", "left_behind")]),
    ],
)
def test_how_processes_ended_is_judged_by_most_of_them(partings, left_behind, found):
    notebook = Notebook()
    judge_partings(partings, left_behind, notebook)
    assert found == codes(notebook)


def test_the_signal_is_named_that_was_needed():
    notebook = Notebook()
    judge_partings([Parting(EndedBy.SIGKILL, -9, 1_000_000)] * 3, 0, notebook)
    assert notebook.findings()[0].cause.endswith("it still ran; SIGKILL ended it")
    assert "within 1000 ms" == notebook.note


def test_a_bot_that_takes_most_of_its_time_is_advised():
    notebook = Notebook()
    spreads = Spreads(Spread(9, 100_000, 200_000, 200_000), Spread(9, 100, 600_000, 700_000), None)
    judge_times(spreads, Terms(clock=Clock(5_000, 1_000)), 2, notebook)
    assert [("advice", "slow")] == codes(notebook)
    assert (
        "start p50 100, p99 200, max 200 of 5000 ms; move p50 0.1, p99 600, max 700 of 1000 ms; "
        "this machine was too busy 2 times"
    ) == notebook.note


def test_a_bot_that_writes_more_to_stderr_than_is_kept_is_advised():
    notebook = Notebook()
    judge_stderr(Measures(stderr_bytes=[10, 100_000]), notebook)
    assert [("advice", "loud")] == codes(notebook)
    assert "at most 100,000 bytes from one process" == notebook.note


def test_a_bot_that_takes_most_of_its_memory_is_advised():
    terms = Terms(limits=Limits(memory_mib=100))
    notebook = Notebook()
    judge_memory(Measures(footprints=[Footprint(50 << 10, 90 << 10, 1)]), terms, notebook)
    assert [("advice", "large")] == codes(notebook)
    assert "50 MiB resident, 90 MiB of data; 100 MiB allowed" == notebook.note
    notebook = Notebook()
    judge_memory(Measures(), terms, notebook)
    assert ([], "not measured: no process lived long enough") == (codes(notebook), notebook.note)
