"""The referee without processes: what of its CPU time goes to the table, the codec, the rules and the log."""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from deals import SEED, TERMS, layouts, turns
from measure import Sample

from arena.engine import Deal, Layout, View, view_of
from arena.referee.effects import DealBoard, Effect, Log, Send, Start
from arena.referee.events import Event
from arena.referee.facts import BoardDealt, Fact, Received, Spawned, Usage, Written
from arena.referee.requests import PlayRequests
from arena.referee.score import UnitScore
from arena.referee.spec import BotRef, Entrant, MatchSpec, TableSpec
from arena.referee.table import Table
from arena.tournament.matches import quick_match
from arena.transcript.writer import MatchLog
from protocol.codec import decode_play

REPLY = b'{"id":1234,"card":"AH"}'
PLAYS_IN_DEAL = 40
USAGE = Usage(3, 1)


def spec_of(boards: int) -> MatchSpec:
    """A match of so many boards between two nobodies."""
    first, second = (Entrant(name, (BotRef(name, "0" * 64),) * 2) for name in ("a", "b"))
    return quick_match((first, second), TERMS, boards, SEED)


def split(boards: int) -> Sample:
    """Microseconds of CPU a play: ``table`` (framing, clocks, phases), ``codec``, ``rules`` and ``log``."""
    events: list[Event] = []
    deals = layouts(boards)
    views = [[view for view, _ in turns(layout)] for layout in deals]
    table = spec_of(boards).table(0)
    whole = _timed(lambda: half(table, dict(enumerate(deals)), events.append))
    rules = _timed(lambda: _rules(deals))
    codec = _timed(lambda: _codec(deals, views))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        with MatchLog(path, spec_of(boards), {}, datetime(2026, 1, 1, tzinfo=UTC)) as log:
            log.half(0)
            written = _timed(lambda: _log(log, events))
    plays = boards * PLAYS_IN_DEAL
    return {
        "table": (whole - rules - codec) / plays,
        "codec": codec / plays,
        "rules": rules / plays,
        "log": written / plays,
    }


def _timed(work: Callable[[], None]) -> float:
    """Microseconds of CPU."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1e6


def _rules(deals: Sequence[Layout]) -> None:
    """What a seat may see, and its card played, at every turn."""
    for layout in deals:
        deal = Deal.start(layout)
        while not deal.finished:
            view = view_of(deal.to_play, layout, deal)
            deal = deal.play(view.seat, view.legal[0])


def _codec(deals: Sequence[Layout], views: Sequence[Sequence[View]]) -> None:
    """The request for every card, and a reply to it."""
    for number, layout in enumerate(deals):
        of_deal = PlayRequests(number, layout, UnitScore.start(TERMS), TERMS.clock.move_ms)
        for view in views[number]:
            of_deal.line(1234, view, 0)
            decode_play(REPLY)


def _log(log: MatchLog, events: list[Event]) -> None:
    for event in events:
        log.event(event)


def half(spec: TableSpec, deals: Mapping[int, Layout], note: Callable[[Event], None]) -> None:
    """One half at a table, with bots that play the first legal card in no time. deals are by board."""
    table = Table(spec)
    facts: deque[Fact] = deque()

    def carry_out(effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Log():
                    note(effect.event)
                case Start():
                    facts.append(Spawned(effect.seat, 0))
                case DealBoard():
                    facts.append(BoardDealt(0, effect.board, deals[effect.board]))
                case Send():
                    facts.append(Written(effect.seat, 0))
                    if (reply := _reply(effect.line)) is not None:
                        facts.append(Received(effect.seat, 0, reply, USAGE))
                case _:
                    pass

    carry_out(table.open())
    while not table.closed:
        carry_out(table.feed(facts.popleft()))


def _reply(line: bytes) -> bytes | None:
    kind, _, rest = line.partition(b',"id":')
    if kind == b'{"type":"hello"':
        return b'{"id":%s,"protocol":1}\n' % rest.partition(b",")[0]
    if kind == b'{"type":"play"':
        legal = rest.partition(b'"legal":["')[2]
        return b'{"id":%s,"card":"%s"}\n' % (rest.partition(b",")[0], legal[:2])
    return None
