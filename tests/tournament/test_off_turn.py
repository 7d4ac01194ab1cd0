"""Who worked when it was not their turn, summed over a run."""

from dataclasses import replace

from arena.referee.events import Ending
from arena.tournament.off_turn import off_turn_workers
from arena.transcript.ledger import MatchEntry, VoidEntry
from arena.transcript.outcome import MatchOutcome
from arena.transcript.work import Work

SCORE = MatchOutcome(Ending.PLAYED, None, None, 0, 0, 4, (), (), ((), ()))


def match(first: str, second: str, *work: Work) -> MatchEntry:
    outcome = replace(SCORE, work=(work[0], work[1])).to_record()
    return MatchEntry(
        match_id="ab", entrants=(first, second), attempt=1, log_sha256="0" * 64, log_bytes=1,
        outcome=outcome,
    )  # fmt: skip


def test_an_entrants_work_is_summed_over_its_matches():
    """Who used most comes first; who did nothing to speak of isn't told of."""
    idle, busy = Work(40, 1_000_000, 4_000), Work(40, 1_000_000, 900_000)
    entries = [
        match("ana", "rui", idle, busy),
        match("eva", "ana", busy, idle),
        match("rui", "eva", busy, Work(40, 1_000_000, 0)),
        VoidEntry(match_id="cd", entrants=("ana", "rui"), attempts=3, reason="out of luck"),
    ]
    assert (
        ("rui", Work(80, 2_000_000, 1_800_000)),
        ("eva", Work(80, 2_000_000, 900_000)),
    ) == off_turn_workers(entries)
