"""Standings: what they add up, how they rank, and that order doesn't matter."""

from dataclasses import replace
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import RefereeBug, TranscriptError
from arena.referee.events import Ending
from arena.referee.spec import Unit
from arena.tournament.contest import Contest, Figure, Individual, Standing
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.report import show_csv, show_json, show_markdown, show_table
from arena.tournament.standings import fold_standings
from arena.tournament.tally import Meeting, Tally, meeting_of
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    MatchEntry,
    ReinstateEntry,
    RunEntry,
    SessionEntry,
    VoidEntry,
    WithdrawEntry,
)
from arena.transcript.outcome import BoardScore, MatchOutcome, RubberScore
from arena.transcript.work import Work
from protocol.messages import FaultCode

IDS = count()
NO_WORK = (Work(), Work())


def of_boards(*boards, faults=((), ()), ending=Ending.PLAYED, work=NO_WORK):
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
        work=work,
    )


def of_rubbers(*rubbers, deals=8, net_points=0, boards=()):
    """A match of rubbers, each given as the winning entrant and the games of both: (0, 4, 2).

    Half by half: the first two are the two plays of rubber 1. boards: what both halves reached.
    """
    return MatchOutcome(
        ending=Ending.PLAYED,
        lost_by=None,
        reason=None,
        net_games=sum(ours - theirs for _, ours, theirs in rubbers),
        net_points=net_points,
        deals=deals,
        boards=tuple(
            BoardScore(n, (g0, g1), (p0, p1)) for n, (g0, g1, p0, p1) in enumerate(boards)
        ),
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


def contest_of(names, unit=Unit.BOARD, **more):
    return Contest("cup", unit, tuple(names), planned=9, **more)


def ranks(standings):
    return [(place.name, place.rank, place.shared) for place in standings.places]


# What is added up.


def test_before_the_first_match_all_are_equal():
    standings = fold_standings([], contest_of("ab"))
    assert (
        Standing(1, shared=True, name="a", tally=Tally(), faults={}, not_separated=("b",)),
        Standing(1, shared=True, name="b", tally=Tally(), faults={}, not_separated=("a",)),
    ) == standings.places
    assert (0, ()) == (standings.scored, standings.void)


def test_a_board_is_won_by_the_sum_of_its_legs_games():
    outcome = of_boards((2, -1, 40, -3), (1, -1, 5, -9), (-1, 0, -2, 0))
    standings = fold_standings([entry_of("a", "b", outcome)], contest_of("ab"))
    ours = Tally(1, deals=6, won=1, drawn=1, lost=1, net_games=0, net_points=31)
    games = Observed.match([1, 0, -1])
    meeting = Meeting(ours, games, Observed.match([37, -4, -2]), NOTHING, games)
    assert {("a", "b"): meeting, ("b", "a"): meeting.reverse} == standings.between
    assert 1 == standings.scored
    first, second = standings.places
    assert ("a", ours, 31 / 6) == (first.name, first.tally, pytest.approx(first.points.mean))
    assert (ours.reverse, -31 / 6) == (second.tally, pytest.approx(second.points.mean))


def test_a_rubber_is_won_by_its_winner_and_its_two_plays_are_one_value():
    outcome = of_rubbers(
        (0, 5, 3), (1, 0, 4), (0, 4, 2), (None, 3, 3), (0, 4, 0), (0, 4, 1),
        deals=25, net_points=-20, boards=[(1, 0, 9, 9)],
    )  # fmt: skip
    standings = fold_standings([entry_of("a", "b", outcome)], contest_of("ab", Unit.RUBBER))
    ours = Tally(1, deals=25, won=4, drawn=1, lost=1, net_games=7, net_points=-20)
    meeting = standings.between["a", "b"]
    assert (ours, Observed.match([0, 1, 2])) == (meeting.tally, meeting.rubbers)
    assert (Observed.match([1]), Observed.match([18])) == (meeting.games, meeting.points)
    assert 0.5 == pytest.approx(standings.places[0].rubbers.mean)
    assert None is fold_standings([], contest_of("ab")).places[0].rubbers


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


# Rulings.


def disqualified(name, reason="cheated"):
    return DisqualifyEntry(entrant=name, reason=reason)


def three():
    """Each of a, b and c wins a match at home; the ids are ab, bc and ca."""
    return [
        entry_of(one, other, of_boards((1, 1, 9, 9), (1, 0, 9, 0)), one + other)
        for one, other in ("ab", "bc", "ca")
    ]


def test_the_matches_of_a_disqualified_entrant_count_for_nobody():
    faulty = of_boards((1, 1, 9, 9), faults=((), ((FaultCode.EXITED, 1),)))
    entries = [*three(), entry_of("c", "b", faulty), disqualified("c")]
    standings = fold_standings(entries, contest_of("abc"))
    assert [("a", 1, False), ("b", 2, False)] == ranks(standings)
    assert (1, {"c": "cheated"}) == (standings.scored, standings.disqualified)
    assert [1, 1] == [place.tally.matches for place in standings.places]
    assert [{}, {}] == [place.faults for place in standings.places]
    only = fold_standings(entries[:1], contest_of("ab"))
    assert (only.places, only.between) == (standings.places, standings.between)


def test_a_disqualification_may_be_taken_back():
    entries = [*three(), disqualified("c"), ReinstateEntry(entrant="c", reason="a mistake")]
    contest = contest_of("abc")
    assert fold_standings(three(), contest) == fold_standings(entries, contest)


def test_who_withdraws_keeps_results_and_place():
    out = WithdrawEntry(entrant="a", reason="broke down")
    contest = contest_of("abc")
    standings = fold_standings([*three(), out], contest)
    assert fold_standings(three(), contest).places == standings.places
    assert {"a": "broke down"} == standings.withdrawn
    standings = fold_standings([*three(), out, disqualified("a")], contest)
    assert ({}, {"a": "cheated"}) == (standings.withdrawn, standings.disqualified)


def test_an_annulled_match_counts_for_nothing_until_it_is_played_again():
    struck = AnnulEntry(match_id="ab", reason="the cable")
    contest = contest_of("abc")
    standings = fold_standings([*three(), struck], contest)
    assert (2, (("ab", "the cable"),)) == (standings.scored, standings.annulled)
    assert ("a", "b") not in standings.between
    again = entry_of("a", "b", of_boards((0, 0, 0, 0)), "ab")
    standings = fold_standings([*three(), struck, again], contest)
    assert (3, ()) == (standings.scored, standings.annulled)
    assert Observed.match([0]) == standings.between["a", "b"].games


def test_void_matches_of_the_disqualified_are_not_named():
    void = VoidEntry(match_id="v", entrants=("a", "c"), attempts=3, reason="no memory")
    assert () == fold_standings([void, disqualified("c")], contest_of("abc")).void


def test_entries_that_can_be_read_once_only_are_no_ledger():
    """They would be used up when an annulled match makes it necessary to begin again."""
    with pytest.raises(RefereeBug, match="gone over once only"):
        fold_standings(iter(three()), contest_of("abc"))


def test_a_match_that_was_annulled_twice_counts_as_it_was_played_last():
    """Each play before a ruling is left out, however often that was."""
    first, *others = three()
    struck = AnnulEntry(match_id=first.match_id, reason="the wrong version")
    contest = contest_of("abc")
    expected = fold_standings([*others, first], contest)
    twice = fold_standings([first, struck, *others, first, struck, first], contest)
    assert expected == twice
    assert 2 == fold_standings([first, struck, *others, first, struck], contest).scored


# As it stood.


def test_standings_after_some_matches_know_nothing_of_what_came_later():
    later = [*three(), disqualified("a")]
    void = entry_of("b", "a", of_boards(ending=Ending.VOID), "v")
    contest = contest_of("abc")
    for entries in (later, [void, *later]):
        standings = fold_standings(entries, contest, after=2)
        assert (2, 2, {}) == (standings.after, standings.scored, standings.disqualified)
        expected = fold_standings(three()[:2], contest)
        assert (expected.places, expected.between) == (standings.places, standings.between)
    assert 0 == fold_standings(later, contest, after=0).scored


def test_after_more_matches_than_there_are_is_now():
    assert fold_standings(three(), contest_of("abc")) == fold_standings(
        three(), contest_of("abc"), after=4
    )


# Not to be ranked.


def session(jobs=1, cores=2, sandbox="off"):
    return SessionEntry(jobs=jobs, cores=cores, sandbox=sandbox, oversubscribed=jobs > cores)


@pytest.mark.parametrize(
    ("entries", "required", "expected"),
    [
        ([session()], None, ()),
        (
            [session(3), session(2, 1), session(3)],
            None,
            (
                "oversubscribed: 2 matches at a time on 1 core",
                "oversubscribed: 3 matches at a time on 2 cores",
            ),
        ),
        ([session(sandbox="strict"), session(sandbox="standard")], "standard", ()),
        (
            [session(sandbox="standard"), session(), session(sandbox="strict")],
            "strict",
            (
                "isolation: played with sandbox off, and strict is required",
                "isolation: played with sandbox standard, and strict is required",
            ),
        ),
    ],
    ids=range(4),
)  # fmt: skip
def test_sessions_that_were_not_as_they_should_be_make_it_unrankable(entries, required, expected):
    contest = contest_of("abc", require_sandbox=required)
    standings = fold_standings([*entries, *three()], contest)
    assert expected == standings.not_rankable
    for show in (show_json, show_markdown, show_table, show_csv):
        assert all(reason in show(standings) for reason in expected)


def voids(count):
    return [
        VoidEntry(match_id=f"v{n}", entrants=("a", "b"), attempts=3, reason="no memory")
        for n in range(count)
    ]


def test_more_than_one_void_match_in_twenty_makes_it_unrankable():
    played = [entry_of("a", "b", of_boards((0, 0, 0, 0))) for _ in range(19)]
    assert () == fold_standings([*voids(1), *played], contest_of("ab")).not_rankable
    assert (
        "void: 2 of 21 matches, more than 5 %",
    ) == fold_standings([*voids(2), *played], contest_of("ab")).not_rankable  # fmt: skip


def test_more_than_one_move_in_a_hundred_held_up_makes_it_unrankable():
    def slow(moves):
        work = (Work(turns=500, overloaded=moves), Work(turns=500, overloaded=1))
        return entry_of("a", "b", of_boards((0, 0, 0, 0), work=work))

    assert () == fold_standings([slow(9)], contest_of("ab")).not_rankable
    assert (
        "overloaded: the host held up 11 of 1000 moves, more than 1 %",
    ) == fold_standings([slow(10)], contest_of("ab")).not_rankable  # fmt: skip


# How they rank.


def test_boards_rank_by_strength_not_by_sums():
    """b has won one board by what a has won two by, and both have lost as many to each other."""
    entries = [
        entry_of("a", "c", of_boards(*[(1, 0, 5, 5)] * 8)),
        entry_of("b", "c", of_boards(*[(1, 1, 5, 5)] * 3)),
    ]
    standings = fold_standings(entries, contest_of("abc"))
    assert [("b", 1, False), ("a", 2, False), ("c", 3, False)] == ranks(standings)


@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_every_format_allows_for_the_strength_of_opponents(form):
    """a and d have won alike, but d against one who has beaten whom a has beaten."""
    entries = [
        entry_of("d", "c", of_boards(*[(1, 1, 5, 5)] * 9)),
        entry_of("a", "b", of_boards(*[(1, 1, 5, 5)] * 9)),
        entry_of("c", "b", of_boards(*[(1, 1, 5, 5)] * 9)),
    ]
    standings = fold_standings(entries, contest_of("dabc", format=form))
    assert ["d", "b"] == [standings.places[0].name, standings.places[-1].name]
    assert 0 == pytest.approx(sum(it.games.mean for it in standings.places))


def test_the_distance_to_the_next_is_told_with_what_is_not_separated():
    wins = [(1, 1, 9, 9), (1, 0, 9, 0), (2, 1, 30, 9), (1, 1, 9, 9)] * 5
    even = [(1, -1, 9, -9), (0, 1, 0, 9), (0, -1, 0, -9)] * 5
    entries = [
        entry_of(one, other, of_boards(*boards))
        for one, other, boards in (("a", "b", even), ("a", "c", wins), ("b", "c", wins))
        for _ in range(2)
    ]
    places = fold_standings(entries, contest_of("abc")).places
    assert [("a", ("b",)), ("b", ("a",)), ("c", ())] == [(p.name, p.not_separated) for p in places]
    assert [0, 1.5, None] == [p.ahead and pytest.approx(p.ahead.mean, abs=0.1) for p in places]


def test_a_deterministic_bot_against_its_own_copy_is_exactly_equal():
    entries = [entry_of("a", "b", of_boards((1, -1, 20, -20), (-2, 2, -40, 40)))]
    standings = fold_standings(entries, contest_of("ab"))
    assert [("a", 1, True), ("b", 1, True)] == ranks(standings)
    assert (0, 2) == (standings.places[0].games.mean, standings.places[0].tally.drawn)
    assert ("b",) == standings.places[0].not_separated
    assert "1=" in show_table(standings)


# Bots with changing partners.


def test_bots_are_rated_beside_their_partnerships():
    """A board is worth what a brings more than others: 3 against 1, -1 and -3."""
    worth = {"a": 3, "b": 1, "c": -1, "d": -3}
    entries = []
    for one, other in combinations(map("+".join, combinations("abcd", 2)), 2):
        if not set(one.split("+")) & set(other.split("+")):
            legs = sum(worth[x] for x in one[::2]) - sum(worth[x] for x in other[::2])
            board = (legs, 0, 10 * legs, 0)
            entries.append(entry_of(one, other, of_boards(board, board)))
    names = tuple(map("+".join, combinations("abcd", 2)))
    contest = contest_of(names, individuals=tuple("dcba"))
    standings = fold_standings(entries, contest)
    assert 6 == len(standings.places)
    assert all(isinstance(each, Individual) for each in standings.individuals)
    found = [(it.rank, it.name, it.boards) for it in standings.individuals]
    assert [(at + 1, name, 6) for at, name in enumerate("abcd")] == found
    means = [it.games.mean for it in standings.individuals]
    assert [1.5, 0.5, -0.5, -1.5] == pytest.approx(means, abs=0.2)
    out = fold_standings([*entries, disqualified("d")], contest)
    assert [(1, "c", None), (1, "b", None), (1, "a", None)] == [
        (it.rank, it.name, it.games) for it in out.individuals
    ]
    assert {"a+b", "a+c", "b+c"} == {place.name for place in out.places}
    assert 0 == out.scored


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
    assert None is standings.places[2].games


def test_rubbers_rank_by_strength_in_rubbers_not_by_those_won():
    """a has played four times as many as b, and won more of them, but a smaller share."""
    even, won = of_rubbers((0, 4, 0), (1, 0, 4)), of_rubbers((0, 4, 0), (0, 4, 1))
    entries = [entry_of("a", "c", outcome) for outcome in (even, even, even, won)]
    entries += [entry_of("b", "c", won), entry_of("b", "c", won)]
    standings = fold_standings(entries, contest_of("abc", Unit.RUBBER))
    assert ["b", "a", "c"] == [name for name, _, _ in ranks(standings)]
    tallies = {place.name: place.tally.won for place in standings.places}
    assert tallies["a"] > tallies["b"]


# Who isn't ranked, what nobody played, and who is whose.


def test_who_left_before_half_of_its_schedule_has_no_place():
    """c has left after 3 of its 8 matches; with 4 of them it is ranked."""
    contest = contest_of("abc", scheduled=dict.fromkeys("abc", 8))
    win = of_boards((1, 1, 9, 9), (1, 0, 9, 0))
    rest = [entry_of("a", "b", win) for _ in range(4)]
    short = [*rest, *(entry_of("c", "a", win) for _ in range(3)), withdrawn("c")]
    standings = fold_standings(short, contest)
    assert [("a", 1, False), ("b", 2, False), ("c", None, False)] == ranks(standings)
    assert None is not standings.places[2].games
    assert ["a", "b"] == [place.name for place in standings.ranking]
    assert all("c" not in place.not_separated for place in standings.places)
    assert "Without a place" in show_table(standings)
    assert 3 == len(
        fold_standings([*short[:-1], entry_of("c", "b", win), withdrawn("c")], contest).ranking
    )


def test_while_a_run_goes_on_all_are_held_to_what_the_others_have_played():
    contest = contest_of("abcd", scheduled=dict.fromkeys("abcd", 60))
    pairs = [*combinations("abcd", 2)] * 2
    entries = [entry_of(one, other, of_boards((1, 0, 9, 9))) for one, other in pairs]
    assert 4 == len(fold_standings(entries, contest).ranking)
    held_up = [entry for entry in entries if "d" not in entry.entrants]
    assert ["d"] == [it.name for it in fold_standings(held_up, contest).places if it.rank is None]


def withdrawn(name):
    return WithdrawEntry(entrant=name, reason="tired")


def test_boards_that_nobody_played_are_no_draws_and_enter_no_mean():
    both = replace(of_boards((2, 2, 9, 9), (0, 0, 0, 0)), unplayed=((0, 1),), faulted=((0, 1),))
    place = fold_standings([entry_of("a", "b", both)], contest_of("ab")).places[0]
    assert ((1, 0, 0), 2) == (
        (place.tally.won, place.tally.drawn, place.tally.lost),
        pytest.approx(place.games.mean),
    )


def test_rubbers_that_nobody_played_are_no_draws_either():
    both = replace(of_rubbers((0, 4, 0), (None, 0, 0)), unplayed=((1, 1),), faulted=((1, 1),))
    standings = fold_standings([entry_of("a", "b", both)], contest_of("ab", Unit.RUBBER))
    assert (1, 0) == (standings.places[0].tally.won, standings.places[0].tally.drawn)
    assert NOTHING == standings.between["a", "b"].rubbers


def test_what_was_lost_by_faults_is_told_apart_from_what_was_lost_at_cards():
    faults = ((), ((FaultCode.EXITED, 1),))
    boards = [(4, 4, 60, 60), *[(0, 0, 0, 0), (1, -1, 9, -9), (0, -1, 0, -9)] * 3]
    fell = replace(of_boards(*boards, faults=faults), faulted=((0, 0), (1, 0)))
    place = fold_standings([entry_of("a", "b", fell)], contest_of("ab")).places[0]
    assert [0.25, -1 / 6] == pytest.approx([place.games.mean, place.at_cards.mean])
    assert "without" in show_table(fold_standings([entry_of("a", "b", fell)], contest_of("ab")))
    clean = fold_standings([entry_of("a", "b", of_boards(*boards))], contest_of("ab"))
    assert None is clean.places[0].at_cards
    lost = replace(
        of_rubbers(
            (1, 0, 4),
            (1, 0, 4),
            (0, 4, 0),
            (0, 4, 0),
        ),
        faults=faults,
        faulted=((0, 1),),
    )
    meeting = meeting_of(Unit.RUBBER, lost.to_record())
    assert (Observed.match([-2, 2]), Observed.match([2])) == (meeting.rubbers, meeting.at_cards)


def test_what_two_of_one_author_do_against_each_other_counts_in_no_figure():
    gift = of_boards(*[(4, 4, 60, 60)] * 4)
    even = of_boards(*[(1, -1, 9, -9), (0, 0, 0, 0)] * 4)
    pairs = [entry_of(one, other, even) for one, other in ("ac", "bc")]
    contest = contest_of("abc", authors={"a": "eve", "b": "eve", "c": "eva"})
    standings = fold_standings([entry_of("a", "b", gift), *pairs], contest)
    assert {0.0} == {round(place.games.mean, 9) for place in standings.places}
    assert None is standings.against("a", "b", Figure.GAMES)
    assert "(+4.00)" in show_table(standings)
    assert "(+60.00)" in show_markdown(standings)
    assert '"counts": false' in show_json(standings)


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
    form = draw(st.sampled_from(["round-robin", "swiss"]))
    return contest_of(names, unit, format=form), entries, draw(st.permutations(entries))


@given(st.sampled_from(Unit).flatmap(ledgers))
def test_the_order_of_finishing_changes_no_byte(ledger):
    contest, entries, others = ledger
    one, other = fold_standings(entries, contest), fold_standings(others, contest)
    for show in (show_json, show_markdown, show_table, show_csv):
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
    places = fold_standings(entries, contest).ranking
    assert set(contest.entrants) == {place.name for place in places}
    for position, place in enumerate(places, 1):
        level = [other for other in places if other.rank == place.rank]
        assert place.shared is (len(level) > 1)
        assert place.rank <= position < place.rank + len(level)
