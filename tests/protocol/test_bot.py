"""The SDK: what a bot is asked, what goes out for its answer, and what happens when it errs."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import protocol
from protocol.bot import DealEnd, DealStart, View, run
from protocol.cards import PACK
from protocol.codec import decode_hello, decode_play
from protocol.messages import COMMENT_BYTES, LINE_BYTES, HelloReply, PlayReply


@pytest.fixture
def hello(spec):
    return json.loads(spec.messages["hello"])


@pytest.fixture
def play(spec):
    return json.loads(spec.messages["play"])


@pytest.fixture
def talk(monkeypatch, capsys):
    """Run a bot on messages (or raw lines): the lines that it replied, and what went to stderr."""

    def conversation(messages, choose, **options):
        lines = [line if isinstance(line, str) else json.dumps(line) for line in messages]
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        run(choose, **options)
        said = capsys.readouterr()
        return said.out.encode().splitlines(), said.err

    return conversation


def first_legal(view):
    return view.legal[0]


def test_it_answers_hello_and_play_and_nothing_else(spec, talk):
    replies, stderr = talk(spec.messages.values(), first_legal)
    assert HelloReply(id=1, protocol=1, minor=0) == decode_hello(replies[0])
    assert PlayReply(id=7, card="3H") == decode_play(replies[1])
    assert 2 == len(replies)
    assert "illegal_card: seat N can't play 2D: it must follow H; legal: 3H AH" in stderr


def test_it_says_who_it_is(hello, talk):
    (reply,), _ = talk([hello], first_legal, name="ann", version="2", author="me")
    expected = HelloReply(id=1, protocol=1, minor=0, name="ann", version="2", author="me")
    assert expected == decode_hello(reply)


def test_a_bot_may_add_a_comment_or_none(play, talk):
    (reply,), _ = talk([play], lambda view: (view.legal[1], "sure: é"))
    assert PlayReply(id=7, card="AH", comment="sure: é") == decode_play(reply)
    (reply,), _ = talk([play], lambda view: (view.legal[1], None))
    assert PlayReply(id=7, card="AH") == decode_play(reply)


@pytest.mark.parametrize(
    "comment",
    [
        "x" * 5000,
        "é" * 5000,
        "♠" * 5000,
        "\U0001f0a1" * 5000,
        "\0" * 5000,
        '"' * 5000,
        "two\nlines\r",
        "\ud800",
        "\x1b[31m",
    ],
    ids=repr,
)
def test_no_comment_can_cost_a_bot_its_move(play, talk, comment):
    """It is cut to its limit; what can't be printed, a line end too, becomes a blank."""
    (reply,), _ = talk([play], lambda _view: ("AH", comment))
    assert len(reply) < LINE_BYTES
    shown = decode_play(reply).comment
    assert shown.isprintable()
    assert len(shown.encode()) <= COMMENT_BYTES


@pytest.mark.parametrize(
    "line",
    ['{"type":"from_a_later_version","x":1}', '{"no_type":1}', "", "   ", "\r"],
)
def test_messages_that_it_does_not_know_and_blank_lines_are_passed_over(line, play, talk):
    replies, stderr = talk([line, play], first_legal)
    assert [7] == [decode_play(reply).id for reply in replies]
    assert "" == stderr


def test_unknown_fields_and_carriage_returns_do_no_harm(hello, play, talk):
    messages = [json.dumps({**message, "later": {"a": 1}}) + "\r" for message in (hello, play)]
    replies, _ = talk(messages, first_legal)
    assert [1, 7] == [json.loads(reply)["id"] for reply in replies]


def test_it_ends_at_bye_and_reads_no_further(play, talk):
    replies, _ = talk([{"type": "bye", "reason": "match_over"}, play], first_legal)
    assert [] == replies


def test_it_ends_when_its_input_does(talk):
    assert ([], "") == talk([], first_legal)


def test_each_reply_is_flushed(play, monkeypatch):
    """A pipe would keep it back otherwise."""
    flushed = []

    class Pipe(io.StringIO):
        def flush(self):
            flushed.append(self.getvalue())

    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{json.dumps(play)}\n" * 2))
    monkeypatch.setattr(sys, "stdout", Pipe())
    run(first_legal)
    assert [1, 2] == [text.count("\n") for text in flushed]


def test_a_stray_print_goes_to_stderr(spec, talk):
    """Whichever of the bot's functions prints; and stdout is back in its place after each."""
    places = []

    def printing(_message):
        print("so far so good")
        places.append(sys.stdout)

    def choose(view):
        printing(view)
        return view.legal[0]

    stdout = sys.stdout
    replies, stderr = talk(spec.messages.values(), choose, on_deal=printing, on_deal_end=printing)
    assert [1, 7] == [json.loads(reply)["id"] for reply in replies]
    assert 3 == stderr.count("so far so good\n")
    assert {sys.stderr} == set(places)
    assert stdout is sys.stdout


def test_a_bot_hears_of_deals_if_it_wants(spec, talk):
    heard = []
    talk(spec.messages.values(), first_legal, on_deal=heard.append, on_deal_end=heard.append)
    start, end = heard
    assert isinstance(start, DealStart)
    assert (1, 3, "7S", 3, 0) == (
        start.deal, start.dealer, start.trump, start.trump_seat, start.leader
    )  # fmt: skip
    assert (["4C", "JC"], (0, 0), 0) == (start.hand[:2], start.games, start.carry)
    assert isinstance(end, DealEnd)
    assert (1, (72, 48), (6, 4)) == (end.deal, end.points, end.tricks)
    assert ((1, 0), (1, 0), 0, None) == (end.games_won, end.games, end.carry, end.hands)


def test_hands_are_there_after_a_deal_where_the_tournament_shows_them(spec):
    shown = {**json.loads(spec.messages["deal_end"]), "hands": [["AH"], [], [], []]}
    assert [["AH"], [], [], []] == DealEnd(shown).hands


def test_an_exception_shows_the_author_the_request_and_is_raised_on(play, talk, capsys):
    def choose(view):
        raise KeyError(view.trump)

    with pytest.raises(KeyError, match="7S"):
        talk([play], choose)
    said = capsys.readouterr()
    assert "" == said.out
    assert f"The bot failed on this line:\n{json.dumps(play)}\n" == said.err


@pytest.mark.parametrize("choice", [None, 3, ["AH"], ("AH", 3), ("AH", "a", "b"), (None, "a")])
def test_what_is_no_card_is_refused_with_what_was_returned(play, talk, choice):
    with pytest.raises(TypeError) as caught:
        talk([play], lambda _view: choice)
    expected = f"choose returned {choice!r}; it must return a card such as 'AH', or (card, comment)"
    assert expected == str(caught.value)


def test_the_process_of_a_bot_that_raises_exits_with_1_and_a_traceback(spec):
    program = "from protocol.bot import run; run(lambda view: view.nonsense)"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(spec.messages.values()),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert 1 == ended.returncode
    assert [1] == [json.loads(line)["id"] for line in ended.stdout.splitlines()]
    assert spec.messages["play"] in ended.stderr
    assert "AttributeError: 'View' object has no attribute 'nonsense'" in ended.stderr


def test_the_sdk_imports_json_and_nothing_else_that_takes_time():
    """Four bots start for each half of a match: typing alone would cost each a fifth of its start.

    Without the site module, so that nothing else (a coverage tool) imports anything on the side.
    """
    program = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules);"
        "import protocol.bot; print(*sorted(set(sys.modules) - before))"
    )
    ended = subprocess.run(
        [sys.executable, "-S", "-c", program, Path(protocol.__file__).parents[1]],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert ["__future__", "protocol", "protocol.bot", "protocol.cards"] == ended.stdout.split()


# What a view tells.


@pytest.fixture
def view(play, hello):
    return View(play, hello)


def test_a_view_has_what_hello_said(view):
    assert (2, 5577006791947779) == (view.partner, view.seed)
    assert ("carry", 90) == (view.rules.tie, view.rules.double_above)


def test_a_view_without_a_hello_has_the_default_rules_and_seed_0(play):
    view = View(play)
    assert (2, 0, 4, "carry") == (view.partner, view.seed, view.rules.games_to_win, view.rules.tie)


def test_a_view_tells_how_the_trick_stands(view):
    assert ("H", "S") == (view.led_suit, view.trump_suit)
    assert (2, "QH", 2) == (view.winning_seat, view.winning_card, view.stake)
    assert ((1, 3), [1]) == (view.opponents, view.behind)
    assert {"3H": False, "AH": True} == {card: view.wins(card) for card in view.legal}
    assert not view.wins("AD")
    assert view.wins("2S")


def test_a_leader_sees_an_empty_table_and_everybody_behind(play):
    view = View({**play, "table": [], "leader": 0})
    assert (None, None, None, 0) == (
        view.led_suit, view.winning_seat, view.winning_card, view.stake
    )  # fmt: skip
    assert [1, 2, 3] == view.behind
    assert view.wins("2C")


def test_the_last_to_play_has_nobody_behind(play):
    view = View({**play, "table": [[1, "2H"], [2, "7H"], [3, "KH"]], "leader": 1})
    assert [] == view.behind
    assert (2, "7H") == (view.winning_seat, view.winning_card)


def test_cards_are_in_hand_played_or_unseen(view):
    assert ["6D", "KD", "AD", "3D", "QH", "2H"] == view.played
    assert sorted(PACK) == sorted([*view.hand, *view.played, *view.unseen])
    assert view.unseen == [card for card in PACK if card in view.unseen]


def test_a_master_is_the_highest_card_left_of_its_suit(view):
    assert view.is_master("AH")
    assert not view.is_master("KS")
    assert view.is_master("7D"), "the ace of diamonds was played"
    assert not view.is_master("JC"), "the king and the ace of clubs are out"


def test_one_s_own_higher_cards_make_a_master_too(play):
    view = View({**play, "hand": ["7C", "AC"], "legal": ["7C", "AC"]})
    assert view.is_master("7C")


def test_a_seat_that_did_not_follow_is_known_to_be_void(play):
    view = View(
        {
            **play,
            "history": [[3, ["6D", "KD", "2C", "3D"]], [3, ["2D", "3S", "4D", "5D"]]],
            "table": [[2, "QH"], [3, "2S"]],
        }
    )
    assert {"C": set(), "D": {1, 0}, "H": {3}, "S": set()} == view.void
