"""Who plays on until neighbours are separated, against whom, and when that ends."""

from itertools import combinations

from arena.tournament.formats import FORMATS, Past, Result, Setting
from arena.tournament.formats.separation import (
    UntilSeparated,
    least_known,
    ranking,
    strengths_of,
    undecided,
)
from arena.tournament.ranking import not_separated

CLEAR = (4, 2, 3, 3) * 15
EVEN = (4, -4, 1, -1) * 15
FEW = (2, 1)


def further(results, playing=(0, 1, 2), max_boards=10_000, rounds=()):
    form = UntilSeparated(FORMATS["round-robin"], max_boards)
    return form.further(Setting(3, units=2), Past(playing, rounds, results))


def pairs(pairings):
    return [(it.first, it.second) for it in pairings]


def both(first, second, boards):
    """A meeting of two matches."""
    return [Result(first, second, sum(boards), boards)] * 2


LEVEL_AT_THE_TOP = [*both(0, 1, EVEN), *both(1, 2, CLEAR), *both(0, 2, CLEAR)]


def test_who_is_undecided_plays_on_and_who_is_clear_does_not():
    """0 and 1 may be level; 2 is well below both."""
    strengths = strengths_of((0, 1, 2), LEVEL_AT_THE_TOP)
    assert [0, 1] == sorted(undecided(ranking((0, 1, 2), strengths), strengths))


def test_nobody_has_two_meetings_in_a_round():
    (only,) = further(LEVEL_AT_THE_TOP)
    assert only.first != only.second
    four = [Result(a, b, 0, FEW) for a, b in combinations(range(4), 2)]
    at_once = further(four, playing=(0, 1, 2, 3))
    assert 2 == len(at_once)
    assert {0, 1, 2, 3} == {side for pair in pairs(at_once) for side in pair}
    assert 1 == len({it.day for it in at_once})


def test_those_of_whom_least_is_known_meet_first():
    results = [*both(0, 1, EVEN) * 3, *both(0, 2, EVEN), *both(1, 2, EVEN)]
    strengths = strengths_of((0, 1, 2), results)
    ((first, second),) = least_known((0, 1, 2), [0, 1], strengths)
    assert 2 in (first, second)
    assert [(0, 1)] == least_known((0, 1), [0], strengths_of((0, 1), []))


def test_no_meeting_is_added_that_doesnt_fit_below_the_cap():
    results = [Result(0, 1, 2, FEW), Result(1, 2, 9, FEW), Result(0, 2, 1, FEW)]
    assert [0, 0, 1, 1] == [len(further(results, max_boards=n)) for n in (6, 7, 8, 99)]


def test_who_left_is_nobodys_neighbour():
    results = [Result(0, 1, 2, FEW), Result(1, 2, 9, FEW), Result(0, 2, 1, FEW)]
    assert [(0, 2)] == pairs(further(results, playing=(0, 2)))


def test_copies_that_are_level_on_each_board_are_decided():
    """Ten matches of fifty level boards: they are no further apart than the margin."""
    results = [Result(0, 1, 0, (0,) * 50)] * 10
    assert () == further(results, playing=(0, 1))
    assert 1 == len(further([Result(0, 1, 0, (0, 2, -2) * 4)], playing=(0, 1)))


def test_verdicts_and_the_table_never_contradict_each_other():
    """Whoever is decided because it is clear is shown as separated, by the same strengths."""
    results = [*both(0, 1, CLEAR), *both(1, 2, CLEAR), *both(0, 2, CLEAR)] * 3
    strengths = strengths_of((0, 1, 2), results)
    order = ranking((0, 1, 2), strengths)
    assert [] == undecided(order, strengths)
    apart = not_separated([str(one) for one in order], strengths)
    assert {"0": (), "1": (), "2": ()} == apart


def test_a_look_in_the_midst_asks_for_more_than_a_look_at_the_end():
    strengths = strengths_of((0, 1, 2), LEVEL_AT_THE_TOP)
    difference = strengths.difference("0", "2")
    assert strengths.bound(difference, 0.01) > difference.radius(0.99)


def test_a_result_counts_whichever_way_round_it_stands():
    turned = [Result(1, 0, -3, tuple(-legs for legs in CLEAR))] * 2
    assert strengths_of((0, 1), both(0, 1, CLEAR)) == strengths_of((0, 1), turned)


def test_who_has_played_nobody_comes_last():
    assert [1, 2, 0] == ranking((0, 1, 2), strengths_of((0, 1, 2), [Result(1, 2, 3, FEW)]))
