"""What each step finds, with bots that are scripts in memory."""

import json

import pytest

from arena.engine import PRESETS
from arena.referee.spec import Clock, Terms
from arena.runner.conformance import steps
from arena.runner.conformance.bench import ENOUGH
from arena.runner.conformance.findings import FIXES, Flaw
from protocol.messages import LINE_BYTES, FaultCode

ALL = {step.name: step.run for step in steps.STEPS}


def instead(good, **misdeeds):
    """Answers properly, but for messages of the types given: these are answered by functions."""

    def answer(bot, message):
        return misdeeds.get(message["type"], good)(bot, message)

    return answer


def card(message, **changes):
    return {"id": message["id"], "card": message["legal"][0]} | changes


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_found_of_a_bot_that_does_all_well(name, trial, clock):
    assert [] == trial().run(ALL[name], clock)


@pytest.mark.parametrize("name", sorted(set(ALL) - {"start", "version", "bye", "crlf"}))
def test_every_step_that_asks_for_cards_sees_an_illegal_one(name, trial, good, clock):
    bot = instead(
        good, play=lambda _, message: card(message, card="2C" if "AC" in message["hand"] else "AC")
    )
    found = trial(bot).run(ALL[name], clock)
    assert [("fault", "illegal_card")] == [(severity, code) for severity, code, _ in found]
    assert "doesn't hold that card; legal: " in found[0][2]


@pytest.mark.parametrize("name", sorted(set(ALL) - {"crlf", "version"}))
def test_every_step_sees_a_bot_that_is_silent(name, trial, clock):
    found = trial(lambda bot, message: None).run(ALL[name], clock)
    assert [("fault", "start_timeout")] == [(severity, code) for severity, code, _ in found]
    assert "nothing came" in found[0][2]


def test_a_bot_that_cant_be_started_is_told_so(trial, clock):
    found = trial(refuses=True).run(ALL["start"], clock)
    assert [("fault", "start_failed", "can't run 'bot': No such file or directory")] == found


def test_the_first_start_says_how_the_bot_calls_itself(trial, clock):
    first = trial()
    first.run(ALL["start"], clock)
    assert 'ready after 0 ms, calls itself "honest"' == first.notebook.note
    assert "honest" == first.bench.measures.hello.name


def test_words_that_nobody_asked_for_are_found_after_hello(trial, good, clock):
    def hello(bot, message):
        bot.say(b"ready!\n", after=0.01)
        return good(bot, message)

    found = trial(instead(good, hello=hello)).run(ALL["start"], clock)
    assert ["unsolicited_output"] == [code for _, code, _ in found]


def test_a_bot_that_repeats_the_version_it_is_told_is_found(trial, good, clock):
    def parrot(_, message):
        return {"id": message["id"], "protocol": message["protocol"]}

    found = trial(instead(good, hello=parrot)).run(ALL["version"], clock)
    assert [("fault", "wrong_version", "the bot speaks protocol 2, this arena protocol 1")] == found


def test_a_bot_may_leave_when_another_version_is_spoken(trial, good, clock):
    def leave(bot, message):
        return bot.exit(1) if message["protocol"] != 1 else good(bot, message)

    polite = trial(instead(good, hello=leave))
    assert [] == polite.run(ALL["version"], clock)
    assert "refuses another major version by leaving" == polite.notebook.note


def test_a_bot_that_fails_at_a_later_minor_version_is_found(trial, good, clock):
    def strict(bot, message):
        return bot.exit(1) if message["minor"] else good(bot, message)

    found = trial(instead(good, hello=strict)).run(ALL["version"], clock)
    assert ["exited"] == [code for _, code, _ in found]


def test_a_hundred_cards_are_asked_for_in_whole_deals_of_a_rubber(trial, clock):
    deals = trial()
    deals.run(ALL["deals"], clock)
    assert "100 cards asked for" == deals.notebook.note
    assert [3, 3, 2, 2] == [
        sum(message["type"] == "deal_end" for message in bot.heard) for bot in deals.bots
    ]
    assert [0, 1, 2, 3] == [bot.heard[0]["seat"] for bot in deals.bots]
    ends = [message for message in deals.bots[0].heard if message["type"] == "deal_end"]
    starts = [message for message in deals.bots[0].heard if message["type"] == "deal"]
    assert [end["games"] for end in ends[:-1]] == [start["games"] for start in starts[1:]]


def test_a_rubber_that_is_won_is_followed_by_another(trial, clock):
    """With rules by which one deal is enough."""
    rules = PRESETS["seed"].from_mapping({"games_to_win": 1})
    quick = trial(terms=Terms(rules=rules))
    quick.run(ALL["deals"], clock)
    starts = [it["games"] for bot in quick.bots for it in bot.heard if it["type"] == "deal"]
    assert [[0, 0]] * 10 == starts


def test_the_step_ends_when_it_has_seen_enough(trial, good, clock):
    bad = trial(instead(good, play=lambda _, message: card(message, id=message["id"] + 7)))
    found = bad.run(ALL["deals"], clock)
    assert [("fault", "wrong_id", "the reply has id 9, but request 2 is open")] == found[:1]
    assert ENOUGH == bad.notebook.findings()[0].times
    assert 1 == len(bad.bots)


def test_a_crash_is_quoted_with_its_request_and_what_was_written_to_stderr(trial, good, clock):
    def crash(bot, message):
        bot.stderr.feed(b"Traceback\n\x1b[31mKeyError: 'lead'\n")
        bot.exit(3)

    bad = trial(instead(good, play=crash))
    bad.run(ALL["bye"], clock)
    assert () == bad.notebook.findings()
    bad.run(ALL["restart"], clock)
    (finding,) = bad.notebook.findings()
    assert ("exited", 1) == (finding.code, finding.times)
    assert "play" == json.loads(finding.request)["type"]
    assert ("Traceback", " [31mKeyError: 'lead'") == finding.stderr
    assert FIXES[FaultCode.EXITED] == finding.fix


def test_lines_are_as_long_as_they_may_be(trial, clock):
    long = trial()
    long.run(ALL["lines"], clock)
    assert LINE_BYTES == max(long.bots[0].writes)
    histories = [it["history"] for it in long.bots[0].heard if it["type"] == "play"]
    assert 9 == max(map(len, histories))


def test_a_bot_that_answers_what_it_doesnt_know_is_found(trial, good, clock):
    bot = instead(good, weather=lambda *_: {"card": "AH"})
    found = trial(bot).run(ALL["unknown"], clock)
    assert ["unsolicited_output"] == [code for _, code, _ in found]


def test_a_bot_that_fails_on_a_field_it_doesnt_know_is_found(trial, good, clock):
    def strict(bot, message):
        return bot.exit(1) if "x" in message else good(bot, message)

    found = trial(instead(good, hello=strict)).run(ALL["unknown"], clock)
    assert ["exited"] == [code for _, code, _ in found]


def test_crlf_is_advice_and_only_if_other_lines_are_read(trial, good, clock, monkeypatch):
    """What a bot sees of the line end is told by a mark here, as JSON itself doesn't mind it."""
    monkeypatch.setattr(steps, "_crlf", lambda line: line.replace(b'"type"', b'"crlf":1,"type"', 1))
    picky = trial(lambda bot, message: None if "crlf" in message else good(bot, message))
    assert [("advice", Flaw.LINE_ENDS, steps.CRLF_CAUSE)] == picky.run(ALL["crlf"], clock)
    assert [] == trial(lambda bot, message: None).run(ALL["crlf"], clock)


def test_lines_come_in_pieces_of_one_byte(trial, clock):
    bits = trial()
    bits.run(ALL["pieces"], clock)
    (bot,) = bits.bots
    assert ["hello", "play", "bye"] == [message["type"] for message in bot.heard]
    assert {1} == set(bot.writes[:-1])
    assert [] == bits.bench.measures.start_us


def test_a_bot_that_ends_while_a_line_comes_in_pieces_is_found(trial, good, clock):
    """It is written to no more."""

    def leave(bot, message):
        bot.exit(4, after=0.005)
        return good(bot, message)

    found = trial(instead(good, hello=leave)).run(ALL["pieces"], clock)
    assert [("exited", "the process exited with status 4 before the referee said bye")] == [
        it[1:] for it in found
    ]


def test_a_late_answer_must_carry_the_id_of_its_own_request(trial, good, clock):
    late = trial()
    assert [] == late.run(ALL["stale"], clock)
    asked = [message["id"] for message in late.bots[0].heard if message["type"] == "play"]
    assert [*steps.LARGE_IDS] == asked
    bot = instead(good, play=lambda _, message: card(message, id=steps.LARGE_IDS[1]))
    found = trial(bot).run(ALL["stale"], clock)
    assert found
    assert {"illegal_card", "unsolicited_output"} >= {code for _, code, _ in found}


def test_a_second_answer_is_found_when_it_comes(trial, good, clock):
    def twice(bot, message):
        bot.say(json.dumps(card(message)).encode() + b"\n", after=0.01)
        return card(message)

    found = trial(instead(good, play=twice)).run(ALL["unknown"], clock)
    assert ["unsolicited_output"] == [code for _, code, _ in found]


def test_a_bot_that_needs_the_deal_line_is_advised(trial, good, clock):
    def remember(bot, message):
        known = any(it["type"] == "deal" for it in bot.heard)
        return card(message) if known else bot.exit(1)

    (found,) = trial(instead(good, play=remember)).run(ALL["restart"], clock)
    assert ("advice", Flaw.NEEDS_DEAL) == found[:2]


def test_a_bot_that_closes_its_stdout_is_found(trial, good, clock):
    found = trial(instead(good, play=lambda bot, _: bot.close_stdout())).run(ALL["restart"], clock)
    assert [("closed_stdout", "the process lives but closed its stdout")] == [
        it[1:] for it in found
    ]


def test_a_bot_that_floods_its_stdout_is_listened_to_no_more(trial, good, clock):
    def flood(bot, message):
        for _ in range(50):
            bot.say(b"x" * 5_000)

    flooding = trial(instead(good, play=flood))
    found = flooding.run(ALL["restart"], clock)
    assert ["line_too_long"] == [code for _, code, _ in found]


def test_a_bot_that_chatters_is_listened_to_no_more(trial, good, clock):
    def chatter(bot, message):
        bot.say(b"blah\n" * 1_000, after=0.01)

    found = trial(instead(good, deal=chatter)).run(ALL["unknown"], clock)
    assert "unsolicited_output" in [code for _, code, _ in found]


def test_what_doesnt_fit_into_the_pipe_is_written_when_there_is_room(trial, clock):
    narrow = trial(settings={"stdin_bytes": 100})
    assert [] == narrow.run(ALL["lines"], clock)
    assert 100 == max(narrow.bots[0].writes)


def test_times_are_measured_from_request_to_reply(trial, good, clock):
    def slow(bot, message):
        bot.say(json.dumps(card(message)).encode() + b"\n", after=0.25)

    slower = trial(instead(good, play=slow), terms=Terms(clock=Clock(move_ms=300)))
    assert [] == slower.run(ALL["restart"], clock)
    assert [250_000, 250_000] == slower.bench.measures.move_us
