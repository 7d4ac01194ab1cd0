"""What the benchmarks of intervals and tests print, in little: seeds are fixed, so figures are the same always."""

import importlib
import sys
from pathlib import Path

import pytest

from arena.tournament.sequential import ConfidenceSequence, Sprt


@pytest.fixture(scope="module")
def script():
    """A script of ``benchmarks/`` by its name, as a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(Path(__file__).parents[2] / "benchmarks"), *sys.path])
        yield importlib.import_module


def test_95_percent_intervals_of_six_entrants_hold_the_truth_in_93_to_97_percent(script):
    found = script("interval_coverage").coverage(boards=20, repeats=1_500)
    assert 0.93 <= found.strengths <= 0.97
    assert 0.93 <= found.differences <= 0.97


def test_of_six_equals_none_is_shown_as_separated_in_95_percent(script):
    assert script("interval_coverage").wrongly_separated(boards=20, repeats=400) <= 0.06


def test_95_percent_intervals_of_bots_with_changing_partners_do_too(script):
    assert 0.93 <= script("interval_coverage").rating_coverage(boards=60, repeats=1_500) <= 0.97


@pytest.mark.parametrize(
    ("rule", "cap", "repeats"),
    [(Sprt(0, 0.2), 2_000, 1_000), (ConfidenceSequence(), 400, 500)],
    ids=["sprt", "confidence sequence"],
)
def test_of_equal_bots_at_most_seven_percent_are_told_apart(script, rule, cap, repeats):
    found = script("sequential_errors").play(rule, 0.0, cap, repeats)
    assert found.better + found.worse <= 0.07


def test_a_real_difference_is_found_early(script):
    found = script("sequential_errors").play(Sprt(0, 0.2), 0.1, 2_000, 200)
    assert found.better >= 0.9
    assert found.boards < 300


def test_a_fixed_interval_looked_at_always_is_no_test(script):
    benchmark = script("sequential_errors")
    assert benchmark.play(benchmark.Naive(), 0.0, 1_000, 100).better >= 0.25


def test_duplicates_cut_the_variance_against_an_erring_twin_at_least_four_times(script):
    found = script("duplicate_variance").gain(boards=600, share=0.1)
    assert found.points >= 4
    assert found.games >= 4
    assert found.mean_points > 0
