"""What the referee sends: the form of a line, its size, and what the models refuse."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from protocol.cards import PACK
from protocol.codec import encode
from protocol.messages import (
    COMMENT_BYTES,
    LINE_BYTES,
    MESSAGES,
    NOTICE_CHARACTERS,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Bye,
    ByeReason,
    ClockSettings,
    DealEnd,
    DealStart,
    FaultCode,
    FaultNotice,
    Hello,
    Limits,
    Message,
    MoveClock,
    Play,
    Rules,
)

BIGGEST = 2**31 - 1

counts = st.integers(0, BIGGEST)
seats = st.integers(0, 3)
cards = st.sampled_from(PACK)
pairs = st.lists(counts, min_size=2, max_size=2)
hands = st.lists(cards, min_size=1, max_size=10)
directions = st.sampled_from(["clockwise", "anticlockwise"])

hellos = st.builds(
    Hello,
    id=counts, protocol=counts, minor=counts, seat=seats, partner=seats, seed=st.integers(0, 2**53 - 1),
    rules=st.builds(
        Rules, games_to_win=counts, double_above=counts, sweep_games=counts,
        sweep_by=st.sampled_from(["tricks", "points"]), tie=st.sampled_from(["carry", "carry_once", "void"]),
        deal_direction=directions, table_direction=directions,
    ),
    clock=st.builds(ClockSettings, start_ms=counts, move_ms=counts, bank_ms=counts),
    limits=st.builds(Limits, line_bytes=counts, comment_bytes=counts),
)  # fmt: skip
deals = st.builds(
    DealStart, deal=counts, dealer=seats, trump=cards, trump_seat=seats, leader=seats,
    hand=st.lists(cards, min_size=10, max_size=10), games=pairs, carry=counts,
)  # fmt: skip
plays = st.builds(
    Play, id=counts, deal=counts, trick=st.integers(1, 10), seat=seats, hand=hands, legal=hands,
    trump=cards, trump_seat=seats, leader=seats, table=st.lists(st.tuples(seats, cards), max_size=3),
    history=st.lists(st.tuples(seats, st.tuples(cards, cards, cards, cards)), max_size=9),
    points=pairs, games=pairs, carry=counts, clock=st.builds(MoveClock, move_ms=counts, bank_ms=counts),
)  # fmt: skip
deal_ends = st.builds(
    DealEnd, deal=counts, points=pairs, tricks=pairs, games_won=pairs, games=pairs, carry=counts,
    hands=st.none() | st.lists(st.lists(cards, min_size=10, max_size=10), min_size=4, max_size=4),
)  # fmt: skip
notices = st.builds(
    FaultNotice, code=st.sampled_from(FaultCode), for_id=st.none() | counts,
    text=st.text(st.characters(exclude_categories=["Cs"]), max_size=2 * NOTICE_CHARACTERS),
    faults=counts, fatal=st.booleans(),
)  # fmt: skip
byes = st.builds(Bye, reason=st.sampled_from(ByeReason))
any_message = st.one_of(hellos, deals, plays, deal_ends, notices, byes)


@given(any_message)
def test_a_line_gives_back_the_message_that_it_was_made_from(message: Message):
    line = encode(message)
    assert message == type(message).model_validate_json(line)


@given(any_message)
def test_a_line_is_compact_ascii_with_one_newline_at_its_end(message: Message):
    line = encode(message)
    assert line.isascii()
    assert line.index(b"\n") == len(line) - 1
    assert b" " not in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", line), "blanks stand in texts alone"


@given(any_message)
def test_keys_come_in_the_order_of_the_model_and_the_type_first(message: Message):
    keys = list(json.loads(encode(message)))
    assert "type" == keys[0]
    assert keys == [name for name in type(message).model_fields if name in keys]


@given(any_message)
def test_no_line_is_longer_than_the_limit_whatever_it_says(message: Message):
    assert len(encode(message)) <= LINE_BYTES


def biggest_rules() -> Rules:
    return Rules(
        games_to_win=BIGGEST,
        double_above=BIGGEST,
        sweep_games=BIGGEST,
        sweep_by="tricks",
        tie="carry_once",
        deal_direction="anticlockwise",
        table_direction="anticlockwise",
    )


def test_the_longest_hello_fits_in_a_line():
    """Every number at its largest and every word at its longest."""
    hello = Hello(
        id=BIGGEST,
        protocol=PROTOCOL_MAJOR,
        minor=PROTOCOL_MINOR,
        rules=biggest_rules(),
        seat=3,
        partner=1,
        clock=ClockSettings(start_ms=BIGGEST, move_ms=BIGGEST, bank_ms=BIGGEST),
        limits=Limits(line_bytes=LINE_BYTES, comment_bytes=COMMENT_BYTES),
        seed=2**53 - 1,
    )
    assert len(encode(hello)) < 512


def biggest_play() -> Play:
    return Play(
        id=BIGGEST,
        deal=BIGGEST,
        trick=10,
        seat=3,
        hand=list(PACK[:10]),
        legal=list(PACK[:10]),
        trump="AH",
        trump_seat=3,
        leader=3,
        table=[(0, "2C"), (1, "3C"), (2, "4C")],
        history=[(3, ("AC", "7C", "KC", "JC"))] * 9,
        points=[BIGGEST, BIGGEST],
        games=[BIGGEST, BIGGEST],
        carry=BIGGEST,
        clock=MoveClock(move_ms=BIGGEST, bank_ms=BIGGEST),
    )


def test_the_longest_play_is_under_one_kibibyte():
    """Nine tricks of history and, what can't be, a whole hand: cards have one length, so this is the most."""
    assert len(encode(biggest_play())) < 1024


@given(plays)
def test_no_play_is_longer_than_the_longest(play: Play):
    assert len(encode(play)) <= len(encode(biggest_play()))


def test_the_longest_deal_end_shows_forty_cards_within_a_line():
    pair = [BIGGEST, BIGGEST]
    ended = DealEnd(
        deal=BIGGEST, points=pair, tricks=pair, games_won=pair, games=pair, carry=BIGGEST,
        hands=[list(PACK[at : at + 10]) for at in range(0, 40, 10)],
    )  # fmt: skip
    assert len(encode(ended)) < 512


def test_a_notice_is_cut_to_its_length_rather_than_refused():
    """A character beyond the basic plane takes twelve bytes, the most that there is."""
    notice = FaultNotice(
        code=FaultCode.UNSOLICITED_OUTPUT, for_id=BIGGEST, text="\U0001f0a1" * 5000,
        faults=BIGGEST, fatal=False,
    )  # fmt: skip
    assert NOTICE_CHARACTERS == len(notice.text)
    assert notice.text.endswith("\U0001f0a1...")
    assert len(encode(notice)) <= LINE_BYTES


def test_a_notice_of_just_the_length_stays_whole():
    text = "x" * NOTICE_CHARACTERS
    notice = FaultNotice(code=FaultCode.EXITED, for_id=None, text=text, faults=1, fatal=True)
    assert text == notice.text


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_code_goes_into_a_notice(code):
    line = encode(FaultNotice(code=code, for_id=None, text="é", faults=1, fatal=True))
    expected = f'{{"type":"fault","code":"{code}","for_id":null,"text":"\\u00e9","faults":1,"fatal":true}}\n'
    assert expected.encode() == line


def test_hands_are_left_out_of_a_deal_end_rather_than_null():
    ended = DealEnd(deal=1, points=[72, 48], tricks=[6, 4], games_won=[1, 0], games=[1, 0], carry=0)
    expected = (
        b'{"type":"deal_end","deal":1,"points":[72,48],"tricks":[6,4],'
        b'"games_won":[1,0],"games":[1,0],"carry":0}\n'
    )
    assert expected == encode(ended)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 4},
        {"trick": 11},
        {"hand": []},
        {"legal": ["10H"]},
        {"points": [1]},
        {"id": True},
        {"deal": 1.0},
        {"carry": -1},
        {"table": [(0, "2C")] * 4},
        {"hidden": ["AH"]},
    ],
)
def test_a_message_that_would_break_the_protocol_can_not_be_made(change):
    fields = {name: getattr(biggest_play(), name) for name in Play.model_fields}
    with pytest.raises(ValidationError):
        Play(**{**fields, **change})


def test_a_message_can_not_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        biggest_play().seat = 2


def test_every_message_has_a_type_of_its_own():
    types = [model.model_fields["type"].default for model in MESSAGES]
    assert ["hello", "deal", "play", "deal_end", "fault", "bye"] == types
