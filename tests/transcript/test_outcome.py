"""What a match comes to, from entrant 0's side."""

import json
from collections.abc import Sequence

from arena.engine import SEATS, Deal, DealResult, Partnership, cards_in, result_of
from arena.referee.events import (
    Cause,
    DealEnded,
    Ending,
    Event,
    Fault,
    Faulted,
    TableClosed,
    UnitEnded,
)
from arena.referee.facts import Usage
from arena.referee.spec import OnFault, Unit
from arena.transcript.outcome import BoardScore, MatchOutcome, RubberScore, fold_outcome
from arena.transcript.reader import read_log
from arena.transcript.records import OutcomeRecord
from protocol.messages import FaultCode

NS, EW = Partnership.NS, Partnership.EW
NOTHING = DealResult((0, 0), (0, 0), None, 0)


def deal(unit: int, board: int, result: DealResult, ending: Ending = Ending.PLAYED) -> DealEnded:
    return DealEnded(unit, board + 1, 0, board, ending, result, result.games, (0, 0), 0)


def result(ns_points: int, winner: Partnership | None, games: int) -> DealResult:
    return DealResult((ns_points, 120 - ns_points), (5, 5), winner, games)


def unit(
    number: int,
    winner: Partnership | None,
    games: tuple[int, int],
    points: tuple[int, int],
    deals: int = 1,
    *,
    ending: Ending = Ending.PLAYED,
) -> UnitEnded:
    return UnitEnded(number, 0, ending, winner, games, points, deals)


def closed(
    ending: Ending = Ending.PLAYED, lost_by: Partnership | None = None, reason: str | None = None
) -> TableClosed:
    return TableClosed(0, ending, lost_by, (0, 0), (0, 0, 0, 0), reason)


def faulted(code: FaultCode, seat: int) -> Faulted:
    return Faulted(
        Fault(
            SEATS[seat], code, 0, None, None, None, None, None, None, Cause.TIME, b"", None, None, Usage(), 0,
            1, fatal=False, hint="",
        )
    )  # fmt: skip


def test_what_is_written_is_what_the_events_come_to(every_log):
    """The log's own outcome is the fold of its events, whatever happened."""
    for path in every_log.values():
        match = read_log(path)
        halves = [[each.event for each in half.events] for half in match.halves]
        assert match.outcome == fold_outcome(match.spec, halves)


def test_an_outcome_written_and_read_is_the_same(every_log):
    """Through the record and JSON nothing is lost; the ledger holds it so."""
    for path in every_log.values():
        outcome = read_log(path).outcome
        text = outcome.to_record().model_dump_json()
        assert outcome == MatchOutcome.from_record(OutcomeRecord.model_validate_json(text))
        assert "outcome" == json.loads(text)["type"]


def test_bots_that_all_play_alike_get_legs_that_cancel(matches):
    """Half 1 exchanges the seats: the same play there counts for the other side."""
    honest = dict.fromkeys(("ant", "ape", "bee", "bat"), matches.honest)
    match = read_log(matches.play(honest, units=(3, 8)))
    expected = []
    for board in (3, 8):
        state = Deal.start(matches.dealt(board))
        while not state.finished:
            state = state.play(state.to_play, cards_in(state.legal)[0])
        games, points = result_of(state, match.spec.terms.rules).net_games[0], state.points[0] - 60
        expected.append(BoardScore(board, (games, -games), (points, -points)))
    assert tuple(expected) == match.outcome.boards
    assert (0, 0, 4) == (
        match.outcome.net_games,
        match.outcome.net_points,
        match.outcome.deals,
    )


def test_a_board_counts_its_games_and_points_less_sixty(matches):
    """Entrant 0 sits N and S in half 0, E and W in half 1."""
    halves: list[Sequence[Event]] = [
        [deal(1, 7, result(95, NS, 2)), unit(1, NS, (2, 0), (95, 25)), closed()],
        [deal(1, 7, result(70, NS, 1)), unit(1, NS, (1, 0), (70, 50)), closed()],
    ]
    outcome = fold_outcome(matches.spec((7,)), halves)
    assert (BoardScore(7, (2, -1), (35, -10)),) == outcome.boards
    assert (1, 25, 2) == (outcome.net_games, outcome.net_points, outcome.deals)
    assert (Ending.PLAYED, None, ()) == (outcome.ending, outcome.lost_by, outcome.rubbers)


def test_a_board_that_both_forfeit_counts_nothing(matches):
    """No games, no points, no deal; the board is there with zeros."""
    both = [
        deal(1, 7, NOTHING, Ending.BOTH_FORFEIT),
        unit(1, None, (0, 0), (0, 0), 0, ending=Ending.BOTH_FORFEIT),
        closed(),
    ]
    other = [deal(1, 7, result(50, EW, 1)), unit(1, EW, (0, 1), (50, 70)), closed()]
    outcome = fold_outcome(matches.spec((7,)), [both, other])
    assert (BoardScore(7, (0, 1), (0, 10)),) == outcome.boards
    assert (1, 10, 1) == (outcome.net_games, outcome.net_points, outcome.deals)


def test_rubbers_count_with_their_carry_and_boards_without(matches):
    """Net games come from the rubbers' scores; a board's leg is its deal alone."""
    halves: list[Sequence[Event]] = [
        [
            deal(1, 0, result(60, None, 0)),
            deal(1, 1, result(120, NS, 4)),
            unit(1, NS, (5, 0), (180, 60), 2),
            closed(),
        ],
        [deal(1, 0, result(0, EW, 4)), unit(1, EW, (0, 4), (0, 120), 1), closed()],
    ]
    outcome = fold_outcome(matches.spec((0,), unit=Unit.RUBBER), halves)
    assert (BoardScore(0, (0, 4), (0, 60)),) == outcome.boards
    assert (RubberScore(0, 1, 0, (5, 0)), RubberScore(1, 1, 0, (4, 0))) == outcome.rubbers
    assert (9, 120, 3) == (outcome.net_games, outcome.net_points, outcome.deals)


def test_a_rubber_that_both_forfeit_counts_nothing_of_what_was_played(matches):
    """The deals before the forfeit are as if not played: zeros on their boards."""
    both = [
        deal(1, 0, result(120, NS, 4)),
        deal(1, 1, NOTHING, Ending.BOTH_FORFEIT),
        unit(1, None, (0, 0), (0, 0), 0, ending=Ending.BOTH_FORFEIT),
        closed(),
    ]
    other = [deal(1, 0, result(120, NS, 4)), unit(1, NS, (4, 0), (120, 0)), closed()]
    outcome = fold_outcome(matches.spec((0,), unit=Unit.RUBBER), [both, other])
    assert (BoardScore(0, (0, -4), (0, -60)),) == outcome.boards
    assert (None, 1) == tuple(rubber.winner for rubber in outcome.rubbers)
    assert (-4, -60, 1) == (outcome.net_games, outcome.net_points, outcome.deals)


def test_a_lost_match_is_lost_by_a_sweep_of_every_board(matches):
    """Half 1 isn't played, and what was played before doesn't count."""
    half = [
        deal(1, 0, result(0, EW, 4)),
        unit(1, EW, (0, 4), (0, 120)),
        faulted(FaultCode.BAD_JSON, 1),
        closed(Ending.MATCH_LOST, EW),
    ]
    spec = matches.spec((0, 1), on_fault=OnFault.SUBSTITUTE)
    outcome = fold_outcome(spec, [half])
    assert (Ending.MATCH_LOST, 1) == (outcome.ending, outcome.lost_by)
    assert (BoardScore(0, (4, 4), (60, 60)), BoardScore(1, (4, 4), (60, 60))) == outcome.boards
    assert (16, 240, 4) == (outcome.net_games, outcome.net_points, outcome.deals)
    assert ((), ((FaultCode.BAD_JSON, 1),)) == outcome.faults


def test_a_lost_match_of_rubbers_is_lost_by_a_sweep_of_every_rubber(matches):
    """In half 1 entrant 0 sits at E and W."""
    played = [unit(1, NS, (4, 0), (300, 180), 4), closed()]
    lost = [closed(Ending.MATCH_LOST, EW)]
    spec = matches.spec((0,), unit=Unit.RUBBER, on_fault=OnFault.SUBSTITUTE)
    outcome = fold_outcome(spec, [played, lost])
    assert 0 == outcome.lost_by
    assert (RubberScore(0, 1, 1, (0, 4)), RubberScore(1, 1, 1, (0, 4))) == outcome.rubbers
    assert (-8, -120, 2, ()) == (
        outcome.net_games,
        outcome.net_points,
        outcome.deals,
        outcome.boards,
    )


def test_entrant_1_can_lose_the_match_in_rubbers_too(matches):
    """The score is the other way round."""
    spec = matches.spec((0,), unit=Unit.RUBBER, on_fault=OnFault.SUBSTITUTE)
    outcome = fold_outcome(spec, [[closed(Ending.MATCH_LOST, EW)]])
    assert (1, RubberScore(0, 1, 0, (4, 0))) == (outcome.lost_by, outcome.rubbers[0])


def test_a_void_match_counts_nothing(matches):
    """Only the reason and the faults are kept."""
    half = [
        deal(1, 0, result(120, NS, 4)),
        faulted(FaultCode.MOVE_TIMEOUT, 2),
        faulted(FaultCode.BAD_JSON, 0),
        faulted(FaultCode.MOVE_TIMEOUT, 0),
        closed(Ending.VOID, reason="no memory"),
    ]
    outcome = fold_outcome(matches.spec((0,)), [half])
    faults = (((FaultCode.BAD_JSON, 1), (FaultCode.MOVE_TIMEOUT, 2)), ())
    expected = MatchOutcome(Ending.VOID, None, "no memory", 0, 0, 0, (), (), faults)
    assert expected == outcome


def test_boards_that_one_half_alone_reached_are_left_out(matches):
    """A duplicate is two legs."""
    halves: list[Sequence[Event]] = [
        [deal(1, 0, result(60, None, 0)), deal(1, 1, result(70, NS, 1)), closed()],
        [deal(1, 0, result(50, EW, 1)), closed()],
    ]
    outcome = fold_outcome(matches.spec((0,), unit=Unit.RUBBER), halves)
    assert [0] == [score.board for score in outcome.boards]


def test_work_is_summed_by_entrant_whoever_sits_where(matches):
    """Of both bots and both halves, faults included; it changes no other figure."""
    quiet = read_log(matches.play()).outcome
    busy = read_log(matches.play({"bee": matches.moonlight})).outcome
    assert (80, 80) == tuple(work.turns for work in busy.work)
    assert 80 * 41 == busy.work[0].off_turn_us == quiet.work[0].off_turn_us
    assert busy.work[1].off_turn_us > 70_000_000
    assert busy.work == MatchOutcome.from_record(busy.to_record()).work
