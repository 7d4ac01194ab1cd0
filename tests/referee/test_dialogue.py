"""The whole table of phases and facts: what may happen when, and what can't."""

import pytest

from arena.engine import SEATS
from arena.errors import RefereeBug
from arena.referee import dialogue as module
from arena.referee.clocks import SETTLE_US, WRITE_LIMIT_US
from arena.referee.dialogue import Dialogue
from arena.referee.effects import CancelAlarm, Send, SetAlarm, Start, Stop
from arena.referee.events import Cause, HelloAnswered
from arena.referee.facts import (
    Exited,
    Received,
    Spawned,
    SpawnFailed,
    StdoutClosed,
    TimePassed,
    Written,
)
from arena.referee.seat import Answer, Misdeed, Phase, Request
from arena.referee.spec import Clock
from protocol.messages import FaultCode

N = SEATS[0]
CLOCK = Clock(start_ms=1, move_ms=2, bank_ms=1)
HELLO = b'{"id":1,"protocol":1}\n'


def at(phase: Phase) -> Dialogue:
    """A dialogue that has come to ``phase`` by real facts, at time 10."""
    dialogue = Dialogue(N, CLOCK, [])
    steps = [
        (Phase.SPAWNING, lambda: dialogue.start(Request(dialogue.next_id(), b"hello\n", 0))),
        (Phase.GREETING, lambda: dialogue.feed(Spawned(N, 2))),
        (Phase.IDLE, lambda: dialogue.feed(Received(N, 3, HELLO))),
        (Phase.ASKED, lambda: dialogue.ask(Request(dialogue.next_id(), b"play\n", 4))),
        (Phase.THINKING, lambda: dialogue.feed(Written(N, 5))),
        (Phase.CLOSING, lambda: dialogue.feed(StdoutClosed(N, 6))),
    ]
    for reached, step in steps:
        if dialogue.phase is phase:
            break
        step()
        assert dialogue.phase is reached
    dialogue._out.clear()
    return dialogue


FACTS = {
    Spawned: Spawned(N, 10),
    SpawnFailed: SpawnFailed(N, 10, "no such file"),
    Written: Written(N, 10),
    Received: Received(N, 10, b"\n"),
    StdoutClosed: StdoutClosed(N, 10),
    Exited: Exited(N, 10, 0),
    TimePassed: TimePassed(N, 10_000_000),
}

POSSIBLE = {
    Phase.ABSENT: {},
    Phase.SPAWNING: {Spawned: Phase.GREETING, SpawnFailed: Phase.IDLE},
    Phase.GREETING: {
        Written: Phase.GREETING,
        Received: Phase.GREETING,
        StdoutClosed: Phase.CLOSING,
        Exited: Phase.IDLE,
        TimePassed: Phase.IDLE,
    },
    Phase.IDLE: {
        Written: Phase.IDLE,
        Received: Phase.IDLE,
        StdoutClosed: Phase.CLOSING,
        Exited: Phase.IDLE,
    },
    Phase.ASKED: {
        Written: Phase.THINKING,
        Received: Phase.ASKED,
        StdoutClosed: Phase.CLOSING,
        Exited: Phase.IDLE,
        TimePassed: Phase.IDLE,
    },
    Phase.THINKING: {
        Written: Phase.THINKING,
        Received: Phase.THINKING,
        StdoutClosed: Phase.CLOSING,
        Exited: Phase.IDLE,
        TimePassed: Phase.IDLE,
    },
    Phase.CLOSING: {Written: Phase.CLOSING, Exited: Phase.IDLE, TimePassed: Phase.IDLE},
}
"""What each fact leads to. A misdeed leaves a seat idle: whether its process goes on is the table's
to say, which stops it if not."""

CASES = [(phase, kind) for phase in Phase for kind in FACTS]


@pytest.mark.parametrize(("phase", "kind"), CASES)
def test_each_fact_leads_on_or_is_refused_and_changes_nothing(phase, kind):
    dialogue, fact = at(phase), FACTS[kind]
    before = state(dialogue)
    if kind in POSSIBLE[phase]:
        dialogue.feed(fact)
        assert dialogue.phase is POSSIBLE[phase][kind]
        return
    with pytest.raises(RefereeBug, match=f"can't happen to a seat that is {phase}"):
        dialogue.feed(fact)
    assert state(dialogue) == before


def state(dialogue: Dialogue) -> dict:
    plain = {key: value for key, value in vars(dialogue).items() if key != "_lines"}
    return {key: repr(value) for key, value in plain.items()} | {"partial": dialogue._lines.partial}


def test_the_rows_of_the_module_are_the_table_above():
    rows = {
        Spawned: module.ON_SPAWNED,
        SpawnFailed: module.ON_SPAWN_FAILED,
        Written: module.ON_WRITTEN,
        Received: module.ON_RECEIVED,
        StdoutClosed: module.ON_STDOUT_CLOSED,
        Exited: module.ON_EXITED,
        TimePassed: module.ON_TIME_PASSED,
    }
    for phase, possible in POSSIBLE.items():
        assert {kind for kind, row in rows.items() if phase in row} == set(possible)


@pytest.mark.parametrize("phase", [p for p in Phase if p is not Phase.ABSENT])
def test_stopping_forgets_everything_and_cancels_the_alarm(phase):
    dialogue = at(phase)
    dialogue.stop(gracefully=False)
    assert dialogue.phase is Phase.ABSENT
    assert (dialogue.request, dialogue.greeted, dialogue.starting) == (None, False, False)
    alarmed = phase not in {Phase.SPAWNING, Phase.IDLE}
    expected = [CancelAlarm(N)] if alarmed else []
    assert dialogue._out == [*expected, Stop(N, gracefully=False)]


def test_effects_of_a_start_a_greeting_and_a_request():
    dialogue = Dialogue(N, CLOCK, out := [])
    dialogue.start(Request(dialogue.next_id(), b"hello\n", 0))
    dialogue.feed(Spawned(N, 2))
    dialogue.feed(Written(N, 3))
    greeted = dialogue.feed(Received(N, 4, HELLO))
    dialogue.ask(Request(dialogue.next_id(), b"play\n", 5))
    dialogue.feed(Written(N, 7))
    dialogue.feed(StdoutClosed(N, 9))
    assert out == [
        Start(N),
        Send(N, b"hello\n"),
        SetAlarm(N, 2 + 1_000 + 1),
        CancelAlarm(N),
        Send(N, b"play\n"),
        SetAlarm(N, 5 + WRITE_LIMIT_US + 1),
        SetAlarm(N, 7 + 2_000 + 1_000 + 1),
        SetAlarm(N, 9 + SETTLE_US),
    ]
    assert isinstance(greeted, HelloAnswered)
    assert (greeted.spawned_us, greeted.asked_us, greeted.wall_us) == (2, 3, 2)


def test_a_second_news_of_writing_does_not_begin_the_time_anew():
    dialogue = at(Phase.THINKING)
    dialogue.feed(Written(N, 8))
    assert dialogue.request.asked_us == 5
    dialogue = at(Phase.GREETING)
    dialogue.feed(Written(N, 8))
    dialogue.feed(Written(N, 9))
    assert dialogue.request.asked_us == 8


def test_an_answer_holds_its_request_and_the_line_as_it_came():
    dialogue = at(Phase.THINKING)
    line = b'{"id":2,"card":"AH","other":[1]} \r\n'
    answer = dialogue.feed(Received(N, 10, line))
    assert isinstance(answer, Answer)
    assert (answer.request.id, answer.reply.card, answer.raw) == (2, "AH", line)
    assert dialogue.phase is Phase.IDLE


@pytest.mark.parametrize(
    ("phase", "code"),
    [
        (Phase.GREETING, FaultCode.START_TIMEOUT),
        (Phase.ASKED, FaultCode.MOVE_TIMEOUT),
        (Phase.THINKING, FaultCode.MOVE_TIMEOUT),
        (Phase.CLOSING, FaultCode.CLOSED_STDOUT),
    ],
)
def test_what_the_alarm_means_in_each_phase(phase, code):
    misdeed = at(phase).feed(TimePassed(N, 10_000_000))
    assert isinstance(misdeed, Misdeed)
    assert misdeed.code is code
    assert misdeed.cause is (Cause.EOF if phase is Phase.CLOSING else Cause.TIME)


@pytest.mark.parametrize("phase", [Phase.GREETING, Phase.ASKED, Phase.THINKING, Phase.CLOSING])
def test_an_alarm_before_its_time_is_set_again_and_means_nothing(phase):
    dialogue = at(phase)
    assert dialogue.feed(TimePassed(N, 10)) is None
    assert dialogue.phase is phase
    (again,) = dialogue._out
    assert isinstance(again, SetAlarm)
    assert again.at_us > 10
