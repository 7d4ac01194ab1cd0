"""SPEC.md is true, and ties in with the models, the SDK and the engine: what one has, all have."""

import dataclasses
import io
import json
import re
import sys
from pathlib import Path

import pytest

import protocol
from arena.engine import Card, Deal, Ruleset, Seat, cards_in, mask_of
from protocol import bot
from protocol.bot import Clock, DealEnd, DealStart, Rules, View
from protocol.cards import PACK
from protocol.codec import decode_hello, decode_play, encode
from protocol.messages import (
    COMMENT_BYTES,
    LINE_BYTES,
    MESSAGES,
    NOTICE_CHARACTERS,
    OUTPUT_BYTES,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    FaultCode,
    Hello,
    HelloReply,
    Play,
    PlayReply,
)
from protocol.messages import DealEnd as DealEndMessage
from protocol.messages import DealStart as DealStartMessage
from protocol.messages import MoveClock as MoveClockMessage
from protocol.messages import Rules as RulesMessage

BY_TYPE = {model.model_fields["type"].default: model for model in MESSAGES}
TEXT = (Path(protocol.__file__).parent / "SPEC.md").read_text("utf-8")


def names(model) -> list[str]:
    return list(model.model_fields)


@pytest.mark.parametrize("kind", BY_TYPE)
def test_an_example_line_is_byte_for_byte_what_the_referee_sends(kind, spec):
    message = BY_TYPE[kind].model_validate_json(spec.messages[kind])
    assert spec.messages[kind].encode() + b"\n" == encode(message)


def test_the_example_replies_are_accepted_and_answer_the_examples(spec):
    hello = Hello.model_validate_json(spec.messages["hello"])
    play = Play.model_validate_json(spec.messages["play"])
    hello_reply = decode_hello(spec.replies["hello"].encode())
    play_reply = decode_play(spec.replies["play"].encode())
    assert (hello.id, PROTOCOL_MAJOR) == (hello_reply.id, hello_reply.protocol)
    assert play.id == play_reply.id
    assert play_reply.card in play.legal


def test_the_examples_tell_of_one_deal_by_the_rules(spec):
    """Hands, legal cards, the first trick's winner and points are what the engine says they are."""
    deal = DealStartMessage.model_validate_json(spec.messages["deal"])
    play = Play.model_validate_json(spec.messages["play"])
    ((leader, first_trick),) = play.history
    cards = [
        *(((leader + turn) % 4, card) for turn, card in enumerate(first_trick)),
        *play.table,
    ]
    hands = [[card for by, card in cards if by == seat and seat != play.seat] for seat in range(4)]
    hands[play.seat] = list(deal.hand)
    rest = sorted(set(PACK) - {card for hand in hands for card in hand})
    for hand in hands:
        while len(hand) < 10:
            hand.append(rest.pop())
    state = Deal.of(
        tuple(mask_of(map(Card.parse, hand)) for hand in hands),
        Card.parse(deal.trump).suit,
        Seat(deal.leader),
    )
    for seat, card in cards:
        state = state.play(Seat(seat), Card.parse(card))
    assert (play.seat, play.leader) == (state.to_play, state.leader)
    assert play.hand == [str(card) for card in cards_in(state.hands[play.seat])]
    assert play.legal == [str(card) for card in cards_in(state.legal)]
    assert play.points == list(state.points)


def test_the_first_program_in_the_text_answers_the_examples(spec, monkeypatch, capsys):
    (program,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(spec.messages.values())))
    exec(compile(program, "SPEC.md", "exec"), {})
    first, second = capsys.readouterr().out.encode().splitlines()
    assert HelloReply(id=1, protocol=1) == decode_hello(first)
    assert PlayReply(id=7, card="3H") == decode_play(second)


def test_the_text_names_every_limit_and_the_version_as_they_are():
    assert TEXT.startswith(f"# The Sueca bot protocol, version {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}\n")
    assert f"{LINE_BYTES} bytes, its newline included" in TEXT
    assert f"a line of more than {LINE_BYTES} bytes" in TEXT
    assert f"more than {OUTPUT_BYTES} bytes for one request" in TEXT
    assert f"`comment` has at most {COMMENT_BYTES}" in TEXT
    assert f"at most {NOTICE_CHARACTERS} characters" in TEXT


@pytest.mark.parametrize("kind", BY_TYPE)
def test_a_section_describes_each_field_of_its_message_and_reply_once(kind, spec):
    model = BY_TYPE[kind]
    nested = {"hello": ["rules", "clock"]}.get(kind, [])
    parts = [field.annotation for name, field in model.model_fields.items() if name in nested]
    replies = {"hello": [HelloReply], "play": [PlayReply]}.get(kind, [])
    fields = [name for part in [model, *parts, *replies] for name in names(part)]
    found = [name for name in spec.fields[kind] if name not in nested]
    assert sorted(set(fields) - set(nested)) == sorted(set(found))
    described = [field for field in fields if field not in nested]
    headings = re.findall(r"^\| field of `(\w+)` ", TEXT, re.MULTILINE)
    assert len(described) == len(found), kind
    assert ["rules", "clock"] == headings


@pytest.mark.parametrize(
    ("kind", "part", "words"),
    [
        ("hello", "limits", ["line_bytes", "comment_bytes"]),
        ("play", "clock", ["move_ms", "bank_ms"]),
    ],
)
def test_a_small_part_is_described_in_its_row(kind, part, words):
    assert words == names(BY_TYPE[kind].model_fields[part].annotation)
    (row,) = re.findall(rf"^\| `{part}` \| (.*`{words[0]}`.*) \|$", TEXT, re.MULTILINE)
    assert all(f"`{word}`" in row for word in words)


def test_the_table_of_faults_has_every_code_in_order(spec):
    assert list(FaultCode) == spec.codes


@pytest.mark.parametrize(
    ("sdk", "model"),
    [
        (View, Play),
        (DealStart, DealStartMessage),
        (DealEnd, DealEndMessage),
        (Clock, MoveClockMessage),
        (Rules, RulesMessage),
    ],
)
def test_the_sdk_has_every_field_of_the_model(sdk, model):
    """``type`` apart, which the object's own class says."""
    fields = set(names(model)) - {"type"}
    own = {"partner", "rules", "seed"} if sdk is View else set()
    assert fields | own == set(sdk.__slots__)


def test_the_sdk_reads_the_example_as_the_model_does(spec):
    line = spec.messages["play"]
    view, play = View(json.loads(line)), Play.model_validate_json(line)
    assert play.clock == MoveClockMessage(move_ms=view.clock.move_ms, bank_ms=view.clock.bank_ms)
    same = {"table", "history", "id", "deal", "trick", "seat", "hand", "legal", "trump", "carry"}
    same |= {"trump_seat", "leader"}
    assert {name: getattr(play, name) for name in same} == {
        name: getattr(view, name) for name in same
    }
    assert (tuple(play.points), tuple(play.games)) == (view.points, view.games)


def test_the_sdk_speaks_this_version_and_keeps_to_the_limit_of_comments():
    """It can't import these numbers: pydantic comes with them."""
    assert (PROTOCOL_MAJOR, PROTOCOL_MINOR) == (bot.PROTOCOL, bot.MINOR)
    assert COMMENT_BYTES == bot.COMMENT_BYTES


def test_the_rules_on_the_wire_are_the_engines_rules():
    fields = [field.name for field in dataclasses.fields(Ruleset)]
    assert fields == names(RulesMessage)
    wire = RulesMessage.model_validate(Ruleset().to_mapping())
    assert wire.model_dump() == Ruleset().to_mapping()


def test_the_sdk_assumes_the_default_rules_without_a_hello():
    assumed = Rules({})
    assert Ruleset().to_mapping() == {name: getattr(assumed, name) for name in names(RulesMessage)}


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", TEXT))))
def test_a_link_to_a_file_leads_somewhere(link):
    assert (Path(protocol.__file__).parent / link).exists()


def test_a_link_within_the_text_leads_to_a_heading():
    headings = {
        title.lower().replace(" ", "-") for title in re.findall(r"^##+ (.*)$", TEXT, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= headings
