"""From events back to facts. That real halves can be fed again is checked by ``House`` on every run."""

from dataclasses import replace

import pytest

from arena.engine import SEATS, Partnership
from arena.errors import RefereeBug
from arena.referee.events import CardPlayed, Ending, HostOverloaded, StaleReply, TableClosed
from arena.referee.facts import Exited, HostFailed, Received, Spawned, TimePassed, Usage, Written
from arena.referee.refeed import facts_of
from arena.referee.spec import OnFault
from protocol.messages import COMMENT_BYTES, LINE_BYTES

N, E, S, W = SEATS
MS = 1_000


def test_no_events_come_of_no_facts():
    assert list(facts_of([])) == []


def test_a_stale_reply_alone_is_a_line_with_its_id():
    assert list(facts_of([StaleReply(E, 9, 5)])) == [Received(E, 9, b'{"id":5}\n')]


def test_a_void_half_is_the_host_failing():
    closed = TableClosed(7, Ending.VOID, None, (0, 0), (0, 0, 0, 0), "no memory")
    assert list(facts_of([closed])) == [HostFailed(7, "no memory")]
    assert list(facts_of([replace(closed, ending=Ending.PLAYED, reason=None)])) == []


def test_facts_come_in_order_of_time(houses):
    bots = {"E": houses.Scripted({3: lambda message, me: me.exit(1)})}
    times = [fact.at_us for fact in facts_of(houses.play(bots, units=2).events)]
    assert times == sorted(times)


def test_the_evidence_of_a_fault_becomes_the_facts_that_made_it(houses):
    def act(message, me):
        me.write(b"Trace", 10)
        me.exit(3, MS)

    played = houses.play({"E": houses.Scripted({1: act})}, units=1)
    fault = played.fault
    facts = list(facts_of(played.events))
    at = facts.index(Exited(E, fault.at_us, 3))
    assert facts[at - 2 : at] == [
        Written(E, fault.asked_us),
        Received(E, fault.at_us, b"Trace"),
    ]


def test_one_process_is_spawned_once_though_several_events_tell_of_its_start():
    early = HostOverloaded(E, 60, 1, 5, None, Usage(), 0, 90)
    later = replace(early, at_us=91, asked_us=70)
    assert list(facts_of([early, later])) == [
        Spawned(E, 5),
        TimePassed(E, 60),
        Written(E, 70),
        TimePassed(E, 91),
    ]


def test_the_longest_comment_fits_its_line_again(houses):
    """A comment is written as short as it can be: what came in one line comes in one line."""
    comment = "\n" * COMMENT_BYTES

    class Talker(houses.Bot):
        def answer(self, message, me, after=None):
            me.say({"id": message["id"], "card": message["legal"][0], "comment": comment})

    played = houses.play({"E": Talker()}, units=1)
    assert played.blamed == []
    assert max(len(f.data) for f in facts_of(played.events) if isinstance(f, Received)) < LINE_BYTES


@pytest.mark.parametrize("on_fault", list(OnFault))
def test_an_event_that_is_not_true_does_not_come_out_again(houses, on_fault):
    """Another card, a time past the limit, another winner: each differs somewhere, or can't be fed."""
    played = houses.play(units=1, on_fault=on_fault)
    first = next(event for event in played.events if isinstance(event, CardPlayed))
    forged = [
        (
            first,
            replace(first, card=next(c.card for c in played.cards if c.seat is not first.seat)),
        ),
        (first, replace(first, bank_us=1)),
        (first, replace(first, seat=first.seat.next)),
        (first, replace(first, id=first.id + 1)),
        (played.closed, replace(played.closed, lost_by=Partnership.NS)),
    ]
    for true, false in forged:
        events = [false if event is true else event for event in played.events]
        try:
            assert houses.refed(played.spec, events) != events
        except RefereeBug:
            continue
