"""The model: check values worked out by hand and by another program, and what must hold of any data."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.model import fit, single
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.statistics import Sample

TWICE = [
    (0, 1, 10, 6, 14), (0, 1, 10, 2, 10), (0, 2, 10, 4, 12), (0, 2, 10, 8, 16), (0, 3, 10, 14, 30),
    (0, 3, 10, 10, 22), (1, 2, 10, 2, 8), (1, 2, 10, -2, 10), (1, 3, 10, 8, 20), (1, 3, 10, 12, 24),
    (2, 3, 10, 6, 18), (2, 3, 10, 6, 14),
]  # fmt: skip
"""Matches as (one, other, boards, total, squares): every pair of four twice."""


def seen(matches):
    found = {}
    for one, other, *sample in matches:
        design = single(one, other)
        found[design] = found.get(design, NOTHING) + Observed.of_sample(Sample(*sample))
    return found


def test_the_check_values_of_two_matches_a_pair():
    model = fit(4, seen(TWICE), 0.25)
    variances = (model.noise, model.accident, model.style, model.spread)
    assert (0.2949541284, 0.0116969059, 0.0127955450, 0.0980550003) == pytest.approx(variances)
    assert 99.344659 == pytest.approx(model.df)


def test_of_one_match_a_pair_style_and_accident_are_one():
    model = fit(4, seen(TWICE[::2]), 0.25)
    assert (None, 0.0172536669) == (model.accident, pytest.approx(model.style))
    assert (0.0, model.style) == (model.met_style, model.match_variance)
    assert {0.0} == set(model.trust.values())


def test_of_nothing_nothing_is_known():
    assert None is fit(4, {}, 0.25)
    assert None is fit(4, {single(0, 1): NOTHING}, 0.25)


def test_boards_that_are_all_alike_leave_no_variance_at_zero():
    model = fit(2, seen([(0, 1, 20, 160, 1280)]), 0.25)
    assert (4.0, -4.0) == (
        pytest.approx(2 * model.strengths[0]),
        pytest.approx(2 * model.strengths[1]),
    )
    assert min(model.noise, model.style, model.covariance[0][0]) > 0


def test_an_unmet_pair_is_predicted_less_surely():
    model = fit(4, seen(TWICE[:10]), 0.25)
    (met, met_variance), (unmet, variance) = (
        model.expected(single(0, 1)),
        model.expected(single(2, 3)),
    )
    assert met > 0
    assert unmet > 0
    assert variance > met_variance


@st.composite
def schedules(draw):
    """Some entrants, some of whose pairs have met once or more, and the same in another order."""
    size = draw(st.integers(2, 6))
    pairs = st.sampled_from([*combinations(range(size), 2)])
    boards = st.lists(st.integers(-8, 8), min_size=1, max_size=4)
    matches = draw(st.lists(st.tuples(pairs, boards), min_size=1, max_size=12))
    return size, matches, draw(st.permutations(matches))


def observed(matches):
    found = {}
    for pair, legs in matches:
        found[single(*pair)] = found.get(single(*pair), NOTHING) + Observed.match(legs)
    return found


@given(schedules())
def test_the_order_of_matches_changes_no_bit(schedule):
    size, one, other = schedule
    assert fit(size, observed(one), 0.25) == fit(size, observed(other), 0.25)


@given(schedules())
def test_strengths_sum_to_zero_and_every_variance_is_above_it(schedule):
    size, matches, _ = schedule
    model = fit(size, observed(matches), 0.25)
    assert 0 == pytest.approx(sum(model.strengths), abs=1e-6)
    assert min(model.noise, model.style, model.df, model.match_variance) > 0
    assert all(model.covariance[at][at] > 0 for at in range(size))
    assert all(0 <= trust < 1 for trust in model.trust.values())


def test_lineups_that_cannot_tell_two_apart_leave_them_level():
    """0 and 1 always sit together."""
    design = ((0, 1), (1, 1), (2, -1), (3, -1))
    model = fit(4, {design: Observed.match([4, 4, 2])}, 0.25)
    assert model.strengths[0] == pytest.approx(model.strengths[1])
    assert model.strengths[0] > 0 > model.strengths[2]
