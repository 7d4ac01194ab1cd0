"""The positions in which bots failed in a tournament, taken from its logs, to ask another bot about.

A run's logs hold the very line that each fault followed upon, so a run is its own corpus: nothing is kept
beside it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.engine import SEATS, Ruleset, Seat
from arena.referee.events import Faulted
from arena.referee.requests import hello_message
from arena.runner.conformance.bench import BOT_SEED, Bench, Notebook
from arena.runner.conformance.talk import Talk
from arena.runner.runs.directory import RunDirectory
from arena.transcript.reader import LoggedMatch, read_log
from protocol.messages import FaultCode

_MARK: Final = b'"type":"fault",'
_START: Final = re.compile(r'(\{"type":"play","id":)\d+')
_SEAT: Final = re.compile(r'"seat":([0-3])')
_LEGAL: Final = re.compile(r'"legal":(\[[^]]*\])')


@dataclass(frozen=True, slots=True)
class Mishap:
    """A request that a bot once failed on: its line without the id, whose rules held, and who failed how, where."""

    line: str
    seat: Seat
    rules: Ruleset
    told: str

    def request(self, message_id: int) -> bytes:
        """The line, with an id."""
        line = _START.sub(rf"\g<1>{message_id}", self.line, count=1)
        return f"{line}\n".encode("ascii")

    @property
    def legal(self) -> tuple[str, ...]:
        """The cards that could be played."""
        found = _LEGAL.search(self.line)
        cards: list[str] = [] if found is None else json.loads(found[1])
        return tuple(cards)


def read_corpus(places: Iterable[Path]) -> tuple[Mishap, ...]:
    """The mishaps of runs (their directory, or the tournament's file) and of single logs, each position once.

    Raises RunError for what is no run, TranscriptError for a log that can't be read.
    """
    found: dict[tuple[str, Ruleset], Mishap] = {}
    for path in (path for place in places for path in _logs_at(place)):
        if _MARK in path.read_bytes():
            for mishap in _mishaps(read_log(path)):
                found.setdefault((_START.sub(r"\1", mishap.line), mishap.rules), mishap)
    return tuple(found.values())


def _logs_at(place: Path) -> list[Path]:
    if place.is_file() and place.suffix != ".toml":
        return [place]
    return sorted(RunDirectory.find(place).matches.glob("*.jsonl"))


def _mishaps(match: LoggedMatch) -> Iterator[Mishap]:
    for half in match.halves:
        for logged in half.events:
            if not isinstance(logged.event, Faulted):
                continue
            fault = logged.event.fault
            place = match.spec.halves[half.half].seating[fault.seat]
            bot = match.spec.entrants[place.entrant].bots[place.bot].name
            line = (fault.request or "").strip()
            if _START.match(line) and (seat := _SEAT.search(line)) is not None:
                told = f"where {bot} failed by {fault.code} ({match.path.name}, line {logged.line})"
                yield Mishap(line, SEATS[int(seat[1])], match.spec.terms.rules, told)


async def replay_corpus(bench: Bench, notebook: Notebook, mishaps: tuple[Mishap, ...]) -> None:
    """Ask about each position, of a process that sits where the bot sat that failed."""
    left = list(mishaps)
    while left and not notebook.enough:
        first = left[0]
        async with bench.talk(first.seat) as talk:
            hello = hello_message(
                talk.next_id(), first.seat, first.rules, bench.terms.clock, BOT_SEED
            )
            if (misdeed := await talk.greet(hello)) is not None:
                notebook.misdeed(talk, misdeed)
            for mishap in [it for it in left if (it.seat, it.rules) == (first.seat, first.rules)]:
                if talk.over or notebook.enough:
                    break
                left.remove(mishap)
                await _replay(bench, notebook, talk, mishap)
    notebook.note = f"{len(mishaps) - len(left)} positions where bots had failed"


async def _replay(bench: Bench, notebook: Notebook, talk: Talk, mishap: Mishap) -> None:
    message_id = talk.next_id()
    turn = bench.timed(await talk.ask(message_id, mishap.request(message_id)))
    for misdeed in turn.misdeeds:
        notebook.misdeed(talk, misdeed, about=mishap.told)
    if turn.card is not None and str(turn.card) not in mishap.legal:
        cause = f"it played {turn.card}, {mishap.told}; legal: {' '.join(mishap.legal)}"
        notebook.flaw(FaultCode.ILLEGAL_CARD, cause, talk=talk)
