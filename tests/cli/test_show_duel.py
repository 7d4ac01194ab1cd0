"""Who is better, in words."""

import pytest

from arena.cli.show_duel import DuelResult, show_duel, show_duel_json, show_result
from arena.runner.play.duel import DuelEnd
from arena.tournament.observed import Observed
from arena.tournament.sequential import ConfidenceSequence, Sprt, Trial, Verdict
from arena.tournament.statistics import Sample

CLEAR = Sample.of([2, 0, 1, 1] * 10)


@pytest.mark.parametrize(
    ("verdict", "sample", "interval", "words"),
    [
        (
            Verdict.BETTER,
            CLEAR,
            (0.12, 0.88),
            "ana is better: +0.50 games a deal, 95 % 0.12..0.88, after 40 boards",
        ),
        (
            Verdict.WORSE,
            CLEAR.reverse,
            (-0.88, -0.12),
            "rui is better: +0.50 games a deal, 95 % 0.12..0.88, after 40 boards",
        ),
        (
            Verdict.UNDECIDED,
            CLEAR.reverse,
            (-1.1, 0.1),
            "ana and rui can't be told apart: -0.50 games a deal, 95 % -1.10..0.10, after 40 boards",
        ),
        (
            Verdict.EQUAL,
            Sample.of([1, -1] * 100),
            (-0.04, 0.045),
            (
                "ana and rui are equal, no further apart than 0.1 games a deal: "
                "+0.000 games a deal, 95 % -0.040..0.045, after 200 boards"
            ),
        ),
        (
            Verdict.EQUAL,
            Sample.of([0] * 50),
            None,
            "ana and rui play alike: every one of 50 boards is level",
        ),
        (
            Verdict.NOT_BETTER,
            CLEAR,
            None,
            "ana isn't better than rui by what was asked for: +0.50 games a deal after 40 boards",
        ),
        (
            Verdict.NOT_WORSE,
            CLEAR,
            None,
            "ana isn't worse than rui by what was asked for: +0.50 games a deal after 40 boards",
        ),
        (
            Verdict.UNDECIDED,
            Sample.of([2]),
            None,
            "ana and rui can't be told apart: +1.00 games a deal after 1 board",
        ),
    ],
)
def test_the_sentence(verdict, sample, interval, words):
    assert words == show_result(DuelResult(("ana", "rui"), sample, verdict, interval, 0.1))


def test_of_one_match_no_more_is_said_than_what_it_tells():
    result = DuelResult(("ana", "rui"), CLEAR, Verdict.BETTER, (0.1, 0.9), of_one_match=True)
    assert show_result(result).startswith("ana is better in this match: +0.50")
    level = DuelResult(("ana", "rui"), Sample.of([0] * 9), Verdict.EQUAL, None, of_one_match=True)
    assert "play alike in this match" in show_result(level)


def test_a_duel_that_the_host_broke_off_says_so_and_keeps_what_was_judged():
    trial = Trial(ConfidenceSequence(), None, Observed.match([2, 0]))
    end = DuelEnd(("ana", "rui"), trial, interrupted=False, broken="no memory", faults=())
    said = show_duel(end, DuelResult.of_duel(end, Sprt(0, 0.1)), "2a")
    assert said.startswith(
        "a match could not be played (no memory); so far ana and rui can't be told"
    )
    assert '"broken": "no memory"' in show_duel_json(end, DuelResult.of_duel(end, trial.rule), "2a")
