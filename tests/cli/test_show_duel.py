"""Who is better, in words."""

import pytest

from arena.cli.show_duel import DuelResult, show_result
from arena.tournament.sequential import Verdict
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
