"""What isolates must not stand in the way: honest bots with large machines below them, default limits."""

import pytest
import trio

from arena.referee.events import CardPlayed, Ending, Event, Faulted
from arena.referee.levels import Level
from arena.referee.spec import Clock, TableSpec, Terms
from arena.runner.table.shell import run_table
from arena.sandbox.launch import plan_launch

PATIENT = Clock(start_ms=120_000, move_ms=60_000)
COMMANDS = {
    "java": ("java", "Honest.java"),
    "node": ("node", "honest.js"),
    "thirty threads": ("python3", "thirty_threads.py"),
}
KINDS = [
    pytest.param("java", marks=pytest.mark.toolchain),
    pytest.param("node", marks=pytest.mark.toolchain),
    "thirty threads",
]


@pytest.fixture(scope="module", params=KINDS)
def played(request, board, levels, bots) -> dict[Level, list[Event]]:
    """A table at each level, all at once: a partnership of a kind of bot against a simple one."""
    events: dict[Level, list[Event]] = {level: [] for level in levels.there}

    async def play(level: Level) -> None:
        plan = plan_launch(COMMANDS[request.param], bots, level)
        honest = plan_launch(("python3", "honest.py"), bots, level)
        spec = TableSpec(Terms(clock=PATIENT), (1,), (1, 2, 3, 4))
        log, ignore = events[level].append, lambda _: None
        await run_table(spec, [plan, honest, plan, honest], board, log, ignore)

    async def play_all() -> None:
        async with trio.open_nursery() as nursery:
            for level in events:
                nursery.start_soon(play, level)

    trio.run(play_all)
    return events


@pytest.mark.parametrize("level", Level)
def test_an_honest_bot_plays_at_each_level_with_the_default_limits(played, levels, level):
    """To the last card, without a fault."""
    levels.require(level)
    events = played[level]
    assert (Ending.PLAYED, None) == (events[-1].ending, events[-1].reason)
    assert [] == [event.fault for event in events if isinstance(event, Faulted)]
    assert 40 == sum(isinstance(event, CardPlayed) for event in events)
