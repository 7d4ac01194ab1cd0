"""Which neighbours play on, and when that ends."""

from arena.tournament.formats import FORMATS, Past, Result, Setting
from arena.tournament.formats.separation import UntilSeparated, ranking, samples_of

CLEAR = (4, 2) * 30
EVEN = (4, -4) * 30
FEW = (2, 1)


def further(results, playing=(0, 1, 2), max_boards=10_000, rounds=()):
    form = UntilSeparated(FORMATS["round-robin"], max_boards)
    return form.further(Setting(3, units=2), Past(playing, rounds, results))


def pairs(pairings):
    return [(it.first, it.second) for it in pairings]


def test_only_undecided_neighbours_play_on():
    results = [Result(0, 1, 2, EVEN), Result(1, 2, 9, CLEAR), Result(0, 2, 1, CLEAR)]
    assert [(0, 1)] == pairs(further(results))
    results = [Result(0, 1, 2, CLEAR), Result(2, 1, 0, FEW), Result(0, 2, 1, EVEN)]
    assert [(0, 2), (2, 1)] == pairs(further(results))


def test_neighbours_of_a_neighbour_play_on_another_day():
    results = [Result(0, 1, 2, FEW), Result(1, 2, 9, FEW), Result(0, 2, 1, FEW)]
    assert [0, 1] == [it.day % 2 ^ further(results)[0].day % 2 for it in further(results)]


def test_no_match_is_added_that_doesnt_fit_below_the_cap():
    results = [Result(0, 1, 2, FEW), Result(1, 2, 9, FEW), Result(0, 2, 1, FEW)]
    assert [0, 0, 1, 2, 2] == [len(further(results, max_boards=n)) for n in (6, 7, 8, 10, 99)]


def test_who_left_is_nobodys_neighbour():
    results = [Result(0, 1, 2, FEW), Result(1, 2, 9, FEW), Result(0, 2, 1, FEW)]
    assert [(0, 2)] == pairs(further(results, playing=(0, 2)))


def test_copies_that_are_level_on_each_board_need_no_more_of_them():
    results = [Result(0, 1, 0, (0,) * 50), Result(1, 2, 9, (0,) * 49), Result(0, 2, 1, CLEAR)]
    assert [(1, 2)] == pairs(further(results))


def test_the_ranking_is_by_the_mean_over_opponents_not_over_boards():
    """Three boards won against the one count no more than one lost to the other."""
    results = [Result(0, 1, 0, (4,)), Result(1, 2, 0, (2, 2, 2)), Result(2, 0, 0, (2,))]
    assert [0, 2, 1] == ranking((0, 1, 2), samples_of(results))
    assert [2, 1] == ranking((1, 2), samples_of([Result(2, 1, 0, (1,))]))
    assert [1, 2] == ranking((1, 2), samples_of([]))
