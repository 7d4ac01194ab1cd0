"""A match that is ready to be played, for tests of those who hand it on."""

from collections.abc import Callable

import pytest

from arena.referee.spec import BotRef, Entrant, HalfSpec, MatchSpec, Place, Terms
from arena.runner.match import MatchJob
from arena.sandbox.launch import LaunchPlan


@pytest.fixture
def make_job() -> Callable[[str], MatchJob]:
    """Makes a job of which only the id matters."""

    def make(match_id: str) -> MatchJob:
        plans = tuple(LaunchPlan((name,), "/bots", (("PATH", "/bin"),)) for name in "abcd")
        entrants = tuple(Entrant(name, (BotRef(name, "0" * 64),) * 2) for name in "xy")
        north_south = (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1))
        east_west = (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1))
        halves = (HalfSpec(north_south, (1, 2, 3, 4)), HalfSpec(east_west, (5, 6, 7, 8)))
        spec = MatchSpec(match_id, "cup", Terms(), entrants, (0, 1), halves)
        launches = (plans[:2], plans[2:])
        return MatchJob(spec, launches, "abcd", f"/run/{match_id}.jsonl", {"arena": "0.1", "n": 2})

    return make
