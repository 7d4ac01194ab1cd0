"""What matches count as."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.events import Ending
from arena.referee.spec import Unit
from arena.tournament.observed import Observed
from arena.tournament.tally import Meeting, Tally, meeting_of
from arena.transcript.records import OutcomeRecord

LEG = st.integers(-4, 4)
POINTS = st.integers(-60, 60)
BOARDS = st.lists(st.tuples(st.integers(0, 99), LEG, LEG, POINTS, POINTS), max_size=5).map(tuple)
GAMES = st.integers(0, 7)
RUBBERS = st.lists(
    st.tuples(
        st.sampled_from([0, 1, None]), GAMES, GAMES, st.sampled_from([0, 1, None]), GAMES, GAMES
    ),
    max_size=4,
).map(
    lambda mirrored: tuple(
        (half, number, *plays[3 * half : 3 * half + 3])
        for half in (0, 1)
        for number, plays in enumerate(mirrored, 1)
    )
)


def outcome_of(boards=(), rubbers=(), deals=4, net_games=1, net_points=-5):
    return OutcomeRecord(
        ending=Ending.PLAYED, lost_by=None, reason=None, net_games=net_games, net_points=net_points,
        deals=deals, boards=boards, rubbers=rubbers, faults=({}, {}), turns=(0, 0), cpu_us=(0, 0),
        off_turn_us=(0, 0), overloaded=(0, 0),
    )  # fmt: skip


def turned(outcome):
    """The same match from the other side."""
    other = {0: 1, 1: 0, None: None}
    return outcome_of(
        tuple((board, -g0, -g1, -p0, -p1) for board, g0, g1, p0, p1 in outcome.boards),
        tuple((half, unit, other[won], b, a) for half, unit, won, a, b in outcome.rubbers),
        outcome.deals, -outcome.net_games, -outcome.net_points,
    )  # fmt: skip


def test_a_board_is_won_by_its_legs_together():
    boards = ((7, 2, -1, 40, -3), (8, 1, -1, 5, -9), (9, -1, 0, -2, 0))
    expected = Meeting(
        Tally(1, deals=4, won=1, drawn=1, lost=1, net_games=1, net_points=-5),
        Observed.match([1, 0, -1]),
        Observed.match([37, -4, -2]),
        at_cards=Observed.match([1, 0, -1]),
    )
    assert expected == meeting_of(Unit.BOARD, outcome_of(boards))


def test_the_same_rubber_of_both_halves_is_one_value():
    rubbers = (
        (0, 1, 0, 4, 1),
        (0, 2, 0, 4, 2),
        (0, 3, None, 3, 3),
        (1, 1, 1, 0, 4),
        (1, 2, 0, 5, 0),
        (1, 3, 1, 1, 4),
    )
    meeting = meeting_of(Unit.RUBBER, outcome_of(rubbers=rubbers))
    assert Observed.match([0, 2, -1]) == meeting.rubbers
    assert (3, 1, 2) == (meeting.tally.won, meeting.tally.drawn, meeting.tally.lost)


@pytest.mark.parametrize("unit", Unit)
@given(boards=BOARDS, rubbers=RUBBERS)
def test_from_the_other_side_all_figures_are_turned(unit, boards, rubbers):
    outcome = outcome_of(boards, rubbers)
    assert meeting_of(unit, outcome).reverse == meeting_of(unit, turned(outcome))


@given(BOARDS, BOARDS)
def test_meetings_add_up(ours, theirs):
    one, other = (meeting_of(Unit.BOARD, outcome_of(boards)) for boards in (ours, theirs))
    both = meeting_of(Unit.BOARD, outcome_of(ours + theirs, deals=8, net_games=2, net_points=-10))
    expected = Tally(1) + both.tally
    assert expected == (one + other).tally
    assert (both.games.boards, both.points.boards) == (
        (one + other).games.boards,
        (one + other).points.boards,
    )
    assert Meeting() + one == one
