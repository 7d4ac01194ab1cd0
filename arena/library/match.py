"""A match as everyday objects: its deals, their tricks, and what a seat saw when it was asked."""

import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from os import PathLike
from pathlib import Path

from arena.engine import (
    SEATS,
    Card,
    DealResult,
    Layout,
    Partnership,
    Seat,
    Trick,
    cards_in,
    show_deal,
)
from arena.errors import NotationError
from arena.library import html
from arena.library.standings import StandingsTable, table_of_match
from arena.referee.events import CardPlayed, Ending, Fault, Faulted
from arena.referee.spec import MatchSpec
from arena.transcript.deal_log import DealLog, deals_of
from arena.transcript.escapes import unescape_bytes
from arena.transcript.header import Provenance
from arena.transcript.outcome import MatchOutcome
from arena.transcript.reader import LoggedHalf, LoggedMatch, read_log
from arena.transcript.verify import verify_log
from arena.transcript.words import HELLO, PLAY, half_of, words_to
from arena.transcript.writer import PART_SUFFIX, MatchLog
from protocol.bot import View


def read_match(path: str | PathLike[str], *, verify: bool = False) -> "Match":
    """The match in a sealed log. verify: prove the log first, as ``arena replay --verify`` does.

    Raises TranscriptError, with file and line, for what isn't such a log; ReplayMismatchError for one
    that isn't true.
    """
    log = Path(path)
    return Match.of_log(verify_log(log) if verify else read_log(log))


@dataclass(frozen=True, repr=False)
class Match:
    """A match that is over. spec: what was to be played; outcome: its figures, from the first side's view.

    halves: all that happened, event by event. path: its log, None where there is none.
    """

    spec: MatchSpec
    started_at: str
    provenance: Provenance
    halves: tuple[LoggedHalf, ...]
    outcome: MatchOutcome
    path: Path | None = None

    def __repr__(self) -> str:
        one, two = self.entrants
        return f"<match {self.spec.match_id}: {one} {self.outcome.net_games:+} games against {two}>"

    @classmethod
    def of_log(cls, log: LoggedMatch) -> "Match":
        """The match that was read from a log."""
        return cls(log.spec, log.started_at, log.provenance, log.halves, log.outcome, log.path)

    @property
    def name(self) -> str:
        """The log's path, or the match's id where there is none: for messages."""
        return self.spec.match_id if self.path is None else str(self.path)

    @property
    def entrants(self) -> tuple[str, str]:
        """The names of the two sides."""
        first, second = self.spec.entrants
        return first.name, second.name

    @property
    def winner(self) -> str | None:
        """The side with more net games (of rubbers: with more rubbers); None if they are equal.

        Which side is the stronger is another question: ``standings`` has the intervals.
        """
        first, second = self.entrants
        winners = [rubber.winner for rubber in self.outcome.rubbers]
        ahead = winners.count(0) - winners.count(1) if winners else self.outcome.net_games
        return None if ahead == 0 else first if ahead > 0 else second

    @property
    def standings(self) -> StandingsTable:
        """The match by itself in the form of a tournament's standings."""
        return table_of_match(self.spec, self.outcome)

    @cached_property
    def deals(self) -> tuple["PlayedDeal", ...]:
        """All deals in order of play: those of the first half, then those of the second.

        Raises TranscriptError for a log with a card that can't be played.
        """
        return tuple(
            PlayedDeal(self, half.half + 1, log)
            for half in self.halves
            for log in deals_of(self.name, half)
        )

    def deal(self, number: int, half: int = 1) -> "PlayedDeal":
        """A deal by its number within its half, both from 1. Raises NotationError if there is none."""
        for deal in self.deals:
            if (deal.number, deal.half) == (number, half):
                return deal
        raise NotationError(f"deal {number} of half {half}", "a deal of this match")

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What bots did wrong, in order."""
        events = (logged.event for half in self.halves for logged in half.events)
        return tuple(event.fault for event in events if isinstance(event, Faulted))

    def bot_at(self, seat: Seat, half: int = 1) -> str:
        """The name of the bot at a seat; the sides exchange their seats in half 2.

        Raises NotationError for a half that wasn't played.
        """
        place = self.spec.halves[half_of(self.halves, half).half].seating[seat]
        return self.spec.entrants[place.entrant].bots[place.bot].name

    def words_to(self, seat: Seat, half: int = 1) -> tuple[bytes, ...]:
        """Every line that the bot at ``seat`` was sent in a half, in order.

        Raises NotationError for a half that wasn't played, TranscriptError for a log that can't be
        played again.
        """
        key = (half, seat)
        if key not in self._words:
            self._words[key] = words_to(self.spec, self.halves, half, seat, self.name)
        return self._words[key]

    @cached_property
    def _words(self) -> dict[tuple[int, Seat], tuple[bytes, ...]]:
        return {}

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the match as an ordinary sealed log, which every command of the arena reads.

        Raises OSError where it can't be written; then nothing stands under that name.
        """
        target = Path(path)
        started = datetime.fromisoformat(self.started_at)
        part = target.with_name(f"{target.name}{PART_SUFFIX}")
        try:
            with MatchLog(target, self.spec, self.provenance, started) as log:
                for half in self.halves:
                    log.half(half.half)
                    _write_half(log, half)
                log.seal()
        finally:
            with suppress(OSError):
                part.unlink()
        return target

    def _repr_html_(self) -> str:
        return html.standings(self.standings.value)


def _write_half(log: MatchLog, half: LoggedHalf) -> None:
    """Events and stderr notes, in the order of their lines."""
    stderr = deque(half.stderr)
    for logged in half.events:
        while stderr and stderr[0][0] < logged.line:
            note = stderr.popleft()[1]
            log.stderr(Seat.parse(note.seat), note.total_bytes, unescape_bytes(note.tail))
        log.event(logged.event)
    for _, note in stderr:
        log.stderr(Seat.parse(note.seat), note.total_bytes, unescape_bytes(note.tail))


@dataclass(frozen=True, slots=True, repr=False)
class PlayedDeal:
    """One deal of a match: of half 1 or 2, in which the bots exchange their seats."""

    match: Match
    half: int
    log: DealLog

    def __repr__(self) -> str:
        return f"<deal {self.number} of half {self.half} of match {self.match.spec.match_id}>"

    @property
    def number(self) -> int:
        """The deal's number within its half, from 1."""
        return self.log.started.deal

    @property
    def board(self) -> int:
        """The number of its board, from 0: both halves play the same ones."""
        return self.log.started.board

    @property
    def layout(self) -> Layout:
        """The cards as dealt, the dealer and the trump card."""
        return self.log.started.layout

    @property
    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        """The four hands as dealt."""
        return {seat: cards_in(self.layout.hands[seat]) for seat in SEATS}

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks that were finished: leader, four cards in order of play, winner, points."""
        return self.log.steps[-1].after.tricks if self.log.steps else ()

    @property
    def plays(self) -> tuple[CardPlayed, ...]:
        """The cards in order of play, each with its seat, comment, times, and who chose it."""
        events = (step.logged.event for step in self.log.steps)
        return tuple(event for event in events if isinstance(event, CardPlayed))

    @property
    def ending(self) -> Ending | None:
        """Why it ended: played out, or forfeited; None if the match was lost in its midst."""
        return None if self.log.ended is None else self.log.ended.ending

    @property
    def result(self) -> DealResult | None:
        """Points and tricks by partnership, the winner, and the games; None as ``ending``."""
        return None if self.log.ended is None else self.log.ended.result

    @property
    def winner(self) -> Partnership | None:
        """The partnership that won it; None for 60-60 too."""
        return None if self.result is None else self.result.winner

    @property
    def notation(self) -> str:
        """The deal as one line of text, which ``arena.parse_deal`` reads."""
        cards = [event.card for event in self.plays]
        result = self.result if self.ending is Ending.PLAYED else None
        return show_deal(self.layout, cards, result)

    def view(self, trick: int, seat: Seat | str) -> View:
        """What the bot at ``seat`` was shown when it was to play to ``trick`` (from 1).

        This is the view that its ``choose`` was given, so an author can ask a bot again what it was asked in
        a real match. Raises NotationError where it wasn't asked, as ``Match.words_to`` for the log.
        """
        hello, play = self.request(trick, seat)
        return View(json.loads(play), json.loads(hello))

    def request(self, trick: int, seat: Seat | str) -> tuple[bytes, bytes]:
        """The same as the two lines that the bot was sent: its ``hello``, and the request for the card."""
        at = Seat.parse(seat) if isinstance(seat, str) else seat
        wanted = f'"deal":{self.number},"trick":{trick},'.encode()
        hello = b""
        for line in self.match.words_to(at, self.half):
            if line.startswith(HELLO):
                hello = line
            elif line.startswith(PLAY) and wanted in line[:100]:
                return hello, line
        asked = f"trick {trick} of deal {self.number} in half {self.half}"
        raise NotationError(asked, f"a trick in which seat {at} was asked for a card")

    def _repr_html_(self) -> str:
        title = f"Deal {self.number} of half {self.half}, board {self.board}"
        result = self.result
        if result is None:
            ending = "It has no result: the match ended before."
        else:
            points = f"NS {result.points[0]}, EW {result.points[1]}"
            how = "" if self.ending is Ending.PLAYED else f" ({self.ending})"
            won = "a tie" if result.winner is None else f"{result.winner} +{result.games}"
            ending = f"{points}: {won}{how}"
        return html.deal(title, self.layout, self.tricks, ending)
