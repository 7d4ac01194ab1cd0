"""A match of functions: both halves at a table in this process, kept in memory."""

from datetime import UTC, datetime
from typing import Final

from arena.engine import Layout, Seat
from arena.library.bots import PythonBot
from arena.library.match import Match
from arena.library.table import play_half
from arena.referee.events import Ending, Event
from arena.referee.levels import Level
from arena.referee.spec import Entrant, MatchSpec, Terms
from arena.runner.play.quickplay import entrant_names
from arena.runner.process.stderr import StderrBuffer
from arena.runner.runs.record import provenance
from arena.tournament.boards import board_layout
from arena.tournament.matches import quick_match
from arena.transcript.convert import seat_name
from arena.transcript.escapes import escape_bytes
from arena.transcript.outcome import fold_outcome
from arena.transcript.reader import LoggedEvent, LoggedHalf
from arena.transcript.records import StderrRecord

IN_PROCESS: Final = "in-process"
"""What a log's provenance has for ``bots`` where they were functions of the program that played them."""

Functions = tuple[tuple[PythonBot, PythonBot], tuple[PythonBot, PythonBot]]
"""The bots by entrant, then by that entrant's bot."""


def spec_of(functions: Functions, terms: Terms, units: int, seed: bytes) -> MatchSpec:
    """The match of these bots with each other."""
    names = entrant_names(*((one.name, two.name) for one, two in functions))
    first, second = (
        Entrant(name, (one.ref, two.ref)) for name, (one, two) in zip(names, functions, strict=True)
    )
    return quick_match((first, second), terms, units, seed)


def play_functions(spec: MatchSpec, functions: Functions, seed: bytes) -> Match:
    """Play both halves. Whatever isn't a bot's fault ends the match: KeyboardInterrupt, say."""
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    halves: list[LoggedHalf] = []
    faults, line = (0, 0), 1
    for half in range(len(spec.halves)):
        notes = _Notes(half, line + 1)
        halves.append(notes.half)
        bots = [functions[place.entrant][place.bot] for place in spec.halves[half].seating]

        def board(number: int) -> Layout:
            return board_layout(seed, number, spec.terms.rules)

        closed = play_half(spec.table(half, faults), bots, board, notes.event, notes.last_words)
        if closed.ending is not Ending.PLAYED:
            break
        faults, line = spec.turned(half, closed.faults), notes.line
    outcome = fold_outcome(spec, [[it.event for it in half.events] for half in halves])
    where = {**provenance(Level.OFF), "bots": IN_PROCESS}
    return Match(spec, started, where, tuple(halves), outcome)


class _Notes:
    """One half as its log will have it, line by line."""

    def __init__(self, half: int, line: int) -> None:
        self.half = LoggedHalf(half, line)
        self.line = line
        self._add = self.half.events.append

    def event(self, event: Event) -> None:
        self.line += 1
        self._add(LoggedEvent(self.line, event))

    def last_words(self, seat: Seat, words: bytes) -> None:
        self.line += 1
        kept = StderrBuffer()
        kept.feed(words)
        record = StderrRecord(
            seat=seat_name(seat), total_bytes=kept.total_bytes, tail=escape_bytes(kept.kept)
        )
        self.half.stderr.append((self.line, record))
