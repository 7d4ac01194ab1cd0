"""What more boards would settle."""

import pytest

from arena.referee.spec import Unit
from arena.tournament.outlook import outlook_of
from arena.tournament.standings import fold_standings
from arena.transcript.ledger import WithdrawEntry

from .test_standings import contest_of, entry_of, of_boards, of_rubbers

EVEN = [(1, -1, 9, -9), (0, 1, 0, 9), (0, -1, 0, -9), (0, 0, 0, 0)] * 5
BETTER = [(1, 1, 9, 9), (1, 0, 9, 0), (0, -1, 0, -9), (1, 1, 9, 9)] * 5


def three(close=EVEN):
    """a and b do alike, or nearly so, and both beat c: each pair in two matches of 20 boards."""
    pairs = [("a", "b", close), ("a", "c", BETTER), ("b", "c", BETTER)]
    entries = [
        entry_of(one, other, of_boards(*boards)) for one, other, boards in pairs for _ in range(2)
    ]
    return fold_standings(entries, contest_of("abc"))


def test_neighbours_are_told_apart_or_need_so_many_boards_more():
    outlook = outlook_of(three([(1, 0, 9, 0), *EVEN]))
    assert (20, 81) == (outlook.boards, outlook.played)
    close, clear = outlook.neighbours
    assert (("a", "b"), False, True) == ((close.first, close.second), close.separated, close.met)
    assert close.boards > 0
    assert 0.5 < close.chance < clear.chance
    assert (True, 0) == (clear.separated, clear.boards)
    assert 3 == len(outlook.pairs)
    assert outlook.minutes(200) == pytest.approx(2 * outlook.minutes(100))


def test_of_those_that_seem_level_no_number_helps():
    close, _ = outlook_of(three()).neighbours
    assert None is close.boards


def test_before_the_first_match_there_is_nothing_to_plan_from():
    outlook = outlook_of(fold_standings([], contest_of("abc")))
    assert ((), ()) == (outlook.pairs, outlook.best)
    assert outlook.boards > 0


def test_who_has_not_met_is_predicted():
    entries = [entry_of("a", "b", of_boards(*BETTER)), entry_of("b", "c", of_boards(*BETTER))]
    pairs = {
        (it.first, it.second): it
        for it in outlook_of(fold_standings(entries, contest_of("abc"))).pairs
    }
    assert not pairs["a", "c"].met
    assert pairs["a", "c"].chance > 0.5


def test_rubbers_are_counted_as_they_are_mirrored():
    entry = entry_of("a", "b", of_rubbers((0, 4, 0), (0, 4, 1), (1, 0, 4), (0, 4, 2)))
    outlook = outlook_of(fold_standings([entry], contest_of("ab", Unit.RUBBER)))
    assert (2, 2) == (outlook.boards, outlook.played)


def test_who_is_not_ranked_is_not_planned_for():
    entries = [entry_of("a", "b", of_boards(*EVEN)) for _ in range(4)]
    entries += [entry_of("a", "c", of_boards(*EVEN)), WithdrawEntry(entrant="c", reason="ill")]
    contest = contest_of("abc", scheduled=dict.fromkeys("abc", 8))
    assert {"a", "b"} == {name for name, _, _ in outlook_of(fold_standings(entries, contest)).best}


def test_of_those_whose_matches_count_for_nobody_nothing_is_said():
    contest = contest_of("ab", authors={"a": "eve", "b": "eve"})
    outlook = outlook_of(fold_standings([entry_of("a", "b", of_boards(*BETTER))], contest))
    assert () == outlook.pairs
