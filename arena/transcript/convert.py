"""Between the referee's events and the log's records, both ways and without loss.

An event and its record have the same fields by the same names, but for the types that ``_AS_TEXT`` and ``_SPREAD``
list. So ``_KINDS`` says which record is made of which event, and nothing has to be said of a single field.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Final, get_type_hints

from pydantic_core import to_json

from arena.engine import (
    Card,
    DealResult,
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

_SEATS: Final[tuple[SeatName, ...]] = ("N", "E", "S", "W")
_SIDES: Final[tuple[Side, ...]] = ("NS", "EW")


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


def record_of(event: Event) -> EventRecord:
    """The record that says what ``event`` says."""
    noted = event.fault if isinstance(event, Faulted) else event
    return _BY_EVENT[type(noted)].record_of(noted)


def event_of(record: EventRecord) -> Event:
    """The event that ``record`` was made of. Raises NotationError or ValueError for a false value."""
    noted = _BY_RECORD[type(record)].noted_of(record)
    return Faulted(noted) if isinstance(noted, Fault) else noted


def _side(partnership: Partnership | None) -> Side | None:
    return None if partnership is None else _SIDES[partnership]


def _partnership(side: Side | None) -> Partnership | None:
    return None if side is None else Partnership[side]


def _spread_layout(layout: Layout) -> tuple[object, ...]:
    hands = tuple(show_cards(cards_in(hand)) for hand in layout.hands)
    return seat_name(layout.dealer), str(layout.trump_card), hands


def _layout(dealer: str, trump: str, texts: tuple[str, str, str, str]) -> Layout:
    north, east, south, west = (mask_of(parse_cards(text)) for text in texts)
    return Layout(Seat.parse(dealer), Card.parse(trump), (north, east, south, west))


def _spread_result(result: DealResult) -> tuple[object, ...]:
    return result.points, result.tricks, _side(result.winner), result.games


def _result(
    points: tuple[int, int], tricks: tuple[int, int], winner: Side | None, worth: int
) -> DealResult:
    return DealResult(points, tricks, _partnership(winner), worth)


_Noted = (
    HelloAnswered
    | UnitStarted
    | DealStarted
    | CardPlayed
    | Fault
    | StaleReply
    | HostOverloaded
    | DealEnded
    | UnitEnded
    | TableClosed
)
"""An event; of a ``Faulted``, which has nothing else, the fault."""

_Write = Callable[..., object]
_Spread = Callable[..., tuple[object, ...]]
_Read = Callable[..., object]

_AS_TEXT: Final[dict[object, tuple[_Write, _Read]]] = {
    Seat: (seat_name, Seat.parse),
    Card: (str, Card.parse),
    Partnership | None: (_side, _partnership),
    PlayedBy: (str, PlayedBy),
    Cause: (str, Cause),
    bytes: (escape_bytes, unescape_bytes),
}
"""Types of which the record holds a text, in the field of the same name: how it is written, and how it is read."""

_SPREAD: Final[dict[object, tuple[tuple[str, ...], _Spread, _Read]]] = {
    Usage: (("cpu_us", "delay_us"), attrgetter("cpu_us", "delay_us"), Usage),
    Layout: (("dealer", "trump", "hands"), _spread_layout, _layout),
    DealResult: (("points", "tricks", "winner", "worth"), _spread_result, _result),
}
"""Types that stand in several fields of the record: which, how they are written, and how they are read."""


class _Kind:
    """One kind of event and its record: which fields change on the way, found once for all."""

    def __init__(
        self,
        noted: Callable[..., _Noted],
        record: Callable[..., EventRecord],
    ) -> None:
        self._make_record, self._make_noted = record, noted
        hints = get_type_hints(noted)
        own = [name for name, hint in hints.items() if hint not in _SPREAD]
        self._own = attrgetter(*own)
        self._written = [
            (place, _AS_TEXT[hints[name]][0])
            for place, name in enumerate(own)
            if hints[name] in _AS_TEXT
        ]
        spread = {name: _SPREAD[hint] for name, hint in hints.items() if hint in _SPREAD}
        self._spread = [(attrgetter(name), write) for name, (_, write, _) in spread.items()]
        self._names = (*own, *(name for names, _, _ in spread.values() for name in names))
        # A spread value's place is kept by the first of its fields, until it is put together.
        places = {name: place for place, name in enumerate(hints)}
        self._recorded = attrgetter(
            *(spread[name][0][0] if name in spread else name for name in hints)
        )
        self._read = [
            (place, _AS_TEXT[hint][1])
            for place, hint in enumerate(hints.values())
            if hint in _AS_TEXT
        ]
        self._gathered = [
            (places[name], attrgetter(*names), read) for name, (names, _, read) in spread.items()
        ]

    def record_of(self, noted: _Noted) -> EventRecord:
        """The record that says what ``noted``, of this kind, says."""
        values: list[object] = list(self._own(noted))
        for place, write in self._written:
            values[place] = write(values[place])
        for get, spread in self._spread:
            values.extend(spread(get(noted)))
        return self._make_record(**dict(zip(self._names, values, strict=True)))

    def noted_of(self, record: EventRecord) -> _Noted:
        """What a record of this kind says."""
        values: list[object] = list(self._recorded(record))
        for place, read in self._read:
            values[place] = read(values[place])
        for place, parts, gather in self._gathered:
            values[place] = gather(*parts(record))
        return self._make_noted(*values)


_KINDS: Final[tuple[tuple[type[_Noted], type[EventRecord]], ...]] = (
    (HelloAnswered, HelloRecord),
    (UnitStarted, UnitRecord),
    (DealStarted, DealRecord),
    (CardPlayed, PlayRecord),
    (Fault, FaultRecord),
    (StaleReply, StaleRecord),
    (HostOverloaded, OverloadedRecord),
    (DealEnded, DealEndRecord),
    (UnitEnded, UnitEndRecord),
    (TableClosed, HalfEndRecord),
)
"""What is noted, and its record."""

_BY_EVENT: Final[dict[type[object], _Kind]] = {kind[0]: _Kind(*kind) for kind in _KINDS}
_BY_RECORD: Final[dict[type[object], _Kind]] = {kind[1]: _BY_EVENT[kind[0]] for kind in _KINDS}
