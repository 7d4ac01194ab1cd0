"""How a process is parted from, and what an error of the host comes to."""

import pytest
import trio

from arena.referee.spec import Clock
from arena.runner.conformance.talk import talk_to
from arena.runner.conformance.turn import EndedBy, Parting


@pytest.mark.parametrize(
    ("settings", "parting"),
    [
        ({}, Parting(EndedBy.ITSELF, 0, 0)),
        ({"status": 3}, Parting(EndedBy.ITSELF, 3, 0)),
        ({"ends_at_eof": False}, Parting(EndedBy.SIGTERM, -15, 500_000)),
        (
            {"ends_at_eof": False, "ends_at_sigterm": False},
            Parting(EndedBy.SIGKILL, -9, 1_000_000),
        ),
    ],
)
def test_a_process_is_ended_at_bye_as_the_table_does(settings, parting, trial, clock):
    tried = trial(settings=settings)

    async def script(bench, notebook):
        async with bench.greeted(notebook):
            pass

    tried.run(script, clock)
    assert [parting] == tried.bench.measures.partings
    assert {"type": "bye", "reason": "match_over"} == tried.bots[0].heard[-1]


def test_after_some_that_wont_end_the_others_are_killed_at_once(trial, clock):
    tried = trial(settings={"ends_at_eof": False})

    async def script(bench, notebook):
        for _ in range(5):
            async with bench.greeted(notebook):
                pass

    tried.run(script, clock)
    assert 3 == len(tried.bench.measures.partings)


def test_nothing_can_be_said_to_a_process_that_is_gone(trial, good, clock):
    tried = trial()

    async def script(bench, notebook):
        async with bench.greeted(notebook) as talk:
            talk.process.exit(2)
            (misdeed,) = await talk.settle(1)
            assert "exited" == misdeed.code
            talk.tell_lines(b'{"type":"hm"}\n')
            assert not (await talk.ask(9, b"{}\n")).misdeeds
            assert await talk.settle(1) == []
            talk.ask_and_give_up(10, b"{}\n")

    tried.run(script, clock)
    assert ["hello"] == [message["type"] for message in tried.bots[0].heard]


def test_a_host_that_cant_start_processes_is_nobodys_fault(clock, north):
    def open_process():
        raise OSError(12, "Cannot allocate memory")

    async def script():
        async with talk_to(open_process, north, Clock()):
            pass

    with pytest.raises(OSError, match="Cannot allocate"):
        trio.run(script, clock=clock)
