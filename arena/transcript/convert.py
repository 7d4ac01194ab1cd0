"""Between the referee's events and the log's records, both ways and without loss."""

from typing import assert_never

from pydantic_core import to_json

from arena.engine import (
    Card,
    DealResult,
    Hands,
    Layout,
    Partnership,
    Seat,
    cards_in,
    mask_of,
    parse_cards,
    show_cards,
)
from arena.referee.events import (
    CardPlayed,
    Cause,
    DealEnded,
    DealStarted,
    Event,
    Fault,
    Faulted,
    HelloAnswered,
    HostOverloaded,
    PlayedBy,
    StaleReply,
    TableClosed,
    UnitEnded,
    UnitStarted,
)
from arena.referee.facts import Usage
from arena.transcript.escapes import escape_bytes, unescape_bytes
from arena.transcript.records import (
    DealEndRecord,
    DealRecord,
    EventRecord,
    FaultRecord,
    HalfEndRecord,
    HelloRecord,
    OverloadedRecord,
    PlayRecord,
    SeatName,
    Side,
    StaleRecord,
    UnitEndRecord,
    UnitRecord,
)
from protocol.cards import PACK

_SEATS: tuple[SeatName, ...] = ("N", "E", "S", "W")
_SIDES: tuple[Side, ...] = ("NS", "EW")


def seat_name(seat: Seat) -> SeatName:
    """A seat's letter."""
    return _SEATS[seat]


def written_play(event: CardPlayed) -> str:
    """The fields of a play's record as they are written, in one pass: nearly all of a log is plays.

    The tests compare it with what the record's model writes.
    """
    usage = event.usage
    comment = (
        "null" if event.comment is None else to_json(event.comment, ensure_ascii=True).decode()
    )
    return (
        f'"type":"play","deal":{event.deal},"trick":{event.trick},"seat":"{_SEATS[event.seat]}",'
        f'"card":"{PACK[event.card]}","by":"{event.by}","id":{event.id},"asked_us":{event.asked_us},'
        f'"wall_us":{event.wall_us},"cpu_us":{usage.cpu_us},"delay_us":{usage.delay_us},'
        f'"bank_us":{event.bank_us},"overloaded":{"true" if event.overloaded else "false"},'
        f'"comment":{comment},"off_turn_us":{event.off_turn_us}'
    )


def record_of(event: Event) -> EventRecord:  # noqa: C901, PLR0911 - one case for each kind
    """The record that says what ``event`` says."""
    match event:
        case CardPlayed():
            return PlayRecord(
                deal=event.deal,
                trick=event.trick,
                seat=seat_name(event.seat),
                card=str(event.card),
                by=event.by.value,
                id=event.id,
                asked_us=event.asked_us,
                wall_us=event.wall_us,
                cpu_us=event.usage.cpu_us,
                delay_us=event.usage.delay_us,
                bank_us=event.bank_us,
                overloaded=event.overloaded,
                comment=event.comment,
                off_turn_us=event.off_turn_us,
            )
        case HelloAnswered():
            return HelloRecord(
                seat=seat_name(event.seat),
                id=event.id,
                spawned_us=event.spawned_us,
                asked_us=event.asked_us,
                wall_us=event.wall_us,
                cpu_us=event.usage.cpu_us,
                delay_us=event.usage.delay_us,
                minor=event.minor,
                name=event.name,
                version=event.version,
                author=event.author,
            )
        case UnitStarted():
            return UnitRecord(unit=event.unit, at_us=event.at_us)
        case DealStarted():
            north, east, south, west = (show_cards(cards_in(hand)) for hand in event.layout.hands)
            return DealRecord(
                unit=event.unit,
                deal=event.deal,
                at_us=event.at_us,
                board=event.board,
                dealer=seat_name(event.layout.dealer),
                trump=str(event.layout.trump_card),
                hands=(north, east, south, west),
                games=event.games,
                carry=event.carry,
            )
        case Faulted(fault):
            return _fault_record(fault)
        case StaleReply():
            return StaleRecord(seat=seat_name(event.seat), at_us=event.at_us, id=event.id)
        case HostOverloaded():
            return OverloadedRecord(
                seat=seat_name(event.seat),
                at_us=event.at_us,
                id=event.id,
                spawned_us=event.spawned_us,
                asked_us=event.asked_us,
                cpu_us=event.usage.cpu_us,
                delay_us=event.usage.delay_us,
                lag_us=event.lag_us,
                until_us=event.until_us,
                off_turn_us=event.off_turn_us,
            )
        case DealEnded():
            return DealEndRecord(
                unit=event.unit,
                deal=event.deal,
                at_us=event.at_us,
                board=event.board,
                ending=event.ending,
                points=event.result.points,
                tricks=event.result.tricks,
                winner=_side(event.result.winner),
                worth=event.result.games,
                games_won=event.games_won,
                games=event.games,
                carry=event.carry,
            )
        case UnitEnded():
            return UnitEndRecord(
                unit=event.unit,
                at_us=event.at_us,
                ending=event.ending,
                winner=_side(event.winner),
                games=event.games,
                points=event.points,
                deals=event.deals,
            )
        case TableClosed():
            return HalfEndRecord(
                at_us=event.at_us,
                ending=event.ending,
                lost_by=_side(event.lost_by),
                faults=event.faults,
                stale=event.stale,
                reason=event.reason,
            )
        case _:
            assert_never(event)


def event_of(record: EventRecord) -> Event:  # noqa: C901, PLR0911 - one case for each kind
    """The event that ``record`` was made of. Raises NotationError or ValueError for a false value."""
    match record:
        case PlayRecord():
            return CardPlayed(
                deal=record.deal,
                trick=record.trick,
                seat=Seat.parse(record.seat),
                card=Card.parse(record.card),
                by=PlayedBy(record.by),
                id=record.id,
                asked_us=record.asked_us,
                wall_us=record.wall_us,
                usage=Usage(record.cpu_us, record.delay_us),
                bank_us=record.bank_us,
                overloaded=record.overloaded,
                comment=record.comment,
                off_turn_us=record.off_turn_us,
            )
        case HelloRecord():
            return HelloAnswered(
                seat=Seat.parse(record.seat),
                id=record.id,
                spawned_us=record.spawned_us,
                asked_us=record.asked_us,
                wall_us=record.wall_us,
                usage=Usage(record.cpu_us, record.delay_us),
                minor=record.minor,
                name=record.name,
                version=record.version,
                author=record.author,
            )
        case UnitRecord():
            return UnitStarted(record.unit, record.at_us)
        case DealRecord():
            return DealStarted(
                unit=record.unit,
                deal=record.deal,
                at_us=record.at_us,
                board=record.board,
                layout=_layout(record),
                games=record.games,
                carry=record.carry,
            )
        case FaultRecord():
            return Faulted(_fault(record))
        case StaleRecord():
            return StaleReply(Seat.parse(record.seat), record.at_us, record.id)
        case OverloadedRecord():
            return HostOverloaded(
                seat=Seat.parse(record.seat),
                at_us=record.at_us,
                id=record.id,
                spawned_us=record.spawned_us,
                asked_us=record.asked_us,
                usage=Usage(record.cpu_us, record.delay_us),
                lag_us=record.lag_us,
                until_us=record.until_us,
                off_turn_us=record.off_turn_us,
            )
        case DealEndRecord():
            result = DealResult(
                record.points, record.tricks, _partnership(record.winner), record.worth
            )
            return DealEnded(
                unit=record.unit,
                deal=record.deal,
                at_us=record.at_us,
                board=record.board,
                ending=record.ending,
                result=result,
                games_won=record.games_won,
                games=record.games,
                carry=record.carry,
            )
        case UnitEndRecord():
            return UnitEnded(
                unit=record.unit,
                at_us=record.at_us,
                ending=record.ending,
                winner=_partnership(record.winner),
                games=record.games,
                points=record.points,
                deals=record.deals,
            )
        case HalfEndRecord():
            return TableClosed(
                at_us=record.at_us,
                ending=record.ending,
                lost_by=_partnership(record.lost_by),
                faults=record.faults,
                stale=record.stale,
                reason=record.reason,
            )
        case _:
            assert_never(record)


def _fault_record(fault: Fault) -> FaultRecord:
    return FaultRecord(
        seat=seat_name(fault.seat),
        code=fault.code,
        at_us=fault.at_us,
        deal=fault.deal,
        trick=fault.trick,
        for_id=fault.for_id,
        request=fault.request,
        spawned_us=fault.spawned_us,
        asked_us=fault.asked_us,
        cause=fault.cause.value,
        received=escape_bytes(fault.received),
        status=fault.status,
        reason=fault.reason,
        cpu_us=fault.usage.cpu_us,
        delay_us=fault.usage.delay_us,
        lag_us=fault.lag_us,
        faults=fault.faults,
        fatal=fault.fatal,
        hint=fault.hint,
        off_turn_us=fault.off_turn_us,
    )


def _fault(record: FaultRecord) -> Fault:
    return Fault(
        seat=Seat.parse(record.seat),
        code=record.code,
        at_us=record.at_us,
        deal=record.deal,
        trick=record.trick,
        for_id=record.for_id,
        request=record.request,
        spawned_us=record.spawned_us,
        asked_us=record.asked_us,
        cause=Cause(record.cause),
        received=unescape_bytes(record.received),
        status=record.status,
        reason=record.reason,
        usage=Usage(record.cpu_us, record.delay_us),
        lag_us=record.lag_us,
        faults=record.faults,
        fatal=record.fatal,
        hint=record.hint,
        off_turn_us=record.off_turn_us,
    )


def _layout(record: DealRecord) -> Layout:
    north, east, south, west = (mask_of(parse_cards(hand)) for hand in record.hands)
    hands: Hands = (north, east, south, west)
    return Layout(Seat.parse(record.dealer), Card.parse(record.trump), hands)


def _side(partnership: Partnership | None) -> Side | None:
    return None if partnership is None else _SIDES[partnership]


def _partnership(side: Side | None) -> Partnership | None:
    return None if side is None else Partnership[side]
