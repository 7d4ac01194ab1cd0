"""From the engine's state to messages for one seat, each in that seat's own perspective."""

from collections.abc import Iterable
from typing import Final

from arena.engine import CARDS, Card, Layout, Partnership, Ruleset, Seat, View, cards_in
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


class PlayRequests:
    """The lines that ask for the cards of one deal.

    They are most of what is ever encoded, so each is put together in one pass, from texts that are made
    once: the tests compare them with what the message's own model writes.
    """

    __slots__ = ("_clock", "_games", "_number", "_tricks", "_trump")

    def __init__(self, number: int, layout: Layout, score: UnitScore, move_ms: int) -> None:
        self._number = number
        trump = _QUOTED[layout.trump_card]
        self._trump = f'"trump":{trump},"trump_seat":{layout.trump_seat:d}'
        first, second = score.games
        carry = f'"carry":{score.carry}'
        self._games = (f'"games":[{first},{second}],{carry}', f'"games":[{second},{first}],{carry}')
        self._clock = f'"clock":{{"move_ms":{move_ms},"bank_ms":'
        self._tricks: list[str] = []

    def line(self, message_id: int, view: View, bank_us: int) -> bytes:
        """The request for one card, from a view of this deal: enough on its own to choose by."""
        seat, leader = view.seat, view.leader
        for trick in view.history[len(self._tricks) :]:
            self._tricks.append(f"[{trick.leader:d},[{_names(trick.cards)}]]")
        hand = _names(view.hand)
        legal = hand if len(view.legal) == len(view.hand) else _names(view.legal)
        table = ",".join(
            [f"[{(leader + turn) & 3},{_QUOTED[card]}]" for turn, card in enumerate(view.table)]
        )
        ours, theirs = view.points
        return (
            f'{{"type":"play","id":{message_id},"deal":{self._number},'
            f'"trick":{len(self._tricks) + 1},"seat":{seat:d},"hand":[{hand}],"legal":[{legal}],'
            f'{self._trump},"leader":{leader:d},"table":[{table}],'
            f'"history":[{",".join(self._tricks)}],"points":[{ours},{theirs}],'
            f"{self._games[seat & 1]},{self._clock}{floor_ms(bank_us)}}}}}\n"
        ).encode("ascii")


_QUOTED: Final = tuple(f'"{card}"' for card in CARDS)


def _names(cards: Iterable[Card]) -> str:
    return ",".join([_QUOTED[card] for card in cards])


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
