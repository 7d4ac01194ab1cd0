"""Deadlines, the reserve and a slow host, at a table."""

import pytest

from arena.engine import SEATS
from arena.referee.clocks import LAG_NOTICED_US, OFF_TURN_US, SETTLED_US, WRITE_LIMIT_US
from arena.referee.effects import Rest
from arena.referee.events import Ending, HostOverloaded
from arena.referee.facts import Doing, Usage
from arena.referee.spec import Clock, OnFault

N, E, S, W = SEATS
MS = 1_000
SUBSTITUTE = OnFault.SUBSTITUTE
LIMIT = 100 * MS


def takes(time_us, usage=None):
    def act(message, me):
        if usage is not None:
            me.usage = usage
        me.say({"id": message["id"], "card": message["legal"][0]}, time_us)

    return act


def cards_of_east(played):
    return [card for card in played.cards if card.seat is E]


def test_a_reply_at_the_deadline_itself_is_in_time(houses):
    played = houses.play({"E": houses.Scripted({3: takes(LIMIT)})}, units=1)
    card = cards_of_east(played)[2]
    assert (card.wall_us, card.overloaded, card.bank_us) == (LIMIT, False, 0)


def test_a_reply_one_microsecond_later_is_not(houses):
    played = houses.play({"E": houses.Scripted({3: takes(LIMIT + 1 + 1)})}, units=1)
    assert played.blamed == [("E", "move_timeout")]
    assert played.fault.at_us == played.fault.asked_us + LIMIT + 1
    assert "nothing came" in played.fault.hint


def test_the_hint_tells_a_bot_that_computed_from_one_that_waited(houses):
    busy = takes(LIMIT * 2, Usage(cpu_us=95_500))
    played = houses.play({"E": houses.Scripted({3: busy})}, units=1)
    assert "used 95 ms of CPU" in played.fault.hint


def test_other_output_never_extends_the_deadline(houses):
    def act(message, me):
        for turn in range(200):
            me.write(b"\n", turn * MS)

    played = houses.play({"E": houses.Scripted({3: act})}, units=1)
    assert played.fault.at_us == played.fault.asked_us + LIMIT + 1


def test_time_over_the_move_limit_draws_on_the_reserve_until_it_is_gone(houses):
    bots = {
        "E": houses.Scripted(
            {2: takes(LIMIT + 30 * MS + 400), 3: takes(10 * MS), 4: takes(LIMIT + 19_600)}
        )
    }
    played = houses.play(bots, units=1, clock=Clock(1_000, 100, 50))
    assert played.blamed == []
    assert [card.bank_us for card in cards_of_east(played)][:5] == [
        50_000, 19_600, 19_600, 0, 0,
    ]  # fmt: skip
    told = [message["clock"] for message in played.to(E, "play")][:6]
    assert [clock["bank_ms"] for clock in told] == [50, 50, 19, 19, 0, 0]
    assert {clock["move_ms"] for clock in told} == {100}


def test_the_deadline_is_the_move_limit_and_the_reserve_that_is_left(houses):
    bots = {"E": houses.Scripted({2: takes(LIMIT + 30 * MS), 3: takes(LIMIT + 21 * MS)})}
    played = houses.play(bots, units=1, clock=Clock(1_000, 100, 50), on_fault=SUBSTITUTE)
    assert played.blamed == [("E", "move_timeout")]
    assert played.fault.at_us == played.fault.asked_us + LIMIT + 20 * MS + 1
    assert "within 120 ms" in played.fault.hint
    assert {card.bank_us for card in cards_of_east(played)[2:]} == {0}


def test_each_seat_has_a_reserve_of_its_own(houses):
    bots = {"E": houses.Scripted({2: takes(LIMIT + 30 * MS)})}
    played = houses.play(bots, units=1, clock=Clock(1_000, 100, 50))
    assert {card.bank_us for card in played.cards if card.seat is not E} == {50_000}


def test_a_request_that_can_not_be_written_in_a_second_is_a_timeout(houses):
    def deaf(message, me):
        takes(MS)(message, me)
        me.reads = False

    played = houses.play({"E": houses.Scripted({3: deaf})}, units=2, on_fault=SUBSTITUTE)
    fault = played.faults[0]
    assert (str(fault.code), fault.asked_us) == ("move_timeout", None)
    assert "does not read its stdin" in fault.hint
    card = next(card for card in cards_of_east(played) if card.id == fault.for_id)
    assert card.wall_us == WRITE_LIMIT_US + 1
    assert card.asked_us + card.wall_us == fault.at_us


def test_an_alarm_for_writing_before_its_time_is_set_again(houses):
    house = houses.house({"E": houses.Scripted({3: lambda m, me: None})}, units=1)
    house.do(house.table.open())
    while not house.played.to(E, "play"):
        house.step()
    at = house._alarms[E]
    house.now += 1
    house.ring_early(E)
    assert house._alarms[E] == at


# A slow host.


def overloaded_after(time_us, delay_us, cpu_us=0):
    """A bot that had to wait for a core for ``delay_us`` of its time."""
    return takes(time_us, Usage(cpu_us=cpu_us, delay_us=delay_us))


def test_time_without_a_core_is_not_charged(houses):
    slow = overloaded_after(150 * MS, 60 * MS, 90 * MS)
    house = houses.house({"E": houses.Scripted({3: slow})}, units=1)
    house.usage_at_alarm = lambda seat: Usage(cpu_us=40 * MS, delay_us=60 * MS)
    played = house.run()
    assert played.blamed == []
    (extended,) = played.of(HostOverloaded)
    card = cards_of_east(played)[2]
    assert extended.seat is E
    assert extended.until_us == card.asked_us + LIMIT + 1 + 60 * MS - 1
    assert (card.wall_us, card.overloaded) == (150 * MS, True)


def test_a_bot_that_burns_cpu_in_many_threads_excuses_nothing(houses):
    slow = overloaded_after(150 * MS, 90 * MS, 200 * MS)
    played = houses.play({"E": houses.Scripted({3: slow})}, units=1)
    assert played.blamed == [("E", "move_timeout")]
    assert played.of(HostOverloaded) == []


def test_a_match_that_is_held_up_for_too_long_is_void(houses):
    slow = overloaded_after(60_000 * MS, 60_000 * MS)
    played = houses.play({"E": houses.Scripted({3: slow})}, units=1)
    assert played.blamed == []
    assert played.closed.ending is Ending.VOID
    assert played.closed.reason.startswith(
        "the host was too slow for seat E: 10200 ms after its request"
    )


def test_a_start_that_is_held_up_for_too_long_makes_the_match_void(houses):
    def slow_hello(message, me):
        me.usage = Usage(delay_us=60_000 * MS)

    played = houses.play({"E": houses.Scripted(hellos={1: slow_hello})}, units=1)
    assert played.blamed == []
    assert played.closed.ending is Ending.VOID


def queued_for(time_us, cpu_us):
    """A bot that gets ``cpu_us`` of a core, is queued at its deadline, and answers after all."""

    def act(message, me):
        me.usage, me.doing = Usage(cpu_us=cpu_us), Doing.QUEUED
        waited = Usage(cpu_us=cpu_us, delay_us=time_us - cpu_us)
        me.say({"id": message["id"], "card": message["legal"][0]}, time_us, usage=waited)

    return act


def test_who_is_queued_at_its_deadline_may_answer_when_it_has_run(houses):
    played = houses.play({"E": houses.Scripted({3: queued_for(4 * LIMIT, 5 * MS)})}, units=1)
    assert played.blamed == []
    assert {event.doing for event in played.of(HostOverloaded)} == {Doing.QUEUED}
    assert cards_of_east(played)[2].overloaded


def test_those_who_rest_are_stopped_once_a_deadline_moves(houses):
    """What keeps the core from whoever is asked may be one of them; it is let run at its own turn."""
    played = houses.play({"E": houses.Scripted({3: queued_for(4 * LIMIT, 5 * MS)})}, units=1)
    held = [effect.seat for effect in played.effects if isinstance(effect, Rest) and effect.freeze]
    assert sorted(held) == [seat for seat in SEATS if seat is not E]


@pytest.mark.parametrize(("off_turn_us", "frozen"), [(OFF_TURN_US, 0), (OFF_TURN_US + 1, 9)])
def test_who_works_off_turn_is_stopped_at_each_rest_from_then_on(houses, off_turn_us, frozen):
    def act(message, me):
        me.off_turn_us = 0
        me.say({"id": message["id"], "card": message["legal"][0]})

    house = houses.house({"E": houses.Scripted({3: act})}, units=1)
    house.do(house.table.open())
    while len(house.played.to(E, "play")) < 2:
        house.step()
    house._processes[E].off_turn_us = off_turn_us
    played = house.run_on()
    assert played.blamed == []
    rests = [effect for effect in played.effects if isinstance(effect, Rest) and effect.freeze]
    assert [effect.seat for effect in rests] == [E] * frozen


def test_what_a_bot_did_at_its_deadline_is_in_the_hint(houses):
    def stuck(message, me):
        me.doing = Doing.READING

    played = houses.play({"E": houses.Scripted({3: stuck})}, units=1)
    assert played.blamed == [("E", "move_timeout")]
    assert "flush" in played.fault.hint
    assert played.fault.doing is Doing.READING


@pytest.mark.parametrize("doing", [Doing.QUEUED, Doing.RUNNING])
def test_a_crash_on_a_slow_host_is_still_an_exit(houses, doing):
    def crash(message, me):
        me.doing = doing
        me.close_stdout()
        me.exit(3, after=700 * MS)

    played = houses.play({"E": houses.Scripted({3: crash})}, units=1)
    assert played.blamed == [("E", "exited")]


def test_who_closes_its_stdout_and_spins_is_told_so_after_two_seconds(houses):
    def close(message, me):
        me.doing = Doing.RUNNING
        me.close_stdout()

    played = houses.play({"E": houses.Scripted({3: close})}, units=1)
    assert played.blamed == [("E", "closed_stdout")]
    assert played.fault.at_us - played.fault.asked_us >= SETTLED_US


def test_a_start_on_a_slow_host_is_excused_too(houses):
    def slow_hello(message, me):
        me.usage = Usage(delay_us=500 * MS)
        me.say({"id": message["id"], "protocol": 1}, 1_300 * MS)

    played = houses.play({"E": houses.Scripted(hellos={1: slow_hello})}, units=1)
    assert played.blamed == []
    (extended,) = played.of(HostOverloaded)
    assert extended.spawned_us == 2 * MS


def test_an_extension_before_a_start_fails_after_all(houses):
    def slow_hello(message, me):
        me.usage = Usage(delay_us=500 * MS)

    played = houses.play({"E": houses.Scripted(hellos={1: slow_hello})}, units=1)
    assert played.blamed == [("E", "start_timeout")]
    assert played.of(HostOverloaded)


def test_the_reserve_is_not_charged_for_time_without_a_core(houses):
    slow = overloaded_after(140 * MS, 30 * MS, 110 * MS)
    played = houses.play({"E": houses.Scripted({3: slow})}, units=1, clock=Clock(1_000, 100, 50))
    card = cards_of_east(played)[2]
    assert (card.overloaded, card.bank_us) == (False, 40 * MS)


def test_a_right_reply_that_the_referee_read_too_late_itself_is_in_time(houses):
    """The reply is there when the alarm goes off late: it is read first, and the alarm never told."""
    house = houses.house({"E": houses.Scripted({3: takes(LIMIT + 7 * MS)})}, units=1)
    house.lag_us = 10 * MS
    played = house.run()
    assert played.blamed == []
    card = cards_of_east(played)[2]
    assert (card.wall_us, card.overloaded) == (LIMIT + 7 * MS, True)


def test_ordinary_lag_of_the_referee_excuses_nothing(houses):
    house = houses.house({"E": houses.Scripted({3: takes(LIMIT * 2)})}, units=1)
    house.lag_us = 10 * MS
    played = house.run()
    assert played.blamed == [("E", "move_timeout")]
    assert played.fault.lag_us == 10 * MS


def test_after_a_referee_that_was_stopped_a_bot_gets_a_short_while(houses):
    house = houses.house({"E": houses.Scripted({3: takes(10**9 + LIMIT + 5 * MS)})}, units=1)
    house.do(house.table.open())
    while len(house.played.to(E, "play")) < 3:
        house.step()
    house.lag_us = 10**9
    played = house.run_on()
    assert house.lag_us >= LAG_NOTICED_US
    assert played.blamed == []
    (extended,) = played.of(HostOverloaded)
    assert extended.lag_us == 10**9
    assert cards_of_east(played)[2].overloaded


@pytest.mark.parametrize("end", ["void", "off turn"])
def test_an_extension_whose_request_never_ends_can_be_fed_again(houses, end):
    slow = overloaded_after(190 * MS, 90 * MS)

    def junk_later(message, me):
        takes(MS)(message, me)
        for turn in range(3):
            me.write(b"x\n", 120 * MS + turn * MS)

    bots = {"S": houses.Scripted({1: slow})}
    if end == "off turn":
        bots["E"] = houses.Scripted({1: junk_later})
    house = houses.house(bots, units=1, on_fault=SUBSTITUTE)
    house.do(house.table.open())
    while not house.played.of(HostOverloaded):
        house.step()
    if end == "void":
        house.fail("power cut")
        house.check_end()
    else:
        assert house.run_on().closed.lost_by is not None
