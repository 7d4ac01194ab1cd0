"""The organiser's decisions, as they follow from the ledger."""

import pytest

from arena.referee.events import Ending
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    MatchEntry,
    ReinstateEntry,
    SessionEntry,
    WithdrawEntry,
)
from arena.transcript.outcome import MatchOutcome
from arena.transcript.rulings import Rulings, matches_that_count, plays_in_force

OUTCOME = MatchOutcome(Ending.PLAYED, None, None, 0, 0, 4, (), (), ((), ())).to_record()
OUT = DisqualifyEntry(entrant="ana", reason="two accounts")
LEFT = WithdrawEntry(entrant="rui", reason="no time")
ANNUL = AnnulEntry(match_id="m1", reason="a power cut")


def match(match_id, first="ana", second="rui", attempt=1):
    return MatchEntry(
        match_id=match_id,
        entrants=(first, second),
        attempt=attempt,
        log_sha256="1" * 64,
        log_bytes=1,
        outcome=OUTCOME,
    )


def counting(*entries):
    return [(it.match_id, it.attempt) for it in matches_that_count(entries, Rulings.of(entries))]


def test_nothing_is_ruled_in_an_ordinary_ledger():
    entries = (SessionEntry(jobs=1, cores=2, sandbox="off", oversubscribed=False), match("m1"))
    assert Rulings({}, {}, {}, ended=False) == Rulings.of(entries)
    assert [("m1", 1)] == counting(*entries)


def test_who_is_out_is_told_with_the_reason():
    rulings = Rulings.of([OUT, LEFT, EndEntry(seed="2a")])
    assert ({"ana": "two accounts"}, {"rui": "no time"}) == (
        rulings.disqualified,
        rulings.withdrawn,
    )
    assert rulings.ended
    assert [True, True, False] == [rulings.is_out(name) for name in ("ana", "rui", "eva")]
    assert [True, False] == [rulings.is_disqualified(name) for name in ("ana", "rui")]


def test_a_partnership_is_out_with_either_of_its_bots():
    rulings = Rulings.of([OUT, LEFT])
    assert [True, True, False] == [
        rulings.is_out(name) for name in ("eva+ana", "rui+eva", "eva+gil")
    ]
    assert [True, False] == [rulings.is_disqualified(name) for name in ("eva+ana", "rui+eva")]


def test_no_match_of_a_disqualified_entrant_counts_whenever_it_was_played():
    assert [("m2", 1)] == counting(match("m1"), OUT, match("m2", "rui", "eva"), match("m3"))


def test_what_a_withdrawn_entrant_has_played_counts():
    assert [("m1", 1)] == counting(match("m1"), LEFT)


@pytest.mark.parametrize("ruling", [OUT, LEFT])
def test_a_reinstated_entrant_is_in_as_if_nothing_had_been(ruling):
    back = ReinstateEntry(entrant=ruling.entrant, reason="a slip")
    assert Rulings({}, {}, {}, ended=False) == Rulings.of([ruling, back])
    assert [("m1", 1)] == counting(match("m1"), ruling, back)


def test_an_annulled_match_counts_only_as_played_again():
    assert [] == counting(match("m1"), ANNUL)
    again = (match("m1"), ANNUL, match("m1", attempt=2), match("m2"))
    assert [("m1", 2), ("m2", 1)] == counting(*again)
    assert [("m2", 1)] == counting(*again, ANNUL)


def test_a_play_is_in_force_whoever_is_out():
    entries = (match("m1"), OUT)
    assert [match("m1")] == list(plays_in_force(entries, Rulings.of(entries)))
