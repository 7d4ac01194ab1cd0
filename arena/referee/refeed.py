"""From the events of a half back to the facts that made them: what proves a log.

Feeding ``facts_of(events)`` to a new ``Table`` of the same ``TableSpec`` gives equal events again. They aren't
all the facts that there were: those that led to no event (blank lines, an alarm before its time, a
part of a line that was completed) change nothing, by design of the table.
"""

import dataclasses
import json
from collections.abc import Iterable, Iterator
from typing import assert_never

from arena.engine import Seat
from arena.referee.clocks import SETTLE_US
from arena.referee.events import (
    CardPlayed,
    Cause,
    DealEnded,
    DealStarted,
    Ending,
    Event,
    Fault,
    Faulted,
    HelloAnswered,
    HostOverloaded,
    PlayedBy,
    StaleReply,
    TableClosed,
    UnitEnded,
    UnitStarted,
)
from arena.referee.facts import (
    BoardDealt,
    Exited,
    Fact,
    HostFailed,
    Received,
    Spawned,
    SpawnFailed,
    StdoutClosed,
    TimePassed,
    Usage,
    Written,
)
from protocol.messages import OUTPUT_BYTES, PROTOCOL_MAJOR, FaultCode


def facts_of(events: Iterable[Event]) -> Iterator[Fact]:
    """Facts, in order of time, that make a table say ``events`` (those of one half, from its opening).

    Facts that stand before the one that made an event (a process spawned, a request written) come
    out at their own times, so the events are read to the end before the first fact is given.
    """
    facts = _Facts()
    for event in events:
        facts.add(event)
    return iter(sorted(facts.found, key=lambda fact: fact.at_us))


class _Facts:
    """Facts found so far: of each event those that led up to it, then the one that made it."""

    def __init__(self) -> None:
        self.found: list[Fact] = []
        self._spawned: dict[Seat, int] = {}

    def add(self, event: Event) -> None:
        match event:
            case CardPlayed():
                self._card(event)
            case HelloAnswered():
                self._hello(event)
            case DealStarted():
                self.found.append(BoardDealt(event.at_us, event.board, event.layout))
            case Faulted():
                self._fault(event.fault)
            case StaleReply():
                line = _line({"id": event.id})
                self._output_while_idle(Received(event.seat, event.at_us, line), None)
            case HostOverloaded():
                self._before(event.seat, event.spawned_us, event.asked_us, event.off_turn_us)
                passed = TimePassed(event.seat, event.at_us, event.usage, event.lag_us, event.doing)
                self.found.append(passed)
            case TableClosed():
                self._closed(event)
            case UnitStarted() | DealEnded() | UnitEnded():
                pass  # the same fact made the event before
            case _:
                assert_never(event)

    def _before(
        self, seat: Seat, spawned_us: int | None, asked_us: int | None, off_turn_us: int = 0
    ) -> None:
        """The process was there, and the request was written."""
        if spawned_us is not None and seat not in self._spawned:
            self._spawned[seat] = spawned_us
            self.found.append(Spawned(seat, spawned_us))
        if asked_us is not None:
            self.found.append(Written(seat, asked_us, off_turn_us))

    def _hello(self, event: HelloAnswered) -> None:
        self._before(event.seat, event.spawned_us, event.asked_us)
        said = {"name": event.name, "version": event.version, "author": event.author}
        line = _line({"id": event.id, "protocol": PROTOCOL_MAJOR, "minor": event.minor, **said})
        at_us = event.spawned_us + event.wall_us
        self.found.append(Received(event.seat, at_us, line, event.usage))

    def _card(self, event: CardPlayed) -> None:
        if event.by is PlayedBy.REFEREE:
            return  # the fault made it
        self._before(event.seat, None, event.asked_us, event.off_turn_us)
        line = _line({"id": event.id, "card": str(event.card), "comment": event.comment})
        at_us = event.asked_us + event.wall_us
        self.found.append(Received(event.seat, at_us, line, event.usage))

    def _closed(self, event: TableClosed) -> None:
        if event.ending is Ending.VOID:
            self.found.append(HostFailed(event.at_us, event.reason or ""))

    def _fault(self, fault: Fault) -> None:
        seat, at_us, usage = fault.seat, fault.at_us, fault.usage
        self._before(seat, fault.spawned_us, fault.asked_us, fault.off_turn_us)
        match fault.cause:
            case Cause.SPAWN:
                self.found.append(SpawnFailed(seat, at_us, fault.reason or ""))
            case Cause.BYTES:
                self._bytes(fault)
            case Cause.EXIT:
                self._partial(fault, at_us)
                self.found.append(Exited(seat, at_us, fault.status or 0, usage))
            case Cause.TIME:
                self._partial(fault, at_us)
                self.found.append(TimePassed(seat, at_us, usage, fault.lag_us, fault.doing))
            case Cause.EOF:
                self._partial(fault, at_us - SETTLE_US)
                self.found.append(StdoutClosed(seat, at_us - SETTLE_US, usage))
                self.found.append(TimePassed(seat, at_us, usage, fault.lag_us))
            case _:
                assert_never(fault.cause)
        if fault.fatal:
            self._spawned.pop(seat, None)

    def _partial(self, fault: Fault, at_us: int) -> None:
        """An unfinished line lay there when the process ended or time ran out."""
        if fault.received:
            self.found.append(Received(fault.seat, at_us, fault.received))

    def _bytes(self, fault: Fault) -> None:
        data = fault.received
        if fault.code is FaultCode.TOO_MUCH_OUTPUT:
            blank = b"\n" if data else b" "  # nothing is shown of a line that was being skipped
            data = blank * (OUTPUT_BYTES + 1 - len(data)) + data
        fact = Received(fault.seat, fault.at_us, data, fault.usage)
        if fault.for_id is not None:
            self.found.append(fact)
        elif fault.code is FaultCode.UNSOLICITED_OUTPUT and not data.endswith(b"\n"):
            self._unfinished_at_turn(fact)
        else:
            self._output_while_idle(fact, fault.usage)

    def _output_while_idle(self, fact: Received, usage: Usage | None) -> None:
        """Output that came in one read with what the seat said before, or else by itself.

        In one read it is found before the seat can be asked again; by itself it is not.
        """
        last = self._last_read(fact)
        if last is not None and usage in {None, last.usage}:
            self.found[-1] = dataclasses.replace(last, data=last.data + fact.data)
        else:
            self.found.append(fact)

    def _unfinished_at_turn(self, fact: Received) -> None:
        """Part of a line that lay there when the last fact found made it that seat's turn."""
        last = self._last_read(fact)
        if last is not None:
            self.found[-1] = dataclasses.replace(last, data=last.data + fact.data)
        else:
            self.found.insert(-1, fact)

    def _last_read(self, fact: Received) -> Received | None:
        """The last fact found, if it may have been one read with ``fact``."""
        last = self.found[-1] if self.found else None
        if not isinstance(last, Received):
            return None
        return last if last.seat is fact.seat and last.at_us == fact.at_us else None


def _line(reply: dict[str, int | str | None]) -> bytes:
    """A reply as short as it can be, so that it fits where the bot's own did."""
    said = {key: value for key, value in reply.items() if value is not None}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
