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


CASES = [
    "round-robin 8, 2 x 20, equals, clean", "round-robin 8, 2 x 20, unequal, 5 % fail",
    "round-robin 12 at 50%, 2 x 20, unequal, clean", "Swiss 8, 3 rounds of 2 x 20, equals, 1 % fail",
    "Swiss 12, 4 rounds of 2 x 20, unequal, moods", "gauntlet 10, 4 x 20, equals, moods",
    "mixed 6 bots, 2 x 20, unequal, clean", "rubbers 6, 2 x 20, equals, 5 % fail",
]  # fmt: skip
"""One of each format, with all kinds of fields and processes among them."""


@pytest.mark.parametrize("name", CASES)
def test_intervals_hold_the_truth_and_equals_are_not_told_apart_in_any_format(script, name):
    """In little: of 25 tournaments two may be wrong by chance, where five in a hundred may be."""
    coverage = script("interval_coverage")
    (case,) = (case for case, _ in coverage.cases() if case.name == name)
    count = coverage.simulate(case, 25)
    assert count.coverage >= 0.9
    assert count.false + count.wrong <= 3


def test_a_process_that_fails_tells_equals_apart_in_a_duel_of_one_match(script):
    """What style and accident are can't be known from one match: here the words must claim less."""
    coverage = script("interval_coverage")
    (case,) = (
        case
        for case, _ in coverage.cases()
        if case.name == "round-robin 2, 1 x 40, equals, 5 % fail"
    )
    assert coverage.simulate(case, 100).false >= 5


@pytest.mark.parametrize(
    ("rule", "cap", "repeats"),
    [(Sprt(0, 0.2), 2_000, 1_000), (ConfidenceSequence(), 400, 500)],
    ids=["sprt", "confidence sequence"],
)
def test_of_equal_bots_at_most_seven_percent_are_told_apart(script, rule, cap, repeats):
    found = script("sequential_errors").play(rule, 0.0, cap, repeats)
    assert found.better + found.worse <= 0.07


@pytest.mark.parametrize("processes", ["1 % fail", "5 % fail", "moods"])
@pytest.mark.parametrize("rule", [Sprt(0, 0.2), ConfidenceSequence()], ids=["sprt", "sequence"])
def test_processes_that_fail_tell_equals_apart_no_more_often(script, rule, processes):
    found = script("sequential_errors").play(rule, 0.0, 600, 150, processes)
    assert found.better + found.worse <= 0.07


def test_a_real_difference_is_found_early(script):
    found = script("sequential_errors").play(Sprt(0, 0.2), 0.1, 2_000, 200)
    assert found.better >= 0.9
    assert found.boards < 400


def test_a_fixed_interval_looked_at_always_is_no_test(script):
    benchmark = script("sequential_errors")
    assert benchmark.play(benchmark.Naive(), 0.0, 1_000, 100).better >= 0.25


def test_duplicates_cut_the_variance_against_an_erring_twin_at_least_four_times(script):
    found = script("duplicate_variance").gain(boards=600, share=0.1)
    assert found.points >= 4
    assert found.games >= 4
    assert found.mean_points > 0
