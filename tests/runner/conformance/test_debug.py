"""A bot is asked again what a seat was asked in a match."""

import json

import pytest
import trio

from arena.engine import SEATS, Seat
from arena.errors import BotStartError, NotationError, TranscriptError
from arena.referee.events import HelloAnswered, PlayedBy
from arena.runner.conformance.debug import recorded_in, retry
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.transcript.reader import read_log
from arena.transcript.words import words_to


@pytest.fixture
def play(office, contest, tmp_path):
    """A match that was played on paper, of entrants and settings."""

    def match(entrants="ana rui", **settings):
        contest(entrants, **settings)
        run_tournament(tmp_path / "cup.toml", RunOptions(seed="2a", jobs=1), lambda _: None)
        (log,) = (tmp_path / "cup" / "matches").glob("*.jsonl")
        return read_log(log)

    return match


def seat_of(match, name, half=1):
    """The first seat of an entrant that was asked for a card."""
    spec = match.spec
    return next(
        seat
        for seat in SEATS
        if spec.entrants[spec.halves[half - 1].seating[seat].entrant].name == name
        and recorded_in(match, half, seat)
    )


def words_of(match, half, seat):
    return words_to(match.spec, match.halves, half, seat, str(match.path))


def ask(match, seat, tried, clock, half=1):
    script = words_of(match, half, seat)
    recorded = recorded_in(match, half, seat)
    return trio.run(retry, script, recorded, seat, tried.open_process, clock=clock)


def echo(match, seat, half=1):
    """Answers with the card that is recorded."""
    cards = {number: it.card for number, it in recorded_in(match, half, seat).items()}

    def answer(bot, message):
        if message["type"] == "hello":
            return {"id": message["id"], "protocol": 1}
        card = cards[message["id"]] if message["type"] == "play" else None
        return card and {"id": message["id"], "card": card}

    return answer


@pytest.mark.parametrize("half", [1, 2])
def test_a_bot_that_plays_as_recorded_is_told_so(half, play, trial, clock):
    match = play()
    tried = trial(echo(match, Seat.SOUTH, half))
    debugged = ask(match, Seat.SOUTH, tried, clock, half)
    assert 20 == len(debugged.retrials)
    assert [] == [it for it in debugged.retrials if it.differs]
    (bot,) = tried.bots
    assert ["hello", "deal", *["play"] * 10, "deal_end"] == [it["type"] for it in bot.heard[:13]]
    assert match.spec.halves[half - 1].seeds[Seat.SOUTH] == bot.heard[0]["seed"]
    assert bot.buried


def test_other_cards_are_found_and_the_match_goes_on_as_recorded(play, trial, good, clock):
    match = play()
    debugged = ask(match, Seat.WEST, trial(good), clock)
    differing = [it for it in debugged.retrials if it.differs]
    assert differing
    assert all(it.card == it.legal[0] != it.recorded.card for it in differing)
    assert {(1, 10), (2, 10)} <= {(it.deal, it.trick) for it in debugged.retrials}


def test_it_has_no_clock(play, trial, clock):
    """An hour for each card is fine."""
    match = play()
    prompt = echo(match, Seat.EAST)

    def slow(bot, message):
        reply = prompt(bot, message)
        if reply is not None:
            bot.say(json.dumps(reply).encode() + b"\n", after=3_600)

    debugged = ask(match, Seat.EAST, trial(slow), clock)
    assert [] == [it for it in debugged.retrials if it.differs]


def test_a_bot_that_crashes_is_started_again_and_told_of_its_deal(play, trial, clock):
    match = play()
    prompt = echo(match, Seat.NORTH)

    def fragile(bot, message):
        if message["type"] == "play" and message["trick"] == 4:
            bot.stderr.feed(b"what is a fourth trick?\n")
            return bot.exit(1)
        return prompt(bot, message)

    tried = trial(fragile)
    debugged = ask(match, Seat.NORTH, tried, clock)
    problems = [(it.deal, it.trick, it.problem) for it in debugged.retrials if it.differs]
    said = "exited: the process exited with status 1 before the referee said bye"
    assert [(1, 4, said), (2, 4, said)] == problems
    assert ["hello", "deal", "play"] == [message["type"] for message in tried.bots[1].heard[:3]]
    assert ("what is a fourth trick?\n",) * 2 == debugged.stderr


def test_a_card_that_isnt_legal_is_a_problem(play, trial, good, clock):
    match = play()
    pack = [rank + suit for suit in "CDHS" for rank in "23456QJK7A"]

    def cheat(bot, message):
        if message["type"] != "play":
            return good(bot, message)
        return {"id": message["id"], "card": next(it for it in pack if it not in message["hand"])}

    debugged = ask(match, Seat.NORTH, trial(cheat), clock)
    assert all(it.problem.startswith("illegal_card: seat N can't play") for it in debugged.retrials)
    assert {None} == {it.card for it in debugged.retrials}


@pytest.mark.parametrize("half", [1, 2])
def test_where_a_bot_failed_a_card_is_a_difference(half, play, trial, good, clock):
    match = play("ana bad")
    seat = seat_of(match, "bad", half)
    recorded = recorded_in(match, half, seat)
    assert {"bad_json"} == {it.fault.code for it in recorded.values()}
    debugged = ask(match, seat, trial(good), clock, half)
    assert debugged.retrials
    assert all(it.differs and it.card and it.recorded.card is None for it in debugged.retrials)


def test_a_referees_card_isnt_the_bots(play, trial, good, clock):
    match = play("ana bad", on_fault="substitute", max_faults=100)
    seat = seat_of(match, "bad")
    debugged = ask(match, seat, trial(good), clock)
    assert {PlayedBy.REFEREE} == {it.recorded.by for it in debugged.retrials}
    assert all(it.differs and it.recorded.fault is not None for it in debugged.retrials)


def test_a_bot_that_cant_say_hello_ends_it(play, trial, clock):
    match = play()

    def mute(bot, message):
        bot.stderr.feed(b"no model\n")
        bot.exit(1)

    with pytest.raises(BotStartError, match=r"can't say hello: exited: .*\nno model"):
        ask(match, Seat.NORTH, trial(mute), clock)
    with pytest.raises(BotStartError, match="can't say hello: start_failed: can't run 'bot'"):
        ask(match, Seat.NORTH, trial(refuses=True), clock)


def test_a_half_that_wasnt_played_is_refused(play):
    match = play()
    with pytest.raises(NotationError, match="'3' is not a half of this match"):
        words_of(match, 3, Seat.NORTH)


def test_a_log_that_isnt_true_is_refused(play):
    match = play()
    match.halves[0].events[:] = [
        it for it in match.halves[0].events if not isinstance(it.event, HelloAnswered)
    ]
    with pytest.raises(TranscriptError, match="can't be played again"):
        words_of(match, 1, Seat.NORTH)
