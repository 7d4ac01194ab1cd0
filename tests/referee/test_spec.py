"""What a match is, turned into what a table is to play."""

import pytest

from arena.referee.spec import (
    BotRef,
    Entrant,
    HalfSpec,
    MatchSpec,
    Place,
    TableSpec,
    Terms,
)

FIRST = (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1))
SECOND = (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1))
BOT = BotRef("bot", "00" * 32)


@pytest.fixture
def match() -> MatchSpec:
    return MatchSpec(
        match_id="ab",
        tournament="cup",
        terms=Terms(),
        entrants=(Entrant("a", (BOT, BOT)), Entrant("b", (BOT, BOT))),
        units=(4, 5),
        halves=(HalfSpec(FIRST, (1, 2, 3, 4)), HalfSpec(SECOND, (5, 6, 7, 8))),
    )


def test_both_halves_play_the_same_units_with_seeds_of_their_own(match):
    assert match.table(0) == TableSpec(Terms(), (4, 5), (1, 2, 3, 4))
    assert match.table(1) == TableSpec(Terms(), (4, 5), (5, 6, 7, 8))


def test_faults_follow_the_entrants_to_their_seats(match):
    assert match.table(0, (2, 1)).faults_before == (2, 1)
    assert match.table(1, (2, 1)).faults_before == (1, 2)
