"""Whatever four bots do, and whenever: a table ends, blames only who did it, and can be fed again.

``House`` itself checks each run: effects fit together, every start has its stop, no alarm is left, scores
add up, and the events make the same events again.
"""

import json
import random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.engine import SEATS, Partnership
from arena.referee.events import DealEnded, Ending, PlayedBy, UnitEnded, UnitStarted
from arena.referee.facts import Usage
from arena.referee.spec import Clock, OnFault, Unit
from protocol.messages import OUTPUT_BYTES

MS = 1_000
MOVE = 20 * MS
DELAYS = (0, 1, 5, 10, MS, 5 * MS, MOVE - 5, MOVE, MOVE + 1, MOVE + 6, 2 * MOVE, 50 * MS, 150 * MS)


class Wild:
    """A bot that does anything at any time, decided by its own dice."""

    spawn_fails = None
    asked = starts = 0

    def __init__(self, dice: random.Random, wildness: float) -> None:
        self.dice = dice
        self.wildness = wildness
        self.ids = [1]
        self.spawn_us = dice.choice((0, 5, MS, 30 * MS))

    def started(self, me) -> None:
        if self.dice.random() < self.wildness / 8:
            self.misbehave(None, me)

    def hear(self, message, me) -> None:
        kind = message["type"]
        me.usage = Usage(self.dice.choice((0, 50 * MS)), self.dice.choice((0, 0, 15 * MS, 90 * MS)))
        if self.dice.random() < self.wildness * (0.1 if kind == "hello" else 1):
            self.misbehave(message, me)
        elif kind == "hello":
            me.say({"id": message["id"], "protocol": 1}, self.dice.choice((0, 5, MS)))
        elif kind == "play":
            me.say(self.reply(message), self.dice.choice((0, 5, MS)))
        if "id" in message:
            self.ids.append(message["id"])

    def reply(self, message) -> dict:
        return {"id": message["id"], "card": self.dice.choice(message["legal"])}

    def misbehave(self, message, me) -> None:
        after = self.dice.choice(DELAYS)
        match self.dice.randrange(8):
            case 0:
                pass
            case 1:
                me.exit(self.dice.choice((0, 1, -9)), after)
            case 2:
                me.close_stdout(after)
                if self.dice.random() < 0.5:
                    me.exit(1, after + self.dice.choice(DELAYS))
            case 3:
                me.reads = self.dice.random() < 0.7
            case _:
                self.babble(message, me, after)

    def babble(self, message, me, after) -> None:
        """Several lines or parts of lines, in one write or several."""
        chunks = [self.chunk(message) for _ in range(self.dice.randint(1, 5))]
        if message is not None and message["type"] == "play" and self.dice.random() < 0.5:
            chunks.insert(0, json.dumps(self.reply(message)).encode() + b"\n")
        for data in [b"".join(chunks)] if self.dice.random() < 0.7 else chunks:
            me.write(data, after)
            after += self.dice.choice((0, 0, 5, MS, MOVE))

    CHUNKS: ClassVar = [
        b"\n", b"junk\n", b"half", b'{"id":', b"\r\n \n", b"x" * 5_000, b"\n" * (OUTPUT_BYTES + 1),
        b"\xef\xbb\xbf", b"\xff\xfe\n", b'{"id":1,"protocol":1}\n', b" " * 300, b"1\n",
    ]  # fmt: skip

    def chunk(self, message) -> bytes:
        if self.dice.random() < 0.5:
            return self.dice.choice(self.CHUNKS)
        message_id = max(self.ids) + self.dice.choice((-2, -1, 0, 0, 1, 1, 2))
        card = self.dice.choice(["AH", "2C", "??"])
        if message is not None and "legal" in message and self.dice.random() < 0.8:
            card = self.dice.choice(message["legal"])
        end = self.dice.choice(("\n", "\n", "\n", ""))
        return f'{{"id":{message_id},"card":"{card}","protocol":1}}{end}'.encode()


def play(houses, seed: int, wild: str, unit: Unit, on_fault: OnFault):
    """One half in which the seats in ``wild`` are wild and the others honest."""
    dice = random.Random(seed)
    bots = {}
    for seat in SEATS:
        if str(seat) in wild:
            bots[str(seat)] = Wild(random.Random(dice.random()), dice.choice((0.02, 0.1, 0.5)))
    house = houses.house(
        bots,
        units=(0, 101, 202)[: dice.randint(1, 3)],
        unit=unit,
        on_fault=on_fault,
        max_faults=dice.choice((1, 3, 30)),
        clock=Clock(100, MOVE // MS, dice.choice((0, 7))),
    )
    house.write_us = dice.choice((0, 5))
    house.lag_us = dice.choice((0, 0, 3, 10 * MS, 70 * MS))
    if dice.random() < 0.1:
        house.later(None, dice.randrange(10**6), houses.failed)
    return house.run()


def check(played, wild: str) -> None:
    assert {str(fault.seat) for fault in played.faults} <= set(wild)
    guilty = {seat.partnership for seat in SEATS if str(seat) in wild}
    closed = played.closed
    units = played.of(UnitEnded)
    for unit in units:
        if unit.ending is Ending.FORFEIT:
            assert unit.winner.opponents in guilty
        if unit.ending is Ending.BOTH_FORFEIT:
            assert guilty == set(Partnership)
    assert closed.lost_by is None or closed.lost_by in guilty
    assert (closed.lost_by is None) == (closed.ending is not Ending.MATCH_LOST)
    if closed.ending is Ending.PLAYED:
        assert len(units) == len(played.spec.units) == len(played.of(UnitStarted))
    for side in Partnership:
        charged = [fault for fault in played.faults if fault.seat.partnership is side]
        assert closed.faults[side] == len(charged)
        assert [fault.faults for fault in charged] == list(range(1, len(charged) + 1))
    for deal in played.of(DealEnded):
        if deal.ending is Ending.PLAYED:
            assert sum(deal.result.points) == 120
            assert len([card for card in played.cards if card.deal == deal.deal]) == 40
    for card in played.cards:
        assert card.wall_us >= 0
        assert card.bank_us >= 0
        assert card.by is PlayedBy.BOT or str(card.seat) in wild


@pytest.mark.parametrize("on_fault", list(OnFault))
@pytest.mark.parametrize("unit", list(Unit))
@given(
    seed=st.integers(0, 2**32), wild=st.sampled_from(["N", "E", "NS", "EW", "SW", "NEW", "NESW"])
)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bots_at_any_time(houses, unit, on_fault, seed, wild):
    check(play(houses, seed, wild, unit, on_fault), wild)
