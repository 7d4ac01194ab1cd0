"""Strengths against all others, and what follows from them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.observed import NOTHING, Observed
from arena.tournament.ranking import is_separated, not_separated, pair_alpha
from arena.tournament.statistics import Sample
from arena.tournament.strengths import Strengths

from .test_model import TWICE


def of(matches, names="abcd", turned=()):
    """Strengths by what was seen; pairs in ``turned`` are given the other way round."""
    seen = {}
    for one, other, *sample in matches:
        pair = (names[one], names[other])
        observed = Observed.of_sample(Sample(*sample))
        if pair in turned:
            pair, observed = pair[::-1], observed.reverse
        seen[pair] = seen.get(pair, NOTHING) + observed
    return Strengths.of(names, seen)


def test_the_check_values_of_two_matches_a_pair():
    strengths = of(TWICE)
    values = [strengths.figure(name).mean for name in "abcd"]
    assert [0.3491315, 0.0929853, 0.0012841, -0.4434009] == pytest.approx(values, abs=1e-7)
    assert 0.1596274 == pytest.approx(strengths.figure("a").radius(), abs=1e-7)
    assert 0.01709052 == pytest.approx(strengths.difference("a", "b").variance, abs=1e-8)
    assert {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b"), "d": ()} == not_separated(
        "abcd", strengths
    )
    assert 3.25 == pytest.approx(strengths.more_boards("a", "b", 6), abs=0.005)
    assert 0.7936 == pytest.approx(strengths.chance("a", "b", 10), abs=5e-5)
    best = strengths.best("abcd")
    assert [0.9716, 0.0251, 0.0032, 0.0] == pytest.approx([best[name] for name in "abcd"], abs=2e-4)


def test_the_check_values_of_one_match_a_pair():
    strengths = of(TWICE[::2])
    assert 0.3586269 == pytest.approx(strengths.figure("a").mean, abs=1e-7)
    assert {"a": ("b", "c"), "b": ("a", "c", "d"), "c": ("a", "b", "d"), "d": ("b", "c")} == (
        not_separated("abcd", strengths)
    )


def test_the_check_values_of_a_schedule_with_unmet_pairs():
    strengths = of([TWICE[0], TWICE[10], TWICE[2], TWICE[8]])
    values = [strengths.figure(name).mean for name in "abcd"]
    assert [0.2416086, 0.0242214, 0.0262074, -0.2920375] == pytest.approx(values, abs=1e-7)
    assert 0.4305614 == pytest.approx(strengths.figure("a").radius(), abs=1e-7)
    assert 0.11729455 == pytest.approx(strengths.difference("a", "d").variance, abs=1e-8)


def test_whichever_way_round_a_meeting_is_given_is_the_same():
    assert of(TWICE) == of(TWICE, turned={("a", "b"), ("c", "d")})


def dense(strengths):
    """T K T' + G by its definition, with products of matrices."""
    model, n = strengths.model, strengths.model.size
    unit = [[float(a == b) for b in range(n)] for a in range(n)]
    turn = [[n * unit[a][b] / (n - 1) for b in range(n)] for a in range(n)]
    gap = [[(n * unit[a][b] - 1) * model.style / (n - 1) ** 2 for b in range(n)] for a in range(n)]
    for ((a, _), (b, _)), trust in model.trust.items():
        for row, column, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            turn[row][column] -= sign * trust / (n - 1)
            gap[row][column] -= sign * (model.style - model.met_style * (1 - trust)) / (n - 1) ** 2
    half = [
        [sum(turn[a][k] * model.covariance[k][b] for k in range(n)) for b in range(n)]
        for a in range(n)
    ]
    return [
        [sum(half[a][k] * turn[b][k] for k in range(n)) + gap[a][b] for b in range(n)]
        for a in range(n)
    ]


@st.composite
def schedules(draw):
    names = "abcdef"[: draw(st.integers(2, 6))]
    pairs = st.sampled_from([*combinations(range(len(names)), 2)])
    boards = st.lists(st.integers(-8, 8), min_size=1, max_size=4)
    return names, draw(st.lists(st.tuples(pairs, boards), min_size=1, max_size=14))


def drawn(names, matches):
    seen = {}
    for (a, b), legs in matches:
        pair = (names[a], names[b])
        seen[pair] = seen.get(pair, NOTHING) + Observed.match(legs)
    return Strengths.of(names, seen)


@given(schedules())
def test_the_short_way_to_the_covariance_is_the_long_one(schedule):
    names, matches = schedule
    strengths = drawn(names, matches)
    expected = dense(strengths)
    for at, name in enumerate(names):
        estimate = strengths.figure(name)
        if estimate is not None:
            assert expected[at][at] == pytest.approx(estimate.variance, rel=1e-6)


@given(schedules())
def test_strengths_of_all_sum_to_zero_and_differences_turn(schedule):
    names, matches = schedule
    strengths = drawn(names, matches)
    if all(strengths.figure(name) for name in names):
        assert 0 == pytest.approx(sum(strengths.figure(name).mean for name in names), abs=1e-6)
    for one, other in combinations(names, 2):
        there, back = strengths.difference(one, other), strengths.difference(other, one)
        assert (there is None) is (back is None)
        if there is not None:
            assert (there.mean, there.variance) == (-back.mean, pytest.approx(back.variance))
            assert 1 == pytest.approx(
                strengths.chance(one, other, 5) + strengths.chance(other, one, 5)
            )


def test_who_has_met_nobody_has_no_figure():
    strengths = of(TWICE[:2])
    assert (None, None) == (strengths.figure("c"), strengths.difference("a", "c"))
    assert (None, None) == (strengths.prediction("a", "c"), strengths.chance("a", "c", 9))
    assert (None, None) == (strengths.head_to_head("a", "c"), strengths.more_boards("a", "c", 6))
    assert {"a", "b"} == set(strengths.best("abcd"))
    assert {"a": 1.0} == strengths.best("ac")
    assert None is of([]).figure("a")


def test_a_head_to_head_is_no_surer_than_its_own_matches_let_it_be():
    """One pair's two matches are four games apart, all others' agree."""
    calm = [(a, b, 20, 0, 40) for a, b in combinations(range(4), 2) for _ in range(2)]
    wild = [(0, 1, 20, 80, 360), (0, 1, 20, -80, 360), *calm[2:]]
    own = of(wild).head_to_head("a", "b")
    assert (0, True) == (own.mean, own.variance >= 4.0)
    assert of(calm).head_to_head("a", "b").variance < 0.1
    assert -of(TWICE).head_to_head("b", "a").mean == of(TWICE).head_to_head("a", "b").mean


def test_no_single_opponent_makes_a_separation():
    """a and b do alike against c, d and e; but s loses every board to a by a sweep."""
    names = "abcdes"
    even = [(x, y, 30, 0, 60) for x, y in combinations(range(5), 2) for _ in range(4)]
    gifts = [(0, 5, 30, 240, 1920)] * 4
    others = [(x, 5, 30, 0, 60) for x in range(1, 5) for _ in range(4)]
    strengths = of([*even, *gifts, *others], names)
    difference = strengths.difference("a", "b")
    assert difference.mean > 0
    assert not is_separated(strengths, "a", "b", pair_alpha(6))
    assert not is_separated(strengths, "b", "a", pair_alpha(6))


def test_normalised_elo_counts_in_deviations_of_a_deal():
    strengths = of(TWICE)
    estimate = strengths.difference("a", "b")
    deviation = (2 * strengths.model.noise) ** 0.5
    assert estimate.mean / deviation * 347.4356 == pytest.approx(strengths.elo(estimate), rel=1e-6)
