"""Levels in their order, and what a canary's findings make of them."""

import pytest

from arena.sandbox.level import Level, LevelChoice
from arena.sandbox.verdict import FORBIDDEN, Findings, breaches


def test_each_level_reaches_itself_and_those_before_it():
    reached = {level: [it for it in Level if level.reaches(it)] for level in Level}
    assert {
        Level.OFF: [Level.OFF],
        Level.STANDARD: [Level.OFF, Level.STANDARD],
        Level.STRICT: [Level.OFF, Level.STANDARD, Level.STRICT],
    } == reached


def test_a_request_is_a_level_or_the_best_one():
    assert [None, Level.OFF, Level.STANDARD, Level.STRICT] == [it.level for it in LevelChoice]


def test_a_level_holds_where_the_canary_could_do_nothing():
    for level in Level:
        assert () == breaches(level, Findings((), ()))


@pytest.mark.parametrize("level", [Level.STANDARD, Level.STRICT])
def test_anything_forbidden_breaks_a_level(level):
    assert all(1 == len(breaches(level, Findings((name,), ()))) for name in FORBIDDEN)


def test_other_processes_may_be_seen_at_standard_but_not_at_strict():
    seen = Findings(("processes",), ())
    assert () == breaches(Level.STANDARD, seen)
    assert ("a bot can see other processes",) == breaches(Level.STRICT, seen)


def test_a_level_at_which_bots_cant_live_doesnt_hold_either():
    assert ("a bot can't use threads",) == breaches(Level.STANDARD, Findings((), ("threads",)))


def test_nothing_is_promised_at_off():
    assert () == breaches(Level.OFF, Findings(tuple(FORBIDDEN), ()))
