"""Events become records and records events, without loss."""

import dataclasses
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import CARDS, SEATS, Card, DealResult, Direction, Layout, Partnership, Seat
from arena.errors import NotationError
from arena.referee.events import (
    CardPlayed,
    Cause,
    DealEnded,
    DealStarted,
    Ending,
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
from arena.transcript.chain import body_of, fields_of, numbered
from arena.transcript.convert import event_of, record_of, seat_name, written_play
from arena.transcript.records import RECORD, EventRecord
from protocol.messages import FaultCode

number = st.integers(0, 2**60)
pair = st.tuples(number, number)
text = st.text(st.characters(codec="utf-8"), max_size=20)
usage = st.builds(Usage, number, number)
seat = st.sampled_from(SEATS)
side = st.none() | st.sampled_from(list(Partnership))
ending = st.sampled_from(list(Ending))
layout = st.builds(Layout.from_pack, st.permutations(CARDS), seat, st.sampled_from(list(Direction)))


def maybe(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


fault = st.builds(
    Fault, seat, st.sampled_from(list(FaultCode)), number, maybe(number), maybe(number),
    maybe(number), maybe(text), maybe(number), maybe(number), st.sampled_from(list(Cause)),
    st.binary(max_size=20), maybe(st.integers(-64, 255)), maybe(text), usage, number, number,
    st.booleans(), text, number,
)  # fmt: skip
card_played = st.builds(
    CardPlayed, number, number, seat, st.sampled_from(CARDS), st.sampled_from(list(PlayedBy)), number,
    number, number, usage, number, st.booleans(), maybe(text), number,
)  # fmt: skip
hello_answered = st.builds(
    HelloAnswered, seat, number, number, number, number, usage, number, maybe(text), maybe(text),
    maybe(text),
)  # fmt: skip
deal_ended = st.builds(
    DealEnded, number, number, number, number, ending,
    st.builds(DealResult, pair, pair, side, number), number, pair, number,
)  # fmt: skip
host_overloaded = st.builds(
    HostOverloaded,
    seat,
    number,
    number,
    maybe(number),
    maybe(number),
    usage,
    number,
    number,
    number,
)
events = st.one_of(
    st.builds(UnitStarted, number, number),
    st.builds(DealStarted, number, number, number, number, layout, pair, number),
    st.builds(UnitEnded, number, number, ending, side, pair, pair, number),
    st.builds(StaleReply, seat, number, number),
    st.builds(TableClosed, number, ending, side, pair, st.tuples(*[number] * 4), maybe(text)),
    st.builds(Faulted, fault),
    card_played,
    hello_answered,
    deal_ended,
    host_overloaded,
)


@given(event=events)
def test_an_event_written_and_read_is_the_same_event(event):
    """Through the record, its line and back nothing is lost."""
    fields = fields_of(1, body_of(1, record_of(event)))
    assert fields is not None
    assert event == event_of(RECORD.validate_json(fields))


def test_each_type_of_event_has_a_record_of_its_own():
    """No event is left without a record, and no record without an event."""
    assert len(get_args(Event)) == len(get_args(EventRecord))


def test_the_log_names_cards_and_seats_by_letters():
    """Text at the border: "AH", "N", "NS"."""
    event = CardPlayed(
        1, 2, Seat.EAST, Card.parse("AH"), PlayedBy.REFEREE, 3, 4, 5, Usage(6, 7), 8,
        overloaded=True, comment="hé", off_turn_us=9,
    )  # fmt: skip
    assert {
        "type": "play", "deal": 1, "trick": 2, "seat": "E", "card": "AH", "by": "referee", "id": 3,
        "asked_us": 4, "wall_us": 5, "cpu_us": 6, "delay_us": 7, "bank_us": 8, "overloaded": True,
        "comment": "hé", "off_turn_us": 9,
    } == record_of(event).model_dump(mode="json")  # fmt: skip
    assert ["N", "E", "S", "W"] == [seat_name(each) for each in SEATS]


def test_a_reason_that_is_not_utf_8_is_written_escaped():
    """A bot's path may hold any bytes."""
    event = TableClosed(1, Ending.VOID, None, (0, 0), (0, 0, 0, 0), "no \udcff")
    assert "no \\udcff" == record_of(event).model_dump()["reason"]


def test_hands_that_are_no_deal_are_refused():
    """A layout in the log is a whole pack in four hands."""
    pack = Layout.from_pack(CARDS, Seat.NORTH, Direction.CLOCKWISE)
    record = record_of(DealStarted(1, 1, 0, 0, pack, (0, 0), 0))
    north, east, south, west = record.model_dump()["hands"]
    with pytest.raises(NotationError):
        event_of(record.model_copy(update={"hands": (north, north, south, west)}))
    assert dataclasses.is_dataclass(event_of(record))
    assert east


@given(event=card_played)
def test_a_play_is_written_as_its_record_writes_it(event):
    """Byte for byte, also where the comment needs escapes."""
    assert body_of(3, record_of(event)) == numbered(3, written_play(event))
