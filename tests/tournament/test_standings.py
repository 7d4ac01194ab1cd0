"""Standings: what they add up, how they rank, and that order doesn't matter."""

from fractions import Fraction
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import Unit
from arena.tournament.report import show_json, show_markdown, show_table
from arena.tournament.standings import Contest, Standing, Tally, fold_standings
from arena.transcript.ledger import EndEntry, MatchEntry, RunEntry, VoidEntry
from arena.transcript.outcome import BoardScore, MatchOutcome, RubberScore
from protocol.messages import FaultCode

IDS = count()


def of_boards(*boards, faults=((), ()), ending=Ending.PLAYED):
    """A match of boards, each given as its legs' net games and net points: (g0, g1, p0, p1)."""
    return MatchOutcome(
        ending=ending,
        lost_by=None,
        reason=None,
        net_games=sum(g0 + g1 for g0, g1, _, _ in boards),
        net_points=sum(p0 + p1 for _, _, p0, p1 in boards),
        deals=2 * len(boards),
        boards=tuple(
            BoardScore(n, (g0, g1), (p0, p1)) for n, (g0, g1, p0, p1) in enumerate(boards)
        ),
        rubbers=(),
        faults=faults,
    )


def of_rubbers(*rubbers, deals=8, net_points=0):
    """A match of rubbers, each given as the winning entrant and the games of both: (0, 4, 2)."""
    return MatchOutcome(
        ending=Ending.PLAYED,
        lost_by=None,
        reason=None,
        net_games=sum(ours - theirs for _, ours, theirs in rubbers),
        net_points=net_points,
        deals=deals,
        boards=(),
        rubbers=tuple(
            RubberScore(n % 2, n // 2 + 1, winner, (ours, theirs))
            for n, (winner, ours, theirs) in enumerate(rubbers)
        ),
        faults=((), ()),
    )


def entry_of(first, second, outcome, match_id=None):
    return MatchEntry(
        match_id=match_id or f"m{next(IDS)}",
        entrants=(first, second),
        attempt=1,
        log_sha256="0" * 64,
        log_bytes=1,
        outcome=outcome.to_record(),
    )


def contest_of(names, unit=Unit.BOARD):
    return Contest("cup", unit, tuple(names), planned=9)


def ranks(standings):
    return [(place.name, place.rank, place.shared) for place in standings.places]


# What is added up.


def test_before_the_first_match_all_are_equal():
    standings = fold_standings([], contest_of("ab"))
    assert (
        Standing(1, shared=True, name="a", tally=Tally(), faults={}),
        Standing(1, shared=True, name="b", tally=Tally(), faults={}),
    ) == standings.places
    assert (0, ()) == (standings.scored, standings.void)


def test_a_board_is_won_by_the_sum_of_its_legs_games():
    outcome = of_boards((2, -1, 40, -3), (1, -1, 5, -9), (-1, 0, -2, 0))
    standings = fold_standings([entry_of("a", "b", outcome)], contest_of("ab"))
    ours = Tally(1, deals=6, won=1, drawn=1, lost=1, net_games=0, net_points=31)
    theirs = Tally(1, deals=6, won=1, drawn=1, lost=1, net_games=0, net_points=-31)
    assert {("a", "b"): ours, ("b", "a"): theirs} == standings.between
    assert (Fraction(0), Fraction(31, 6)) == (ours.games_per_deal, ours.points_per_deal)
    assert (None, None) == (Tally().games_per_deal, Tally().points_per_deal)
    assert 1 == standings.scored


def test_a_rubber_is_won_by_its_winner_and_drawn_without_one():
    outcome = of_rubbers((0, 5, 3), (1, 0, 4), (0, 4, 2), (None, 3, 3), deals=17, net_points=-20)
    standings = fold_standings([entry_of("a", "b", outcome)], contest_of("ab", Unit.RUBBER))
    ours = Tally(1, deals=17, won=2, drawn=1, lost=1, net_games=0, net_points=-20)
    assert ours == standings.between["a", "b"]
    assert ours.reverse == standings.between["b", "a"]


def test_faults_are_counted_by_code_for_whoever_made_them():
    faults = (((FaultCode.MOVE_TIMEOUT, 2),), ((FaultCode.EXITED, 1), (FaultCode.BAD_JSON, 1)))
    entries = [
        entry_of("a", "b", of_boards((1, 1, 9, 9), faults=faults)),
        entry_of("b", "a", of_boards((1, 1, 9, 9), faults=faults)),
    ]
    for place in fold_standings(entries, contest_of("ab")).places:
        assert {
            FaultCode.MOVE_TIMEOUT: 2,
            FaultCode.EXITED: 1,
            FaultCode.BAD_JSON: 1,
        } == place.faults


def test_void_matches_are_named_and_count_for_nothing():
    entries = [
        VoidEntry(match_id="v2", entrants=("a", "b"), attempts=3, reason="no memory"),
        entry_of("a", "b", of_boards(ending=Ending.VOID), match_id="v1"),
        VoidEntry(match_id="m", entrants=("a", "b"), attempts=3, reason="no memory"),
        entry_of("a", "b", of_boards((1, 1, 9, 9)), match_id="m"),
    ]
    standings = fold_standings(entries, contest_of("ab"))
    assert (("v1", "v2"), 1) == (standings.void, standings.scored)


def test_other_entries_say_nothing():
    run = RunEntry(tournament="cup", config_sha256="0" * 64, seed_commitment="0" * 64, arena="0.1")
    contest = contest_of("ab")
    assert fold_standings([], contest) == fold_standings([run, EndEntry(seed="2a")], contest)


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (
            [entry_of("a", "b", of_boards(), "m1"), entry_of("b", "a", of_boards(), "m1")],
            "match m1 is in the ledger twice",
        ),
        (
            [entry_of("a", "c", of_boards(), "m1")],
            "match m1 is between a and c, not of this contest",
        ),
        (
            [entry_of("a", "a", of_boards(), "m1")],
            "match m1 is between a and a, not of this contest",
        ),
    ],
)
def test_a_ledger_of_something_else_is_refused(entries, expected):
    with pytest.raises(TranscriptError) as caught:
        fold_standings(entries, contest_of("ab"))
    assert expected == str(caught.value)


# How they rank.


def test_boards_rank_by_net_games_per_deal_not_by_their_sum():
    entries = [
        entry_of("a", "c", of_boards((1, 1, 5, 5), (0, 0, 0, 0))),
        entry_of("b", "c", of_boards((1, 1, 5, 5))),
    ]
    standings = fold_standings(entries, contest_of("abc"))
    assert [("b", 1, False), ("a", 2, False), ("c", 3, False)] == ranks(standings)


def test_those_level_on_games_rank_by_their_meetings_then_by_points():
    entries = [
        entry_of("a", "b", of_boards((-1, 0, -50, 0))),
        entry_of("a", "c", of_boards((1, 0, 60, 60))),
        entry_of("b", "c", of_boards((-1, 0, -1, -1))),
    ]
    standings = fold_standings(entries, contest_of("abc"))
    assert [("a", 1, False), ("b", 2, False), ("c", 3, False)] == ranks(standings)
    entries = [
        entry_of("a", "b", of_boards((-1, 0, -50, 0))),
        entry_of("a", "c", of_boards((1, 1, 60, 60))),
        entry_of("b", "c", of_boards((0, 0, 0, 0))),
    ]
    standings = fold_standings(entries, contest_of("abc"))
    assert [("b", 1, False), ("a", 2, False), ("c", 3, False)] == ranks(standings)


def test_those_level_on_everything_share_a_place_and_the_next_is_left_out():
    entries = [
        entry_of("b", "a", of_boards((1, -1, 5, -5))),
        entry_of("a", "c", of_boards((1, 1, 9, 9))),
        entry_of("b", "c", of_boards((1, 1, 9, 9))),
    ]
    standings = fold_standings(entries, contest_of("cba"))
    assert [("b", 1, True), ("a", 1, True), ("c", 3, False)] == ranks(standings)


def test_who_has_not_played_comes_last():
    entries = [entry_of("b", "c", of_boards((1, 1, 9, 9)))]
    standings = fold_standings(entries, contest_of("abc"))
    assert [("b", 1, False), ("c", 2, False), ("a", 3, False)] == ranks(standings)


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (of_rubbers((0, 4, 0), (0, 4, 0)), [("b", 1), ("a", 2)]),
        (of_rubbers((0, 5, 0), (1, 0, 4)), [("b", 1), ("a", 2)]),
        (of_rubbers((0, 4, 0), (1, 0, 4), net_points=1), [("b", 1), ("a", 2)]),
        (of_rubbers((0, 4, 0), (1, 0, 4), deals=99), [("a", 1), ("b", 1)]),
    ],
)
def test_rubbers_rank_by_those_won_then_games_then_points(second, expected):
    first = of_rubbers((0, 4, 0), (1, 0, 4))
    entries = [entry_of("a", "c", first), entry_of("b", "d", second)]
    standings = fold_standings(entries, contest_of("abcd", Unit.RUBBER))
    assert expected == [(name, rank) for name, rank, _ in ranks(standings) if name in "ab"]


# Order doesn't matter.

LEGS = st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(-60, 60), st.integers(-60, 60))
FAULTS = st.lists(
    st.tuples(st.sampled_from(FaultCode), st.integers(1, 3)), unique_by=lambda f: f[0]
)
BOARDS = st.builds(
    lambda boards, *faults: of_boards(*boards, faults=tuple(map(tuple, faults))),
    st.lists(LEGS, min_size=1, max_size=3), FAULTS, FAULTS,
)  # fmt: skip
RUBBERS = st.builds(
    lambda rubbers, deals, points: of_rubbers(*rubbers, deals=deals, net_points=points),
    st.lists(st.tuples(st.sampled_from([0, 1, None]), st.integers(0, 7), st.integers(0, 7)), min_size=2, max_size=4),
    st.integers(2, 30),
    st.integers(-500, 500),
)  # fmt: skip


@st.composite
def ledgers(draw, unit):
    """The matches of some of a contest's pairs, in some order, and the same in another order."""
    names = "abcde"[: draw(st.integers(2, 5))]
    pairs = draw(st.lists(st.sampled_from(list(combinations(names, 2))), max_size=6))
    outcomes = BOARDS if unit is Unit.BOARD else RUBBERS
    entries = [entry_of(*draw(st.permutations(pair)), draw(outcomes)) for pair in pairs]
    return contest_of(names, unit), entries, draw(st.permutations(entries))


@given(st.sampled_from(Unit).flatmap(ledgers))
def test_the_order_of_finishing_changes_no_byte(ledger):
    contest, entries, others = ledger
    one, other = fold_standings(entries, contest), fold_standings(others, contest)
    for show in (show_json, show_markdown, show_table):
        assert show(one) == show(other)


@given(st.sampled_from(Unit).flatmap(ledgers))
def test_what_one_wins_another_loses(ledger):
    contest, entries, _ = ledger
    standings = fold_standings(entries, contest)
    assert 0 == sum(place.tally.net_games for place in standings.places)
    assert 0 == sum(place.tally.net_points for place in standings.places)
    assert len(entries) == standings.scored
    assert sum(place.tally.won for place in standings.places) == sum(
        place.tally.lost for place in standings.places
    )


@given(st.sampled_from(Unit).flatmap(ledgers))
def test_places_never_rise_on_the_way_down(ledger):
    contest, entries, _ = ledger
    places = fold_standings(entries, contest).places
    assert set(contest.entrants) == {place.name for place in places}
    for position, place in enumerate(places, 1):
        level = [other for other in places if other.rank == place.rank]
        assert place.shared is (len(level) > 1)
        assert place.rank <= position < place.rank + len(level)
