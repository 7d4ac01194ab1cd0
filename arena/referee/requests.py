"""From the engine's state to messages for one seat, each in that seat's own perspective."""

from arena.engine import Layout, Partnership, Ruleset, Seat, View, cards_in
from arena.referee.clocks import floor_ms
from arena.referee.events import DealEnded, Fault
from arena.referee.score import UnitScore
from arena.referee.spec import Clock
from protocol.messages import (
    COMMENT_BYTES,
    LINE_BYTES,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    ClockSettings,
    DealEnd,
    DealStart,
    FaultNotice,
    Hello,
    Limits,
    MoveClock,
    Play,
    Rules,
)


def hello_message(message_id: int, seat: Seat, rules: Ruleset, clock: Clock, seed: int) -> Hello:
    """The first message to a fresh process."""
    return Hello(
        id=message_id,
        protocol=PROTOCOL_MAJOR,
        minor=PROTOCOL_MINOR,
        rules=Rules.model_validate(rules.to_mapping()),
        seat=int(seat),
        partner=int(seat.partner),
        clock=ClockSettings(start_ms=clock.start_ms, move_ms=clock.move_ms, bank_ms=clock.bank_ms),
        limits=Limits(line_bytes=LINE_BYTES, comment_bytes=COMMENT_BYTES),
        seed=seed,
    )


def deal_message(number: int, seat: Seat, layout: Layout, score: UnitScore) -> DealStart:
    """What ``seat`` is told when a deal begins."""
    return DealStart(
        deal=number,
        dealer=int(layout.dealer),
        trump=str(layout.trump_card),
        trump_seat=int(layout.trump_seat),
        leader=int(layout.leader),
        hand=[str(card) for card in cards_in(layout.hands[seat])],
        games=_ours_first(score.games, seat),
        carry=score.carry,
    )


def play_message(
    message_id: int, number: int, view: View, score: UnitScore, *, move_ms: int, bank_us: int
) -> Play:
    """The request for one card, from a view of the deal: enough on its own to choose by."""
    seat, leader = view.seat, view.leader
    return Play(
        id=message_id,
        deal=number,
        trick=len(view.history) + 1,
        seat=int(seat),
        hand=[str(card) for card in view.hand],
        legal=[str(card) for card in view.legal],
        trump=str(view.trump_card),
        trump_seat=int(view.trump_seat),
        leader=int(leader),
        table=[((leader + turn) & 3, str(card)) for turn, card in enumerate(view.table)],
        history=[
            (int(trick.leader), (str(first), str(second), str(third), str(fourth)))
            for trick in view.history
            for first, second, third, fourth in (trick.cards,)
        ],
        points=list(view.points),
        games=_ours_first(score.games, seat),
        carry=score.carry,
        clock=MoveClock(move_ms=move_ms, bank_ms=floor_ms(bank_us)),
    )


def deal_end_message(ended: DealEnded, seat: Seat, layout: Layout, *, show_hands: bool) -> DealEnd:
    """What ``seat`` is told when a deal is over; the four hands as dealt only if they may be shown."""
    games_won = [0, 0]
    if ended.result.winner is not None:
        games_won[ended.result.winner] = ended.games_won
    hands = [[str(card) for card in cards_in(hand)] for hand in layout.hands]
    return DealEnd(
        deal=ended.deal,
        points=_ours_first(ended.result.points, seat),
        tricks=_ours_first(ended.result.tricks, seat),
        games_won=_ours_first((games_won[0], games_won[1]), seat),
        games=_ours_first(ended.games, seat),
        carry=ended.carry,
        hands=hands if show_hands else None,
    )


def fault_notice(fault: Fault) -> FaultNotice:
    """What the offender alone is told of its fault."""
    return FaultNotice(
        code=fault.code,
        for_id=fault.for_id,
        text=fault.hint,
        faults=fault.faults,
        fatal=fault.fatal,
    )


def _ours_first(pair: tuple[int, int], seat: Seat) -> list[int]:
    ours: Partnership = seat.partnership
    return [pair[ours], pair[ours.opponents]]
