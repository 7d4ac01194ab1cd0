"""A table without misdeeds: what is asked, said and logged."""

from dataclasses import replace

import pytest

from arena.engine import PRESETS, SEATS, Deal, Seat, Tie, cards_in, result_of
from arena.errors import RefereeBug
from arena.referee.effects import Close, DealBoard, Log, Start, Stop
from arena.referee.events import (
    CardPlayed,
    DealEnded,
    DealStarted,
    HelloAnswered,
    PlayedBy,
    TableClosed,
    UnitEnded,
    UnitStarted,
)
from arena.referee.facts import BoardDealt, HostFailed, Spawned, TimePassed, Usage
from arena.referee.spec import Clock, Unit
from arena.referee.table import Table

N, E, S, W = SEATS
MS = 1_000


def test_a_board_starts_four_processes_and_plays_ten_tricks(houses):
    played = houses.play(units=1)
    kinds = [type(event) for event in played.events]
    assert kinds == [
        *[HelloAnswered] * 4,
        UnitStarted,
        DealStarted,
        *[CardPlayed] * 40,
        DealEnded,
        UnitEnded,
        TableClosed,
    ]


def test_the_first_effects_are_four_starts_and_the_last_is_close(houses):
    played = houses.play(units=1)
    assert played.effects[:4] == [Start(seat) for seat in SEATS]
    assert played.effects[-1] == Close()
    assert [e for e in played.effects if isinstance(e, Stop)] == [
        Stop(seat, gracefully=True) for seat in SEATS
    ]


def test_the_result_is_that_of_the_cards_played(houses):
    played = houses.play(units=3)
    for started, ended in zip(played.of(DealStarted), played.of(DealEnded), strict=True):
        deal = Deal.start(started.layout)
        for card in played.cards:
            if card.deal == started.deal:
                assert card.trick == len(deal.tricks) + 1
                deal = deal.play(card.seat, card.card)
        assert ended.result == result_of(deal, played.spec.terms.rules)


def test_boards_are_dealt_in_the_order_of_the_spec_and_each_starts_at_nothing(houses):
    played = houses.play(units=(7, 3, 12))
    assert [e for e in played.effects if isinstance(e, DealBoard)] == [
        DealBoard(7), DealBoard(3), DealBoard(12),
    ]  # fmt: skip
    assert [(e.unit, e.deal, e.board) for e in played.of(DealStarted)] == [
        (1, 1, 7), (2, 2, 3), (3, 3, 12),
    ]  # fmt: skip
    assert {(e.games, e.carry) for e in played.of(DealStarted)} == {((0, 0), 0)}


def test_a_rubber_takes_the_boards_that_follow_its_first_until_it_is_won(houses):
    played = houses.play(units=(0, 101), unit=Unit.RUBBER)
    for unit, first in ((1, 0), (2, 101)):
        deals = [event for event in played.of(DealStarted) if event.unit == unit]
        assert [event.board for event in deals] == list(range(first, first + len(deals)))
        assert len(deals) > 1
    for ended in played.of(UnitEnded):
        assert ended.games[ended.winner] >= 4
        assert ended.games[1 - ended.winner] < 4


def test_deal_numbers_run_on_through_the_half(houses):
    played = houses.play(units=(0, 101), unit=Unit.RUBBER)
    numbers = [event.deal for event in played.of(DealStarted)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_hello_tells_each_seat_its_place_its_seed_and_the_clock(houses):
    clock = Clock(start_ms=900, move_ms=80, bank_ms=70)
    played = houses.play(units=1, clock=clock)
    for seat, seed in zip(SEATS, (11, 22, 33, 44), strict=True):
        (hello,) = played.to(seat, "hello")
        assert (hello["seat"], hello["partner"]) == (seat, (seat + 2) % 4)
        assert hello["seed"] == seed
        assert hello["clock"] == {"start_ms": 900, "move_ms": 80, "bank_ms": 70}
        assert hello["rules"] == played.spec.terms.rules.to_mapping()


def test_a_request_holds_what_the_seat_may_see_and_nothing_else(houses):
    played = houses.play(units=1)
    layout = houses.dealt(0)
    deal, cards = Deal.start(layout), iter(played.cards)
    requests = [message for _, message in played.sent if message["type"] == "play"]
    for request in requests:
        seat = Seat(request["seat"])
        assert seat is deal.to_play
        assert request["hand"] == [str(card) for card in cards_in(deal.hands[seat])]
        assert request["legal"] == [str(card) for card in cards_in(deal.legal)]
        assert request["trick"] == len(deal.tricks) + 1
        assert request["leader"] == deal.leader
        assert request["table"] == [
            [(deal.leader + turn) % 4, str(card)] for turn, card in enumerate(deal.table)
        ]
        assert request["history"] == [
            [trick.leader, [str(card) for card in trick.cards]] for trick in deal.tricks
        ]
        ours = seat.partnership
        assert request["points"] == [deal.points[ours], deal.points[1 - ours]]
        card = next(cards)
        deal = deal.play(card.seat, card.card)


def test_each_side_is_told_the_score_from_its_own_side(houses):
    played = houses.play(units=(0,), unit=Unit.RUBBER)
    for seat in SEATS:
        ours = seat.partnership
        for ended, told in zip(played.of(DealEnded), played.to(seat, "deal_end"), strict=True):
            assert told["deal"] == ended.deal
            assert told["games"] == [ended.games[ours], ended.games[1 - ours]]
            assert told["points"] == [ended.result.points[ours], ended.result.points[1 - ours]]
            assert told["tricks"] == [ended.result.tricks[ours], ended.result.tricks[1 - ours]]
            won = [0, 0]
            if ended.result.winner is not None:
                won[ended.result.winner ^ ours] = ended.games_won
            assert told["games_won"] == won
            assert told["carry"] == ended.carry
        for started, told in zip(played.of(DealStarted), played.to(seat, "deal"), strict=True):
            assert told["games"] == [started.games[ours], started.games[1 - ours]]
            assert told["carry"] == started.carry
            assert told["dealer"] == told["trump_seat"] == started.layout.dealer
            assert told["hand"] == [str(card) for card in cards_in(started.layout.hands[seat])]


@pytest.mark.parametrize("show_hands", [False, True])
def test_the_hands_are_shown_after_a_deal_only_if_the_tournament_allows_it(houses, show_hands):
    told = houses.play(units=1, show_hands=show_hands).to(N, "deal_end")[0]
    hands = [[str(card) for card in cards_in(hand)] for hand in houses.dealt(0).hands]
    assert told.get("hands") == (hands if show_hands else None)


def test_every_bot_hears_bye_at_the_end(houses):
    played = houses.play(units=1)
    assert [message for _, message in played.sent][-4:] == [
        {"type": "bye", "reason": "match_over"}
    ] * 4


def test_what_a_bot_says_of_itself_and_of_its_moves_is_logged(houses):
    class Talker(houses.Bot):
        def hello(self, message, me):
            about = {"name": "añ", "version": "1", "author": "me"}
            me.say({"id": message["id"], "protocol": 1, "minor": 3, "more": 1, **about}, 4 * MS)

        def play(self, message, me):
            comment = "só \x01 \u202e 😀" + "x" * 900
            me.say({"id": message["id"], "card": message["legal"][-1], "comment": comment})

    played = houses.play({"E": Talker()}, units=1)
    hello = next(event for event in played.of(HelloAnswered) if event.seat is E)
    assert (hello.name, hello.version, hello.author, hello.minor) == ("añ", "1", "me", 3)
    assert (hello.spawned_us, hello.asked_us, hello.wall_us) == (2_000, 2_005, 4_005)
    assert next(c for c in played.cards if c.seat is E).comment.startswith("só \x01 \u202e 😀")


def test_a_card_records_its_request_and_the_time_it_took(houses):
    class Worker(houses.Bot):
        def play(self, message, me):
            me.usage = Usage(cpu_us=700, delay_us=20)
            self.answer(message, me, 3 * MS)

    played = houses.play({"E": Worker()}, units=1)
    card = next(card for card in played.cards if card.seat is E)
    assert (card.wall_us, card.usage, card.by) == (3_000, Usage(700, 20), PlayedBy.BOT)
    assert not card.overloaded
    assert card.id == played.to(E, "play")[0]["id"]


def test_crlf_blanks_and_a_byte_order_mark_are_accepted(houses):
    class Windows(houses.Bot):
        def started(self, me):
            me.write(b"\n\xef\xbb\xbf", 0)

        def hello(self, message, me):
            me.write(b'  {"id": %d, "protocol": 1} \t\r\n' % message["id"])

        def play(self, message, me):
            me.write(b'\r\n{"id": %d, "card": "' % message["id"], 1 * MS)
            me.write(b'%s"}\r\n\r\n' % message["legal"][0].encode(), 2 * MS)

    assert houses.play({"E": Windows()}).blamed == []


def test_a_reply_that_races_the_news_of_its_request_being_written_took_no_time(houses):
    house = houses.house(units=1)

    class Racer(houses.Bot):
        """Answers before the shell has noted that the request was written."""

        def play(self, message, me):
            raise AssertionError

    house.played.bots[1] = Racer()
    deliver = house.deliver

    def racing(seat, line):
        if seat is E and b'"play"' in line:
            message = houses.message(line)
            card = message["legal"][0]
            house._processes[E].say({"id": message["id"], "card": card}, 1)
            house.played.bots[E].hear = lambda *_: None
        deliver(seat, line)

    house.deliver = racing
    played = house.run()
    assert played.blamed == []
    assert {card.wall_us for card in played.cards if card.seat is E} == {0}


def test_a_hello_reply_that_races_its_request_is_accepted(houses):
    class Eager(houses.Bot):
        def started(self, me):
            me.write(b'{"id":1,"protocol":1}\n', 1)

        def hello(self, message, me):
            pass

    played = houses.play({"N": Eager()}, units=1)
    hello = next(event for event in played.of(HelloAnswered) if event.seat is N)
    assert (hello.asked_us, hello.wall_us) == (2_001, 1)


def test_the_host_may_fail_at_any_time_and_nobody_is_blamed(houses):
    length = len(houses.play(units=1).facts)
    for moment in range(length):
        house = houses.house(units=1)
        house.do(house.table.open())
        for _ in range(moment):
            house.step()
        house.feed(HostFailed(house.now, "no memory"))
        house.check_end()
        closed = house.played.closed
        assert (closed.ending, closed.reason, closed.faults) == ("void", "no memory", (0, 0))
        assert all(m["reason"] == "void" for _, m in house.played.sent if m["type"] == "bye")


def test_a_closed_table_takes_no_facts(houses):
    house = houses.house(units=1)
    house.run()
    assert house.table.closed
    with pytest.raises(RefereeBug, match="CLOSED"):
        house.table.feed(HostFailed(house.now, "late"))


def test_a_table_that_was_not_opened_takes_no_facts_and_opens_once(houses):
    table = Table(houses.spec())
    with pytest.raises(RefereeBug, match="NEW"):
        table.feed(HostFailed(0, "early"))
    assert table.open() == [Start(seat) for seat in SEATS]
    with pytest.raises(RefereeBug, match="once"):
        table.open()


def test_time_never_falls(houses):
    table = Table(houses.spec())
    table.open()
    table.feed(Spawned(N, 50))
    with pytest.raises(RefereeBug, match="50 us"):
        table.feed(Spawned(E, 49))
    assert table.feed(Spawned(E, 50))


def test_a_board_that_was_not_asked_for_changes_nothing(houses):
    table = Table(houses.spec())
    table.open()
    with pytest.raises(RefereeBug, match="no such board"):
        table.feed(BoardDealt(5, 0, houses.dealt(0)))
    assert table.feed(Spawned(N, 0))


def test_another_board_than_the_one_asked_for_is_refused(houses):
    house = houses.house(units=1)
    house.do(house.table.open())
    while not any(isinstance(effect, DealBoard) for effect in house.played.effects):
        house.step()
    with pytest.raises(RefereeBug, match="no such board"):
        house.feed(BoardDealt(house.now, 1, houses.dealt(1)))
    assert house.run_on().endings == ["played"]


def test_a_half_without_units_closes_at_once(houses):
    table = Table(houses.spec(units=0))
    effects = table.open()
    assert [type(effect) for effect in effects] == [Log, Close]
    assert table.closed


def test_an_alarm_before_its_time_is_set_again(houses):
    house = houses.house(units=1)
    house.do(house.table.open())
    while not house.played.to(E, "play"):
        house.step()
    before = house._alarms[E]
    house.feed(TimePassed(E, house.now))
    assert house._alarms[E] == before
    assert house.run_on().blamed == []


TIED_BOARD = 38
"""A board on which four honest bots come to 60-60."""


@pytest.mark.parametrize(("tie", "carry"), [(Tie.CARRY, 1), (Tie.CARRY_ONCE, 1), (Tie.VOID, 0)])
def test_after_a_tie_in_a_rubber_the_next_deal_says_what_is_carried(houses, tie, carry):
    rules = replace(PRESETS["seed"], tie=tie)
    played = houses.play(units=(TIED_BOARD,), unit=Unit.RUBBER, rules=rules)
    tied, following = played.of(DealEnded)[:2]
    assert (tied.result.winner, tied.games_won, tied.carry) == (None, 0, carry)
    assert played.of(DealStarted)[1].carry == carry
    assert following.games_won == following.result.games + carry
    for seat in SEATS:
        assert played.to(seat, "deal_end")[0]["carry"] == carry
        assert played.to(seat, "deal")[1]["carry"] == carry
        requests = [message for message in played.to(seat, "play") if message["deal"] == 2]
        assert {message["carry"] for message in requests} == {carry}


def test_a_tied_board_carries_nothing(houses):
    played = houses.play(units=(TIED_BOARD, 0))
    (tied, _), (unit, _) = played.of(DealEnded), played.of(UnitEnded)
    assert (tied.result.winner, tied.carry, tied.games) == (None, 0, (0, 0))
    assert (unit.winner, unit.games, unit.points) == (None, (0, 0), (60, 60))
    assert {message["carry"] for message in played.to(N, "deal")} == {0}


def test_a_rubber_that_nobody_wins_ends_at_the_deal_limit(houses):
    rules = replace(PRESETS["seed"], games_to_win=99)
    played = houses.play(units=(0,), unit=Unit.RUBBER, rules=rules)
    (rubber,) = played.of(UnitEnded)
    assert (str(rubber.ending), rubber.winner, rubber.deals) == ("deal_limit", None, 100)
    assert played.of(DealStarted)[-1].board == 99
