"""What a match counts as: its events folded to the figures that standings are made of."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from arena.engine import SEATS, Partnership
from arena.referee.events import DealEnded, Ending, Event, Faulted, TableClosed, UnitEnded
from arena.referee.spec import MatchSpec, Unit
from arena.transcript.records import OutcomeRecord
from arena.transcript.work import Work, WorkBySeat
from protocol.messages import FaultCode

HALF_POINTS = 60
"""Net points of a deal are points less this: half of what is in the pack."""

FaultCounts = tuple[tuple[tuple[FaultCode, int], ...], tuple[tuple[FaultCode, int], ...]]
"""Faults by entrant: each code that came, with how often, in the order of the codes."""

Played = tuple[int, int]
"""(half, unit): one board or rubber as one half played it."""


@dataclass(frozen=True, slots=True)
class BoardScore:
    """One board that both halves reached, from entrant 0's side, leg by leg (half 0, half 1).

    games: net games of the deal alone, without a carry. points: card points less 60.
    """

    board: int
    games: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RubberScore:
    """One rubber: the winning entrant (None for none) and the games by entrant, carry included."""

    half: int
    unit: int
    winner: int | None
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A match's figures, from entrant 0's side; entrant 1's are the same with the sign turned.

    ending: PLAYED, MATCH_LOST or VOID (a void match counts for nothing). lost_by: the entrant that
    reached ``max_faults``: all units then count as lost by a sweep, as one deal each. net_games and
    net_points: summed over all deals of both halves (rubbers: with the carry). deals: how many deals
    that is; a unit that both sides forfeited has none. boards: what both halves reached, in order,
    zeros where both sides forfeited. rubbers: empty where the unit is the board. faulted: (half, unit) of each
    unit in which a fault was charged or that was forfeited, a board by its number, a rubber counted from 1;
    unplayed: those that both sides forfeited, which nobody played. work: CPU time, and
    turns held up by the host, by entrant, both bots together; it counts for nothing.
    """

    ending: Ending
    lost_by: int | None
    reason: str | None
    net_games: int
    net_points: int
    deals: int
    boards: tuple[BoardScore, ...]
    rubbers: tuple[RubberScore, ...]
    faults: FaultCounts
    faulted: tuple[Played, ...] = ()
    unplayed: tuple[Played, ...] = ()
    work: tuple[Work, Work] = (Work(), Work())

    def to_record(self) -> OutcomeRecord:
        """As it stands in the log and in the ledger."""
        return OutcomeRecord(
            ending=self.ending,
            lost_by=self.lost_by,
            reason=self.reason,
            net_games=self.net_games,
            net_points=self.net_points,
            deals=self.deals,
            boards=tuple((each.board, *each.games, *each.points) for each in self.boards),
            rubbers=tuple(
                (each.half, each.unit, each.winner, *each.games) for each in self.rubbers
            ),
            faults=(dict(self.faults[0]), dict(self.faults[1])),
            faulted=self.faulted,
            unplayed=self.unplayed,
            turns=(self.work[0].turns, self.work[1].turns),
            cpu_us=(self.work[0].cpu_us, self.work[1].cpu_us),
            off_turn_us=(self.work[0].off_turn_us, self.work[1].off_turn_us),
            overloaded=(self.work[0].overloaded, self.work[1].overloaded),
        )

    @classmethod
    def from_record(cls, record: OutcomeRecord) -> Self:
        """What ``to_record`` was made of."""
        return cls(
            ending=record.ending,
            lost_by=record.lost_by,
            reason=record.reason,
            net_games=record.net_games,
            net_points=record.net_points,
            deals=record.deals,
            boards=tuple(
                BoardScore(board, (games0, games1), (points0, points1))
                for board, games0, games1, points0, points1 in record.boards
            ),
            rubbers=tuple(
                RubberScore(half, unit, winner, (games0, games1))
                for half, unit, winner, games0, games1 in record.rubbers
            ),
            faults=(tuple(record.faults[0].items()), tuple(record.faults[1].items())),
            faulted=record.faulted,
            unplayed=record.unplayed,
            work=(
                Work(
                    record.turns[0], record.cpu_us[0], record.off_turn_us[0], record.overloaded[0]
                ),
                Work(
                    record.turns[1], record.cpu_us[1], record.off_turn_us[1], record.overloaded[1]
                ),
            ),
        )


@dataclass(frozen=True, slots=True)
class _Leg:
    """One deal in one half from entrant 0's side."""

    games: int
    points: int


_KEPT = (Faulted, DealEnded, UnitEnded, TableClosed)
"""Events that an outcome is made of."""


class HalfFold:
    """One half as far as an outcome needs it: events of which there is one a deal or fewer, and sums.

    So a match of any length can be folded while it is played.
    """

    __slots__ = ("kept", "work")

    def __init__(self) -> None:
        self.kept: list[Event] = []
        self.work = WorkBySeat()

    def take(self, event: Event) -> None:
        """Add an event."""
        self.work.take(event)
        if isinstance(event, _KEPT):
            self.kept.append(event)


def fold_outcome(spec: MatchSpec, halves: Iterable[Iterable[Event]]) -> MatchOutcome:
    """The outcome of a match whose halves (one or two) had these events."""
    folds: list[HalfFold] = []
    for events in halves:
        fold = HalfFold()
        for event in events:
            fold.take(event)
        folds.append(fold)
    return outcome_of_folds(spec, folds)


def outcome_of_folds(spec: MatchSpec, halves: Sequence[HalfFold]) -> MatchOutcome:
    """The outcome of a match whose halves (one or two) were folded."""
    found = [Work(), Work()]
    for half, fold in enumerate(halves):
        for seat in SEATS:
            found[spec.halves[half].seating[seat].entrant] += fold.work.of(seat)
    return replace(_fold(spec, [fold.kept for fold in halves]), work=(found[0], found[1]))


def _fold(spec: MatchSpec, halves: Sequence[Sequence[Event]]) -> MatchOutcome:
    faults = _faults(spec, halves)
    closed = [event for half in halves for event in half if isinstance(event, TableClosed)]
    void = next((event for event in closed if event.ending is Ending.VOID), None)
    if void is not None:
        return MatchOutcome(Ending.VOID, None, void.reason, 0, 0, 0, (), (), faults)
    for half, events in enumerate(halves):
        for event in events:
            if isinstance(event, TableClosed) and event.lost_by is not None:
                return _lost(spec, _entrant_of(spec, half, event.lost_by), faults)
    return _played(spec, halves, faults)


def _entrant_of(spec: MatchSpec, half: int, partnership: Partnership) -> int:
    """Which entrant sits as ``partnership`` in a half."""
    return spec.halves[half].seating[partnership].entrant


def _faults(spec: MatchSpec, halves: Sequence[Sequence[Event]]) -> FaultCounts:
    counts: tuple[Counter[FaultCode], Counter[FaultCode]] = (Counter(), Counter())
    for half, events in enumerate(halves):
        for event in events:
            if isinstance(event, Faulted):
                entrant = _entrant_of(spec, half, event.fault.seat.partnership)
                counts[entrant][event.fault.code] += 1
    return tuple(sorted(counts[0].items())), tuple(sorted(counts[1].items()))


def _lost(
    spec: MatchSpec,
    loser: int,
    faults: FaultCounts,
) -> MatchOutcome:
    """Every unit of both halves as lost by a sweep, whatever was played."""
    sign = -1 if loser == 0 else 1
    sweep = spec.terms.rules.sweep_games
    deals = 2 * len(spec.units)
    boards: tuple[BoardScore, ...] = ()
    rubbers: tuple[RubberScore, ...] = ()
    if spec.terms.unit is Unit.BOARD:
        games, points = sign * sweep, sign * HALF_POINTS
        boards = tuple(BoardScore(board, (games, games), (points, points)) for board in spec.units)
    else:
        score = (0, sweep) if loser == 0 else (sweep, 0)
        rubbers = tuple(
            RubberScore(half, unit, 1 - loser, score)
            for half in range(2)
            for unit in range(1, len(spec.units) + 1)
        )
    names = [board.board for board in boards] or range(1, len(spec.units) + 1)
    return MatchOutcome(
        Ending.MATCH_LOST, loser, None, sign * sweep * deals, sign * HALF_POINTS * deals, deals,
        boards, rubbers, faults, tuple((half, name) for half in range(2) for name in names),
    )  # fmt: skip


def _played(
    spec: MatchSpec, halves: Sequence[Sequence[Event]], faults: FaultCounts
) -> MatchOutcome:
    legs: list[dict[int, _Leg]] = []
    rubbers: list[RubberScore] = []
    net_games = net_points = deals = 0
    for half, events in enumerate(halves):
        first = Partnership.NS if _entrant_of(spec, half, Partnership.NS) == 0 else Partnership.EW
        legs.append(_legs(events, first))
        for event in events:
            if not isinstance(event, UnitEnded):
                continue
            net_games += event.games[first] - event.games[first.opponents]
            net_points += event.points[first] - HALF_POINTS * event.deals
            deals += event.deals
            if spec.terms.unit is Unit.RUBBER:
                rubbers.append(_rubber(half, event, first))
    boards = tuple(
        BoardScore(board, (leg.games, other.games), (leg.points, other.points))
        for board, leg in sorted(legs[0].items())
        if (other := legs[-1].get(board)) is not None
    )
    faulted, unplayed = _blemished(spec, halves)
    return MatchOutcome(
        Ending.PLAYED, None, None, net_games, net_points, deals, boards, tuple(rubbers), faults,
        faulted, unplayed,
    )  # fmt: skip


def _blemished(
    spec: MatchSpec, halves: Sequence[Sequence[Event]]
) -> tuple[tuple[Played, ...], tuple[Played, ...]]:
    """Where faults fell, and what nobody played. A fault between two units counts for the later one."""
    faulted: list[Played] = []
    unplayed: list[Played] = []
    for half, events in enumerate(halves):
        charged = False
        for event in events:
            if isinstance(event, Faulted):
                charged = True
            elif isinstance(event, UnitEnded):
                by_board = spec.terms.unit is Unit.BOARD
                unit = spec.units[event.unit - 1] if by_board else event.unit
                if charged or event.ending in _FORFEITED:
                    faulted.append((half, unit))
                if event.ending is Ending.BOTH_FORFEIT:
                    unplayed.append((half, unit))
                charged = False
    return tuple(faulted), tuple(unplayed)


_FORFEITED = (Ending.FORFEIT, Ending.BOTH_FORFEIT)


def _legs(events: Sequence[Event], first: Partnership) -> dict[int, _Leg]:
    """Each board of one half from the side of ``first``."""
    void = {
        event.unit
        for event in events
        if isinstance(event, UnitEnded) and event.ending is Ending.BOTH_FORFEIT
    }
    return {
        event.board: _Leg(0, 0)
        if event.unit in void
        else _Leg(event.result.net_games[first], event.result.points[first] - HALF_POINTS)
        for event in events
        if isinstance(event, DealEnded)
    }


def _rubber(half: int, event: UnitEnded, first: Partnership) -> RubberScore:
    winner = None if event.winner is None else int(event.winner is not first)
    games = (event.games[first], event.games[first.opponents])
    return RubberScore(half, event.unit, winner, games)
