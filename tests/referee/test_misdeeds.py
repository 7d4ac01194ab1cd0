"""Every fault code at a table: who is blamed, what it costs under each policy, and that play goes on."""

import pytest

from arena.engine import CARDS, SEATS, Deal, Partnership, cards_in
from arena.referee.effects import Send, Start, Stop
from arena.referee.events import DealEnded, DealStarted, Ending, PlayedBy, UnitEnded
from arena.referee.spec import OnFault, Unit
from protocol.messages import LINE_BYTES, OUTPUT_BYTES

N, E, S, W = SEATS
NS, EW = Partnership
MS = 1_000


def write(data: bytes):
    return lambda message, me: me.write(data)


def reply(**fields):
    def act(message, me):
        me.say({"id": message["id"], "card": message["legal"][0], **fields})

    return act


def silent(message, me):
    pass


def slow(message, me):
    me.say({"id": message["id"], "card": message["legal"][0]}, 150 * MS)


def foreign(message, me):
    """A card that the bot doesn't hold."""
    other = next(str(card) for card in CARDS if str(card) not in message["hand"])
    me.say({"id": message["id"], "card": other})


def never_ending(message, me):
    """A dribble without a newline."""
    for turn in range(100):
        me.write(b".", turn * 5 * MS)


def closes(message, me):
    me.close_stdout()


def twice(message, me):
    reply()(message, me)
    me.say({"id": message["id"], "card": message["legal"][0]}, 1_500)


def exits_after_closing(message, me):
    me.close_stdout(MS)
    me.exit(3, 4 * MS)


PASSING = {
    "silent": (silent, "move_timeout"),
    "slow": (slow, "move_timeout"),
    "garbage": (write(b"hello?\n"), "bad_json"),
    "bad utf-8": (write(b'{"id":1,"card":"\xff"}\n'), "bad_json"),
    "utf-16": (write('{"id":1}\n'.encode("utf-16-be")), "bad_json"),
    "an array": (write(b"[1]\n"), "bad_json"),
    "a number": (write(b"7\n"), "bad_json"),
    "deep nesting": (write(b"[" * 4000 + b"\n"), "bad_json"),
    "no card": (reply(card=None), "bad_message"),
    "no such card": (reply(card="1Z"), "bad_message"),
    "a lower-case card": (reply(card="ah"), "bad_message"),
    "an id as text": (reply(id="5"), "bad_message"),
    "no id": (write(b'{"card":"AH"}\n'), "bad_message"),
    "a negative id": (reply(id=-1), "bad_message"),
    "a huge id": (reply(id=10**30), "bad_message"),
    "a long comment": (reply(comment="é" * 600), "bad_message"),
    "another id": (reply(id=999), "wrong_id"),
    "an old id": (reply(id=1), "wrong_id"),
    "a foreign card": (foreign, "illegal_card"),
}
"""Misdeeds at a bot's turn that leave its process usable."""

FATAL = {
    "exits": (lambda _, me: me.exit(2), "exited"),
    "is killed": (lambda _, me: me.exit(-11), "exited"),
    "closes stdout": (closes, "closed_stdout"),
    "closes stdout and exits": (exits_after_closing, "exited"),
    "a long line": (write(b"x" * LINE_BYTES + b"\n"), "line_too_long"),
    "no newline": (write(b"x" * 50_000), "line_too_long"),
    "blank lines": (write(b"\n" * (OUTPUT_BYTES + 1)), "too_much_output"),
}
"""Misdeeds at a bot's turn that end its process."""

ALL = PASSING | FATAL


def at_third_play(houses, act):
    return {"E": houses.Scripted({3: act})}


@pytest.mark.parametrize("name", ALL)
def test_forfeit_costs_the_board_and_the_next_is_played_by_a_fresh_process(houses, name):
    act, code = ALL[name]
    bots = at_third_play(houses, act)
    played = houses.play(bots, units=2)
    assert played.blamed == [("E", code)]
    assert played.fault.fatal
    assert played.endings == ["forfeit", "played"]
    assert played.winners[0] == "NS"
    board = played.of(UnitEnded)[0]
    assert (board.games, board.points, board.deals) == ((4, 0), (120, 0), 1)
    assert bots["E"].starts == 2
    assert [bot.starts for bot in played.bots] == [1, 2, 1, 1]
    assert played.closed.faults == (0, 1)


@pytest.mark.parametrize("name", ALL)
def test_forfeit_costs_the_whole_rubber(houses, name):
    act, code = ALL[name]
    played = houses.play({"E": houses.Scripted({13: act})}, units=(0, 101), unit=Unit.RUBBER)
    assert played.blamed == [("E", code)]
    rubber = played.of(UnitEnded)[0]
    assert (rubber.ending, rubber.winner, rubber.deals) == (Ending.FORFEIT, NS, 2)
    assert [str(deal.ending) for deal in played.of(DealEnded)][:2] == ["played", "forfeit"]
    assert played.endings[1] == "played"


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize("name", ALL)
def test_substitute_plays_the_first_legal_card_and_the_board_goes_on(houses, name, unit):
    act, code = ALL[name]
    bots = at_third_play(houses, act)
    played = houses.play(bots, units=(0, 101), unit=unit, on_fault=OnFault.SUBSTITUTE)
    assert played.blamed == [("E", code)]
    assert played.endings == ["played", "played"]
    assert played.fault.fatal == (name in FATAL)
    assert bots["E"].starts == (2 if name in FATAL else 1)
    (card,) = [card for card in played.cards if card.by is PlayedBy.REFEREE]
    assert (card.seat, card.id, card.comment) == (E, played.fault.for_id, None)
    assert card.card == lowest_legal(played, card)
    position = played.events.index(card)
    assert played.events[position - 1].fault is played.fault


def lowest_legal(played, wanted):
    """The first legal card in canonical order where ``wanted`` was played."""
    layout = played.of(DealStarted)[wanted.deal - 1].layout
    deal = Deal.start(layout)
    for card in played.cards:
        if card is wanted:
            return cards_in(deal.legal)[0]
        if card.deal == wanted.deal:
            deal = deal.play(card.seat, card.card)
    raise AssertionError(wanted)


@pytest.mark.parametrize("name", ALL)
def test_the_offender_alone_is_told(houses, name):
    act, code = ALL[name]
    played = houses.play(at_third_play(houses, act), units=1, on_fault=OnFault.SUBSTITUTE)
    told = [(seat, message) for seat, message in played.sent if message["type"] == "fault"]
    if code == "exited":
        assert told == []
        return
    ((seat, message),) = told
    fault = played.fault
    assert seat is E
    assert message == {
        "type": "fault", "code": code, "for_id": fault.for_id, "text": fault.hint, "faults": 1,
        "fatal": fault.fatal,
    }  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_a_fault_holds_its_evidence(houses, name):
    act, _ = ALL[name]
    played = houses.play(at_third_play(houses, act), units=1)
    fault, request = played.fault, played.to(E, "play")[2]
    assert fault.for_id == request["id"]
    assert houses.message(fault.request) == request
    assert (fault.deal, fault.trick) == (request["deal"], request["trick"])
    assert fault.spawned_us is None
    assert fault.asked_us <= fault.at_us
    assert len(fault.received) <= LINE_BYTES + 1
    assert fault.hint


def test_a_process_that_is_replaced_is_told_good_bye_and_killed(houses):
    played = houses.play(at_third_play(houses, write(b"x\n")), units=2)
    position = played.effects.index(Stop(E, gracefully=False))
    lines = [e.line for e in played.effects[:position] if isinstance(e, Send)][-2:]
    assert [houses.message(line)["type"] for line in lines] == ["fault", "bye"]
    assert houses.message(lines[1])["reason"] == "fault"
    assert Start(E) in played.effects[position:]


# Start.


def hello(**fields):
    return lambda message, me: me.say({"id": message["id"], "protocol": 1, **fields})


BAD_STARTS = {
    "silent": (silent, "start_timeout"),
    "too late": (lambda m, me: me.say({"id": m["id"], "protocol": 1}, 1_100 * MS), "start_timeout"),
    "half a line": (write(b'{"id":1,"protocol":1}'), "start_timeout"),
    "another version": (hello(protocol=2), "wrong_version"),
    "another id": (hello(id=77), "wrong_id"),
    "no version": (hello(protocol=None), "bad_message"),
    "a long name": (hello(name="x" * 65), "bad_message"),
    "garbage": (write(b"Bot 1.0 ready\n"), "bad_json"),
    "exits": (lambda _, me: me.exit(1), "exited"),
    "closes stdout": (closes, "closed_stdout"),
    "a long line": (write(b"x" * LINE_BYTES + b"\n"), "line_too_long"),
    "blank lines": (write(b"\n" * (OUTPUT_BYTES + 1)), "too_much_output"),
}


@pytest.mark.parametrize("on_fault", list(OnFault))
@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize("name", BAD_STARTS)
def test_a_failed_start_forfeits_every_unit_that_is_left(houses, name, unit, on_fault):
    act, code = BAD_STARTS[name]
    bots = {"S": houses.Scripted(hellos={1: act})}
    played = houses.play(bots, units=(0, 101, 202), unit=unit, on_fault=on_fault)
    assert played.blamed == [("S", code)]
    fault = played.fault
    assert fault.fatal
    assert (fault.deal, fault.spawned_us, fault.for_id) == (None, 2_000, 1)
    assert played.endings == ["forfeit"] * 3
    assert played.winners == ["EW"] * 3
    assert [event.games for event in played.of(UnitEnded)] == [(0, 4)] * 3
    assert [event.points for event in played.of(UnitEnded)] == [(0, 120)] * 3
    assert played.cards == []
    assert [bot.starts for bot in played.bots] == [1, 1, 1, 1]
    assert played.closed.ending is Ending.PLAYED


def test_a_command_that_can_not_be_started_is_the_bots_own_fault(houses):
    class Missing(houses.Bot):
        spawn_fails = "no such file: ./bot"

    played = houses.play({"W": Missing()}, units=2)
    assert played.blamed == [("W", "start_failed")]
    assert (played.fault.reason, played.fault.hint) == ("no such file: ./bot",) * 2
    assert played.fault.spawned_us is None
    assert played.winners == ["NS", "NS"]
    assert played.to(W, "fault") == []
    assert Stop(W, gracefully=False) in played.effects


def test_a_bot_that_never_reads_can_not_even_start(houses):
    class Deaf(houses.Bot):
        def started(self, me):
            me.reads = False

    played = houses.play({"W": Deaf()}, units=1)
    assert played.blamed == [("W", "start_timeout")]
    assert "does not read its stdin" in played.fault.hint
    assert played.fault.at_us == 2_000 + 1_000_000 + 1
    assert played.fault.asked_us is None


@pytest.mark.parametrize("on_fault", list(OnFault))
@pytest.mark.parametrize("order", [("N", "E"), ("E", "N")])
def test_when_both_sides_fail_to_start_nobody_wins(houses, order, on_fault):
    """Whichever failure shows first: all starts are awaited before any is judged."""
    first, second = order
    bots = {
        first: houses.Scripted(hellos={1: write(b"x\n")}),
        second: houses.Scripted(hellos={1: silent}),
    }
    played = houses.play(bots, units=2, on_fault=on_fault, max_faults=1)
    assert played.blamed == [(first, "bad_json"), (second, "start_timeout")]
    assert played.endings == ["both_forfeit"] * 2
    assert played.winners == [None, None]
    assert {(e.games, e.points, e.deals) for e in played.of(UnitEnded)} == {((0, 0), (0, 0), 0)}
    assert played.closed.ending is Ending.PLAYED
    assert played.closed.lost_by is None


def test_innocent_processes_are_let_go_before_units_are_forfeited_unplayed(houses):
    played = houses.play({"N": houses.Scripted(hellos={1: silent})}, units=2)
    kinds = [type(effect).__name__ for effect in played.effects]
    assert played.effects.index(Stop(E, gracefully=True)) < kinds.index("DealBoard")
    assert played.to(E, "deal") == []
    assert played.to(E, "bye") == [{"type": "bye", "reason": "match_over"}]


def test_under_substitute_a_failed_start_can_lose_the_match_at_once(houses):
    bots = {"N": houses.Scripted(hellos={1: silent})}
    played = houses.play(bots, units=2, on_fault=OnFault.SUBSTITUTE, max_faults=1)
    assert played.closed.ending is Ending.MATCH_LOST
    assert played.closed.lost_by is NS
    assert played.endings == []


@pytest.mark.parametrize("unit", list(Unit))
def test_a_restart_that_fails_in_mid_half_forfeits_that_unit_and_the_rest(houses, unit):
    bots = {"E": houses.Scripted({3: lambda _, me: me.exit(1)}, {2: silent})}
    played = houses.play(bots, units=(0, 101), unit=unit, on_fault=OnFault.SUBSTITUTE)
    assert played.blamed == [("E", "exited"), ("E", "start_timeout")]
    assert played.endings == ["forfeit", "forfeit"]
    assert played.winners == ["NS", "NS"]
    assert played.faults[1].deal == 1
    assert played.faults[1].trick == 4


def test_a_restart_that_fails_between_units_forfeits_the_rest_alone(houses):
    bots = {"E": houses.Scripted({13: write(b"x\n")}, {2: silent})}
    played = houses.play(bots, units=4)
    assert played.endings == ["played", "forfeit", "forfeit", "forfeit"]
    assert bots["E"].starts == 2


def test_both_sides_failing_to_restart_for_one_unit_both_forfeit(houses):
    """East's misdeed loses unit 1; before unit 2, North leaves, and neither comes back."""

    def leave(message, me):
        me.exit(1)

    class Leaver(houses.Scripted):
        def deal_end(self, message, me):
            me.exit(9)

    bots = {
        "E": houses.Scripted({3: write(b"x\n")}, {2: silent}),
        "N": Leaver(hellos={2: silent}),
    }
    played = houses.play(bots, units=3)
    assert played.blamed == [("E", "bad_json"), ("N", "exited"), ("E", "start_timeout")]
    assert played.endings == ["forfeit", "both_forfeit", "forfeit"]
    assert played.winners == ["NS", None, "NS"]
