"""A match between real processes, from a job to a sealed log."""

from pathlib import Path

import pytest
import trio

from arena.referee.events import Ending, Faulted
from arena.referee.spec import BotRef, Clock, Entrant, HalfSpec, MatchSpec, OnFault, Place, Terms
from arena.runner.table.match import MatchJob, MatchReport, play_match
from arena.sandbox.launch import plan_launch
from arena.transcript.reader import LoggedMatch, read_log
from arena.transcript.verify import verify_log
from protocol.messages import FaultCode

BOTS = Path(__file__).parents[1] / "bots"
NORTH_SOUTH = (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1))
EAST_WEST = (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1))


def job(folder: Path, first: str, second: str, bots: Path = BOTS, **terms) -> MatchJob:
    """A match of two boards between two scripts of ``tests/bots``."""
    clock = Clock(start_ms=30_000, move_ms=10_000)
    entrants = tuple(Entrant(name, (BotRef(name, "0" * 64),) * 2) for name in (first, second))
    halves = (HalfSpec(NORTH_SOUTH, (1, 2, 3, 4)), HalfSpec(EAST_WEST, (5, 6, 7, 8)))
    spec = MatchSpec("m1", "cup", Terms(clock=clock, **terms), entrants, (4, 5), halves)
    plans = [plan_launch(("python3", f"{name}.py"), bots) for name in (first, second)]
    launches = ((plans[0], plans[0]), (plans[1], plans[1]))
    return MatchJob(spec, launches, "c0ffee", str(folder / "m1.jsonl"), {"sandbox": "off"})


def play(match: MatchJob) -> tuple[MatchReport, LoggedMatch]:
    report = trio.run(play_match, match)
    return report, read_log(Path(report.log_path))


def test_a_match_is_played_and_its_log_can_be_proved(tmp_path):
    """Two halves with the seats exchanged, sealed under the hash that is reported."""
    import hashlib

    report, logged = play(job(tmp_path, "honest", "odd_but_right"))
    digest = hashlib.sha256(Path(report.log_path).read_bytes()).hexdigest()
    assert MatchReport("m1", str(tmp_path / "m1.jsonl"), digest, None) == report
    assert (Ending.PLAYED, 4, 2) == (
        logged.outcome.ending, logged.outcome.deals, len(logged.outcome.boards)
    )  # fmt: skip
    verify_log(Path(report.log_path))
    assert [tmp_path / "m1.jsonl"] == list(tmp_path.iterdir())


def test_an_entrant_is_the_same_at_whichever_seats_it_sits(tmp_path):
    """Its faults of both halves are its own."""
    _, logged = play(job(tmp_path, "honest", "garbage"))
    faults = [
        (half.half, event.event.fault.seat.partnership, event.event.fault.code)
        for half in logged.halves
        for event in half.events
        if isinstance(event.event, Faulted)
    ]
    code = FaultCode.BAD_JSON
    assert [(0, 1, code), (0, 1, code), (1, 0, code), (1, 0, code)] == faults
    assert ((), ((code, 4),)) == logged.outcome.faults
    assert 4 * 4 == logged.outcome.net_games


@pytest.mark.parametrize(("max_faults", "halves"), [(5, 1), (40, 2)])
def test_faults_of_both_halves_count_towards_a_lost_match(tmp_path, max_faults, halves):
    """36 faults a half: when five lose the match, the second half isn't played at all."""
    match = job(
        tmp_path, "honest", "bad_message", on_fault=OnFault.SUBSTITUTE, max_faults=max_faults
    )
    _, logged = play(match)
    charged = sum(
        isinstance(event.event, Faulted) for half in logged.halves for event in half.events
    )
    assert (Ending.MATCH_LOST, 1) == (logged.outcome.ending, logged.outcome.lost_by)
    assert (halves, max_faults) == (len(logged.halves), charged)
    verify_log(Path(match.log_path))


def test_what_bots_wrote_to_stderr_is_in_the_log(tmp_path):
    """Of those that wrote any."""
    _, logged = play(job(tmp_path, "honest", "exits"))
    notes = [record for half in logged.halves for _, record in half.stderr]
    assert {"I have had enough\\n"} == {record.tail for record in notes}
    assert {"N", "E", "S", "W"} >= {record.seat for record in notes}


def test_a_host_that_fails_makes_the_match_void(tmp_path):
    """The frozen bots have been deleted: nobody's fault, nobody's points."""
    report, logged = play(job(tmp_path, "honest", "honest", bots=tmp_path / "gone"))
    assert "can't be started by this host" in (report.void or "")
    assert (Ending.VOID, 0) == (logged.outcome.ending, logged.outcome.deals)
