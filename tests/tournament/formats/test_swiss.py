"""What a Swiss makes of wins, byes, void matches and of those who left."""

import pytest

from arena.tournament.formats import FORMATS, Pairing, Past, Result, Round, Setting
from arena.tournament.formats.swiss import Scores

SWISS = FORMATS["swiss"]


def round_of(*matches, playing=(0, 1, 2, 3), day=0):
    """A round of matches given as (first, second, net games or None)."""
    return Round(
        playing,
        tuple(Pairing(day, 0, first, second) for first, second, _ in matches),
        tuple(
            None if net is None else Result(first, second, net, ())
            for first, second, net in matches
        ),
    )


def points_after(*rounds, playing=(0, 1, 2, 3)):
    return dict(Scores.of(Past(playing, rounds, ())).points)


@pytest.mark.parametrize(
    ("matches", "playing", "points"),
    [
        ([(0, 1, 3), (2, 3, 0)], (0, 1, 2, 3), {0: 2, 1: 0, 2: 1, 3: 1}),
        ([(0, 1, -1), (2, 3, None)], (0, 1, 2, 3), {0: 0, 1: 2, 2: 1, 3: 1}),
        ([(0, 1, None), (2, 3, 1)], (1, 2, 3), {1: 2, 2: 2, 3: 0}),
        ([(0, 1, None), (2, 3, 1)], (2, 3), {2: 2, 3: 0}),
        ([(0, 1, 1)], (0, 1, 2), {0: 2, 1: 0, 2: 2, 3: 2}),
    ],
    ids=["won and drawn", "void", "the other left", "both left", "bye"],
)
def test_match_points(matches, playing, points):
    assert points == points_after(round_of(*matches), playing=playing)


def test_who_is_level_is_ordered_by_buchholz_then_net_games_then_by_lot():
    rounds = (
        round_of((0, 1, 1), (2, 3, 1), (4, 5, 5), playing=tuple(range(6))),
        round_of((0, 2, 1), (3, 1, 1), (5, 4, 1), playing=tuple(range(6))),
    )
    scores = Scores.of(Past(tuple(range(6)), rounds, ()))
    assert {0: 4, 2: 2, 3: 2, 4: 2, 5: 2, 1: 0} == {n: scores.points[n] for n in range(6)}
    assert [6, 4, 4] == [scores.buchholz[n] for n in (2, 4, 5)]
    assert [0, 2, 4, 5, 3, 1] == scores.order(range(6), range(6))
    level = Scores.of(Past((0, 1, 2), (), ()))
    assert [2, 0, 1] == level.order((0, 1, 2), (1, 2, 0))


def test_who_was_first_less_often_is_first():
    first = round_of((0, 1, 3), (2, 3, 3))
    (one, other) = SWISS.further(
        Setting(4, rounds=2, lots=(0, 1, 2, 3)), Past((0, 1, 2, 3), (first,), ())
    )
    assert Pairing(1, 0, 0, 2) == one
    assert Pairing(1, 0, 1, 3) == other
    third = round_of((0, 2, 0), (1, 3, 0), day=1)
    one, other = SWISS.further(
        Setting(4, rounds=3, lots=(0, 1, 2, 3)), Past((0, 1, 2, 3), (first, third), ())
    )
    assert (Pairing(2, 0, 3, 0), Pairing(2, 0, 2, 1)) in {(one, other), (other, one)}


def test_when_all_have_met_they_meet_again_rather_than_stop():
    rounds = tuple(
        round_of(*matches, day=day)
        for day, matches in enumerate(
            [[(0, 1, 1), (2, 3, 1)], [(0, 2, 1), (1, 3, 1)], [(0, 3, 1), (1, 2, 1)]]
        )
    )
    further = SWISS.further(Setting(4, rounds=4, lots=(0, 1, 2, 3)), Past((0, 1, 2, 3), rounds, ()))
    assert [{0, 1}, {2, 3}] == [{it.first, it.second} for it in further]
    assert [1, 1] == [it.meeting for it in further]


def test_one_who_is_left_alone_has_no_further_round():
    assert () == SWISS.further(Setting(2, rounds=3, lots=(0, 1)), Past((1,), (), ()))
