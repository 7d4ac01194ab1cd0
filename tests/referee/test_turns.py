"""Only the bot asked may work: what the others use is noted, and they may be frozen."""

from arena.engine import SEATS
from arena.referee.effects import Rest, Send, Wake
from arena.referee.events import HostOverloaded
from arena.referee.facts import Usage
from arena.referee.spec import OnFault

N, E, S, W = SEATS
MS = 1_000


def moonlighter(houses, us, act=None):
    """A bot that uses so much CPU time before each request."""

    class Moonlighter(houses.Bot):
        def deal(self, message, me):
            me.off_turn_us = us

        def answer(self, message, me, after=None):
            if act is not None and self.asked == 2:
                act(message, me)
            else:
                super().answer(message, me, after)

    return Moonlighter()


def test_what_a_bot_used_off_turn_stands_with_its_next_card(houses):
    """For that bot alone."""
    played = houses.play({"E": moonlighter(houses, 700)}, units=1)
    assert {0, 700} == {card.off_turn_us for card in played.cards}
    assert {E} == {card.seat for card in played.cards if card.off_turn_us}


def test_what_a_bot_used_off_turn_stands_with_its_fault(houses):
    """And with the card that is played in its stead."""
    bots = {"E": moonlighter(houses, 700, lambda _, me: me.write(b"{}\n"))}
    played = houses.play(bots, units=1, on_fault=OnFault.SUBSTITUTE)
    assert 700 == played.fault.off_turn_us
    cards = [card for card in played.cards if card.seat is E]
    assert {700} == {card.off_turn_us for card in cards[1:]}


def test_what_a_bot_used_off_turn_excuses_nothing_and_stands_with_its_extension(houses):
    """The request's own usage is what counts."""

    def late(message, me):
        me.usage = Usage(delay_us=60 * MS)
        me.say({"id": message["id"], "card": message["legal"][0]}, 150 * MS)

    played = houses.play({"E": moonlighter(houses, 700, late)}, units=1)
    assert [] == played.faults
    assert {700} == {event.off_turn_us for event in played.of(HostOverloaded)}


def test_frozen_bots_run_from_their_request_to_their_answer_and_no_longer(houses):
    """At most the one that is asked is awake; the house checks that nobody frozen is asked."""
    played = houses.play(units=2, freeze=True)
    awake = set(SEATS)
    most = 0
    for effect in played.effects:
        match effect:
            case Rest(seat, freeze):
                assert freeze
                awake.remove(seat)
            case Wake(seat):
                awake.add(seat)
                most = max(most, len(awake))
    assert (1, set()) == (most, awake)
    assert 80 == len(played.cards)


def test_a_bot_is_woken_before_it_is_asked(houses):
    """Its time begins when it can run."""
    effects = houses.play(units=1, freeze=True).effects
    asked = [
        index
        for index, effect in enumerate(effects)
        if isinstance(effect, Send) and b'"type":"play"' in effect.line
    ]
    assert 40 == len(asked)
    assert all(Wake(effects[index].seat) == effects[index - 1] for index in asked)


def test_a_bot_whose_fault_it_survives_rests_until_its_next_turn(houses):
    """Late or wrong, its turn is over."""
    acts = {2: lambda _, me: me.write(b"{}\n"), 3: lambda _, me: None}
    bots = {"E": houses.Scripted(acts)}
    played = houses.play(bots, units=1, freeze=True, on_fault=OnFault.SUBSTITUTE)
    assert [("E", "bad_message"), ("E", "move_timeout")] == played.blamed
    assert 11 == played.effects.count(Rest(E, freeze=True))


def test_a_resting_bot_that_closed_its_stdout_is_let_run_so_that_its_exit_is_seen(houses):
    """A frozen process can't end, and how it ended says more than that its output did."""

    def leave(message, me):
        me.say({"id": message["id"], "card": message["legal"][0]})
        me.close_stdout(2 * MS)
        me.exit(3, 3 * MS)

    played = houses.play({"E": houses.Scripted({2: leave})}, units=1, freeze=True)
    assert ("E", "exited", 3) == (*played.blamed[0], played.fault.status)


def test_a_bot_that_is_replaced_starts_awake(houses):
    """Its rest ended with the process that rested."""
    bots = {"E": houses.Scripted({2: lambda _, me: me.exit(1)})}
    played = houses.play(bots, units=3, freeze=True)
    assert [("E", "exited")] == played.blamed
    assert [1, 2, 1, 1] == [played.bots[seat].starts for seat in SEATS]
