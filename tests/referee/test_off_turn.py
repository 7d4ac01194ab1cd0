"""Misdeeds while nothing is asked, late answers, leaving, and what several faults together cost."""

import pytest

from arena.engine import SEATS, Partnership
from arena.referee.clocks import SETTLE_US
from arena.referee.effects import Start, Stop
from arena.referee.events import (
    CardPlayed,
    DealEnded,
    DealStarted,
    Ending,
    PlayedBy,
    StaleReply,
    UnitEnded,
)
from arena.referee.spec import OnFault, Unit
from protocol.messages import LINE_BYTES, OUTPUT_BYTES

N, E, S, W = SEATS
NS, EW = Partnership
MS = 1_000
SUBSTITUTE = {"on_fault": OnFault.SUBSTITUTE}


def then(*acts):
    """Play honestly, and then do more."""

    def act(message, me):
        me.say({"id": message["id"], "card": message["legal"][0]})
        for more in acts:
            more(message, me)

    return act


def junk(after=1_500, data=b"note\n"):
    return lambda message, me: me.write(data, after)


def leave(after=1_500, status=0):
    return lambda message, me: me.exit(status, after)


def again(message, me):
    me.say({"id": message["id"], "card": message["legal"][0]}, 1_500)


IDLE = {
    "a note": (junk(), "unsolicited_output"),
    "a second answer": (again, "unsolicited_output"),
    "exits": (leave(), "exited"),
    "a long line": (junk(data=b"x" * (LINE_BYTES + 1)), "line_too_long"),
    "blank lines": (junk(data=b"\n" * (OUTPUT_BYTES + 1)), "too_much_output"),
}


@pytest.mark.parametrize("name", IDLE)
def test_a_fault_off_turn_is_charged_to_who_made_it_and_forfeits_the_unit(houses, name):
    act, code = IDLE[name]
    played = houses.play({"E": houses.Scripted({3: then(act)})}, units=2)
    assert played.blamed == [("E", code)]
    assert (played.fault.for_id, played.fault.request) == (None, None)
    assert played.endings == ["forfeit", "played"]
    assert played.winners[0] == "NS"


@pytest.mark.parametrize("name", IDLE)
def test_under_substitute_no_card_is_played_for_a_fault_off_turn(houses, name):
    act, code = IDLE[name]
    played = houses.play({"E": houses.Scripted({3: then(act)})}, units=2, **SUBSTITUTE)
    assert played.blamed == [("E", code)]
    assert played.endings == ["played", "played"]
    assert {card.by for card in played.cards} == {PlayedBy.BOT}
    assert played.bots[E].starts == (1 if code == "unsolicited_output" else 2)


def test_a_forfeit_waits_for_the_answer_of_another_seat_that_was_asked(houses):
    """South thinks while East misbehaves: its answer is heard, and its next request comes fresh."""

    class Thinker(houses.Bot):
        delay_us = 50 * MS

    played = houses.play({"E": houses.Scripted({1: then(junk())}), "S": Thinker()}, units=2)
    position = played.events.index(next(e for e in played.events if isinstance(e, DealEnded)))
    last = played.events[position - 1]
    assert isinstance(last, CardPlayed)
    assert last.seat is S
    assert last.wall_us == 50 * MS
    assert played.events[position].at_us == last.asked_us + last.wall_us
    assert played.endings == ["forfeit", "played"]


def test_the_first_fault_in_a_unit_decides_it_and_a_later_one_is_only_counted(houses):
    """East writes a note while South, of the other side, is late."""
    bots = {"E": houses.Scripted({1: then(junk())}), "S": houses.Scripted({1: lambda *_: None})}
    played = houses.play(bots, units=2)
    assert played.blamed == [("E", "unsolicited_output"), ("S", "move_timeout")]
    assert played.endings == ["forfeit", "played"]
    assert played.winners[0] == "NS"
    assert played.closed.faults == (1, 1)
    assert [bot.starts for bot in played.bots] == [1, 2, 2, 1]


def test_a_fault_on_the_last_card_of_a_deal_forfeits_that_deal(houses):
    bots = {"N": houses.Scripted({10: junk(MS)})}
    played = houses.play(bots, units=2)
    assert played.blamed == [("N", "bad_json")]
    assert played.fault.trick == 10
    assert played.endings == ["forfeit", "played"]


def test_a_fault_between_units_is_about_the_unit_that_follows(houses):
    class Chatty(houses.Bot):
        def deal_end(self, message, me):
            if message["deal"] == 1:
                me.write(b"gg\n", 1)

    played = houses.play({"N": Chatty()}, units=3)
    assert played.blamed == [("N", "unsolicited_output")]
    assert played.fault.deal is None
    assert played.endings == ["played", "forfeit", "played"]
    assert played.winners[1] == "EW"
    assert [card for card in played.cards if card.deal == 2] == []


def test_between_the_deals_of_a_rubber_a_fault_forfeits_that_rubber(houses):
    class Leaver(houses.Bot):
        def deal_end(self, message, me):
            if message["deal"] == 1:
                me.exit(0, 1)

    played = houses.play({"N": Leaver()}, units=(0, 101), unit=Unit.RUBBER)
    rubber = played.of(UnitEnded)[0]
    assert (rubber.ending, rubber.winner, rubber.deals) == (Ending.FORFEIT, EW, 2)


def test_when_both_sides_fault_before_a_unit_begins_both_forfeit_it(houses):
    """Whoever is seen first: the unit has not begun, and both are being replaced."""

    class Leaver(houses.Bot):
        def deal_end(self, message, me):
            if message["deal"] == 1:
                me.exit(0, 1)

    class Offender(houses.Scripted):
        spawn_us = 20 * MS

    bots = {"S": Offender({3: junk()}), "N": Leaver(), "W": Leaver()}
    played = houses.play(bots, units=3)
    assert played.endings == ["forfeit", "both_forfeit", "played"]


def test_a_bot_that_always_leaves_after_hello_loses_each_unit_and_hangs_nobody(houses):
    class Ghost(houses.Bot):
        def hello(self, message, me):
            super().hello(message, me)
            me.exit(0, self.delay_us + 1)

    played = houses.play({"N": Ghost(), "S": Ghost()}, units=5)
    assert played.winners == ["EW"] * 5
    assert played.bots[E].starts == 1


def test_a_bot_that_exits_after_its_last_card_has_left_before_bye(houses):
    first, last = houses.play(units=1).cards[-4], houses.play(units=1).cards[-1]
    played = houses.play({str(first.seat): houses.Scripted({10: then(leave(1_001))})}, units=1)
    assert played.blamed == [(str(first.seat), "exited")]
    assert played.winners == [str(last.seat.partnership)]


def test_who_plays_the_last_card_of_the_half_may_go(houses):
    last = str(houses.play(units=1).cards[-1].seat)
    played = houses.play({last: houses.Scripted({10: then(leave(1_001))})}, units=1)
    assert played.blamed == []


# Late and early output.


def late_by(milliseconds):
    def act(message, me):
        me.say({"id": message["id"], "card": message["legal"][0]}, (100 + milliseconds) * MS)

    return act


def test_a_late_answer_is_dropped_and_counted_never_taken_for_the_next(houses):
    played = houses.play({"E": houses.Scripted({3: late_by(1)})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout")]
    (stale,) = played.of(StaleReply)
    assert (stale.seat, stale.id) == (E, played.fault.for_id)
    assert played.closed.stale == (0, 1, 0, 0)
    assert played.endings == ["played"]


def test_a_late_answer_may_come_while_the_next_card_is_asked(houses):
    """The fourth request is answered well after the stale answer to the third came."""
    bots = {"E": houses.Scripted({3: late_by(60), 4: late_by(-10)})}
    played = houses.play(bots, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout")]
    assert len(played.of(StaleReply)) == 1


def test_a_late_answer_is_stale_even_if_its_card_makes_no_sense(houses):
    act = lambda m, me: me.say({"id": m["id"], "card": "??"}, 160 * MS)  # noqa: E731
    bots = {"E": houses.Scripted({3: act, 4: late_by(-10)})}
    played = houses.play(bots, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout")]
    assert len(played.of(StaleReply)) == 1


def test_a_late_answer_counts_once_and_a_second_is_unsolicited(houses):
    def act(message, me):
        late_by(1)(message, me)
        late_by(1)(message, me)

    played = houses.play({"E": houses.Scripted({3: act})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout"), ("E", "unsolicited_output")]


def test_a_line_half_there_when_time_ran_out_is_the_late_answer(houses):
    def act(message, me):
        me.write(b'{"id": %d, ' % message["id"], MS)
        me.write(b'"card": "AH"}\n', 101 * MS)

    played = houses.play({"E": houses.Scripted({3: act})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout")]
    assert played.fault.received == b'{"id": %d, ' % played.fault.for_id
    assert "newline" in played.fault.hint
    assert [stale.id for stale in played.of(StaleReply)] == [played.fault.for_id]


def test_after_a_note_the_true_answer_is_late(houses):
    """A debug print costs one fault, not two."""

    def act(message, me):
        me.write(b"thinking\n", 500)
        then()(message, me)

    played = houses.play({"E": houses.Scripted({3: act})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "bad_json")]
    assert len(played.of(StaleReply)) == 1


def test_after_another_id_the_true_answer_is_late(houses):
    def act(message, me):
        me.say({"id": 999, "card": message["legal"][0]}, 500)
        then()(message, me)

    played = houses.play({"E": houses.Scripted({3: act})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "wrong_id")]
    assert len(played.of(StaleReply)) == 1


def test_after_an_illegal_card_a_second_answer_is_unsolicited(houses):
    def act(message, me):
        me.say({"id": message["id"], "card": message["trump"]}, 500)
        then()(message, me)

    played = houses.play({"E": houses.Scripted({3: act})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "illegal_card"), ("E", "unsolicited_output")]


def winner_of_a_trick_by_its_last_card(houses):
    """Which seat plays fourth in some trick and wins it, and with its how many-th card."""
    played = houses.play(units=1)
    for trick in range(9):
        fourth, lead = played.cards[4 * trick + 3], played.cards[4 * trick + 4]
        if fourth.seat is lead.seat:
            return str(fourth.seat), trick + 1
    raise AssertionError


@pytest.mark.parametrize(
    "early",
    [b'{"id":%d,"card":"%s"}\n', b'{"id":%d,"ca', b"\n" * (OUTPUT_BYTES + 1), b"x" * 5_000],
)
@pytest.mark.parametrize("on_fault", list(OnFault))
def test_output_in_one_read_with_an_answer_came_before_the_next_request(houses, early, on_fault):
    """Even where the same seat is asked again at once, and the early answer would be right."""
    seat, number = winner_of_a_trick_by_its_last_card(houses)

    def act(message, me):
        following = message["hand"][-1].encode()
        more = early % (message["id"] + 1, following) if early.endswith(b'"}\n') else early
        more = more % (message["id"] + 1) if more.endswith(b'"ca') else more
        answer = b'{"id":%d,"card":"%s"}\n' % (message["id"], message["legal"][0].encode())
        me.write(answer + more)

    played = houses.play({seat: houses.Scripted({number: act})}, units=2, on_fault=on_fault)
    code = {b"\n": "too_much_output", b"x": "line_too_long"}.get(early[:1], "unsolicited_output")
    assert played.blamed == [(seat, code)]
    assert played.fault.for_id is None
    assert {card.by for card in played.cards} == {PlayedBy.BOT}


def test_part_of_a_line_that_lies_there_at_ones_turn_is_unsolicited(houses):
    act = then(junk(data=b'{"id"'))
    played = houses.play({"E": houses.Scripted({3: act})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "unsolicited_output")]
    assert played.fault.received == b'{"id"'
    assert played.fault.trick == 4
    assert {card.by for card in played.cards} == {PlayedBy.BOT}


def test_part_of_a_line_that_lies_there_at_ones_turn_forfeits(houses):
    played = houses.play({"E": houses.Scripted({3: then(junk(data=b'{"id"'))})}, units=2)
    assert played.blamed == [("E", "unsolicited_output")]
    assert played.endings == ["forfeit", "played"]


def test_part_of_a_line_may_lie_there_while_a_late_answer_is_due(houses):
    def act(message, me):
        me.write(b'{"id":%d,' % message["id"], 101 * MS)
        me.write(b'"card":"AH"}\n', 160 * MS)

    bots = {"E": houses.Scripted({3: act, 4: late_by(-10)})}
    played = houses.play(bots, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout")]
    assert len(played.of(StaleReply)) == 1


# The end of stdout.


def test_the_exit_status_is_awaited_for_a_moment_after_stdout_ends(houses):
    def act(message, me):
        me.write(b"Traceback", MS)
        me.close_stdout(2 * MS)
        me.exit(1, 2 * MS + SETTLE_US - 1)

    fault = houses.play({"E": houses.Scripted({3: act})}, units=1).fault
    assert (str(fault.code), fault.status, fault.received) == ("exited", 1, b"Traceback")


def test_without_an_exit_it_is_a_closed_stdout(houses):
    def act(message, me):
        me.close_stdout(2 * MS)

    fault = houses.play({"E": houses.Scripted({3: act})}, units=1).fault
    assert str(fault.code) == "closed_stdout"
    assert fault.at_us == fault.asked_us + 2 * MS + SETTLE_US
    assert fault.status is None


@pytest.mark.parametrize("exits", [True, False])
def test_a_seat_is_asked_although_its_stdout_is_closed_and_the_fault_answers(houses, exits):
    """The others don't wait to be asked only because an exit is being awaited."""

    def act(message, me):
        me.close_stdout(1_001)
        if exits:
            me.exit(4, 40 * MS)

    played = houses.play({"E": houses.Scripted({3: then(act)})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "exited" if exits else "closed_stdout")]
    assert played.fault.for_id == played.to(E, "play")[3]["id"]
    (card,) = [card for card in played.cards if card.by is PlayedBy.REFEREE]
    assert card.seat is E
    assert card.asked_us + card.wall_us == played.fault.at_us


@pytest.mark.parametrize("exits", [True, False])
def test_an_unfinished_line_before_the_end_of_stdout_is_evidence_not_a_fault_of_its_own(
    houses, exits
):
    def act(message, me):
        me.write(b"Tra", 1_001)
        me.close_stdout(1_002)
        if exits:
            me.exit(4, 40 * MS)

    played = houses.play({"E": houses.Scripted({3: then(act)})}, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "exited" if exits else "closed_stdout")]
    assert played.fault.received == b"Tra"


def test_a_half_that_ends_while_an_exit_is_awaited_ends_well(houses):
    def act(message, me):
        me.close_stdout(1_001)

    played = houses.play({"E": houses.Scripted({10: then(act)})}, units=1)
    assert played.blamed == []
    assert Stop(E, gracefully=True) in played.effects


# Restarts.


def test_a_process_that_ended_is_replaced_when_its_seat_is_to_play(houses):
    played = houses.play({"E": houses.Scripted({3: then(leave())})}, units=1, **SUBSTITUTE)
    exit_at = played.fault.at_us
    fourth = [card for card in played.cards if card.seat is E][3]
    before = played.cards[played.cards.index(fourth) - 1]
    assert exit_at < before.asked_us + before.wall_us
    hellos = [e for e in played.of(type(played.events[0])) if e.seat is E]
    assert hellos[1].spawned_us == before.asked_us + before.wall_us + 2 * MS
    assert [message["deal"] for message in played.to(E, "deal")] == [1, 1]


def test_nobodys_time_runs_while_a_process_starts(houses):
    class SlowStarter(houses.Scripted):
        spawn_us = 900 * MS

    bots = {"E": SlowStarter({3: then(leave())})}
    played = houses.play(bots, units=1, **SUBSTITUTE)
    assert played.blamed == [("E", "exited")]
    assert {card.wall_us for card in played.cards} == {MS}


def test_ids_rise_across_restarts_and_the_reserve_is_not_refilled(houses):
    from arena.referee.spec import Clock

    def slow_exit(message, me):
        me.exit(1, 130 * MS)

    played = houses.play(
        {"E": houses.Scripted({3: slow_exit})}, units=1, clock=Clock(1_000, 100, 50), **SUBSTITUTE
    )
    assert [m["clock"]["bank_ms"] for m in played.to(E, "play")][2:5] == [50, 20, 20]


def test_a_bot_that_ends_in_the_last_unit_is_not_started_again(houses):
    played = houses.play({"E": houses.Scripted({3: then(leave())})}, units=1)
    assert played.effects.count(Start(E)) == 1


# Lost matches.


def test_the_match_is_lost_when_a_partnership_reaches_max_faults(houses):
    """Both partners count, and nothing else is played."""
    bots = {"E": houses.Scripted({2: junk()}), "W": houses.Scripted({2: junk(), 3: junk()})}
    played = houses.play(bots, units=2, max_faults=3, **SUBSTITUTE)
    assert [fault.faults for fault in played.faults] == [1, 2, 3]
    assert played.closed.ending is Ending.MATCH_LOST
    assert played.closed.lost_by is EW
    assert played.closed.faults == (0, 3)
    assert played.of(DealEnded) == []
    assert played.faults[-1].fatal
    assert len([card for card in played.cards if card.by is PlayedBy.REFEREE]) == 2


def test_faults_of_the_half_before_count_too(houses):
    bots = {"E": houses.Scripted({1: junk()})}
    played = houses.play(bots, units=2, max_faults=3, faults_before=(1, 2), **SUBSTITUTE)
    assert played.fault.faults == 3
    assert played.closed.lost_by is EW
    assert played.closed.faults == (0, 1)


def test_under_forfeit_faults_are_counted_but_lose_no_match(houses):
    bots = {"E": houses.Scripted({turn: junk() for turn in range(1, 6)})}
    played = houses.play(bots, units=6, max_faults=1)
    assert played.endings == ["forfeit"] * 5 + ["played"]
    assert [fault.faults for fault in played.faults] == [1, 2, 3, 4, 5]
    assert played.closed.lost_by is None


def test_a_flood_of_lines_costs_no_more_than_the_match(houses):
    bots = {"E": houses.Scripted({3: then(junk(data=b"spam\n" * 10_000))})}
    played = houses.play(bots, units=2, max_faults=5, **SUBSTITUTE)
    assert played.blamed == [("E", "unsolicited_output")] * 5
    assert played.closed.lost_by is EW


def test_a_match_lost_while_a_process_starts_is_closed_once_that_start_has_ended(houses):
    """North talks while East's new process starts: not even the first to fail is hurried."""

    class SlowStarter(houses.Scripted):
        spawn_us = 500 * MS

    def chatter(message, me):
        then()(message, me)
        for turn in range(40):
            me.write(b"la\n", 20 * MS * turn + 20 * MS)

    bots = {"E": SlowStarter({2: then(leave())}), "N": houses.Scripted({2: chatter})}
    played = houses.play(bots, units=2, max_faults=3, **SUBSTITUTE)
    assert played.closed.lost_by is NS
    assert played.blamed.count(("N", "unsolicited_output")) == 3
    hello = [event for event in played.of(type(played.events[0])) if event.seat is E][-1]
    assert played.closed.at_us == hello.spawned_us + hello.wall_us


def test_a_unit_never_begins_twice(houses):
    played = houses.play({"E": houses.Scripted({3: junk(), 4: junk()})}, units=3)
    assert [event.unit for event in played.of(UnitEnded)] == [1, 2, 3]
    assert [event.unit for event in played.of(DealStarted)] == [1, 2, 3]
