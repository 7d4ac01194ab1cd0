"""What the match logs of a run tell of each entrant and of each board, gathered log by log."""

import hashlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from arena.engine import Seat
from arena.errors import TranscriptError
from arena.referee.events import (
    CardPlayed,
    DealEnded,
    DealStarted,
    Ending,
    Fault,
    Faulted,
    HelloAnswered,
    PlayedBy,
)
from arena.referee.spec import BotRef, MatchSpec
from arena.runner.runs.directory import RunDirectory
from arena.transcript.ledger import MatchEntry
from arena.transcript.outcome import BoardScore
from arena.transcript.reader import LoggedHalf, LoggedMatch, read_log
from arena.transcript.work import Work
from arena.web.match_notes import received_text, stderr_after, stderr_text
from arena.web.shown import name_of, shown

MAX_FAULTS: Final = 100
MAX_TAILS: Final = 20
"""So many faults and stderr tails of an entrant stand on its page; the others are counted."""

_TEXT_CHARS: Final = 600


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a match, as the viewer's address names it: half and deal from 1, cards played."""

    match_id: str
    half: int
    deal: int
    play: int

    @property
    def link(self) -> str:
        """The part of the address behind the page's name."""
        return f"#half={self.half}&deal={self.deal}&play={self.play}"


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """A fault: where, whose, what and with which evidence. Texts are fit to show."""

    spot: Spot
    seat: Seat
    bot: str
    code: str
    hint: str
    received: str | None
    stderr: str | None
    line: int
    against: str


@dataclass(slots=True)
class TailSeen:
    """What a process wrote last to stderr, and how many others of its entrant wrote the very same."""

    spot: Spot
    seat: Seat
    bot: str
    total_bytes: int
    text: str
    others: int = 0


@dataclass(frozen=True, slots=True)
class Swing:
    """A board and what it brought entrant 0 of its match, leg by leg; where each leg is to be seen, and whether it was forfeited.

    The spots show the first card that was played differently in the two halves.
    """

    score: BoardScore
    entrants: tuple[str, str]
    spots: tuple[Spot, Spot]
    forfeits: tuple[bool, bool]

    @property
    def size(self) -> tuple[int, int]:
        """How much it decided: games, then points, both legs together."""
        return abs(sum(self.score.games)), abs(sum(self.score.points))


@dataclass(slots=True)
class BotEvidence:
    """What one bot of an entrant did: times of its answers and starts, in microseconds."""

    answers_us: "array[int]" = field(default_factory=lambda: array("Q"))
    starts_us: "array[int]" = field(default_factory=lambda: array("Q"))
    excused: int = 0


@dataclass(slots=True)
class Evidence:
    """What all logs tell of one entrant."""

    bots: dict[BotRef, BotEvidence] = field(default_factory=dict[BotRef, BotEvidence])
    faults: list[FaultSeen] = field(default_factory=list[FaultSeen])
    more_faults: int = 0
    tails: dict[str, TailSeen] = field(default_factory=dict[str, TailSeen])
    more_tails: int = 0
    work: Work = field(default_factory=Work)

    def add_fault(self, fault: FaultSeen) -> None:
        """Keep a fault, or count it."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)
        else:
            self.more_faults += 1

    def add_tail(self, tail: TailSeen) -> None:
        """Keep a tail, or count it; the same words are kept once."""
        known = self.tails.get(tail.text)
        if known is not None:
            known.others += 1
        elif len(self.tails) < MAX_TAILS:
            self.tails[tail.text] = tail
        else:
            self.more_tails += 1


def read_entered(directory: RunDirectory, entry: MatchEntry) -> LoggedMatch:
    """The log of a match as the ledger has it. Raises TranscriptError for one that is lost or another."""
    path = directory.log_of(entry.match_id)
    match = read_log(path)
    if hashlib.sha256(path.read_bytes()).hexdigest() != entry.log_sha256:
        raise TranscriptError("isn't the log that the ledger names", path=str(path))
    return match


def gather(match: LoggedMatch, found: Mapping[str, Evidence]) -> list[Swing]:
    """Add what a match tells of its entrants to ``found``; the boards that both halves played."""
    names = [entrant.name for entrant in match.spec.entrants]
    for entrant, name in enumerate(names):
        found[name].work += match.outcome.work[entrant]
    for half in match.halves:
        _Half(match.spec, half, [found[name] for name in names]).read()
    return _swings(match)


@dataclass(slots=True)
class _Half:
    """One half, read event by event."""

    spec: MatchSpec
    half: LoggedHalf
    found: list[Evidence]
    deal: int = 1
    plays: int = 0

    def read(self) -> None:
        for logged in self.half.events:
            match logged.event:
                case DealStarted(deal=deal):
                    self.deal, self.plays = deal, 0
                case CardPlayed() as play:
                    self.plays += 1
                    self._played(play)
                case HelloAnswered() as hello:
                    self._bot(hello.seat).starts_us.append(hello.wall_us)
                case Faulted(fault):
                    self._fault(fault, logged.line)
                case _:
                    pass
        for _, record in self.half.stderr:
            if record.total_bytes:
                seat = Seat.parse(record.seat)
                spot = Spot(self.spec.match_id, self.half.half + 1, 1, 0)
                text = stderr_text(record)
                tail = TailSeen(spot, seat, self._bot_name(seat), record.total_bytes, text)
                self._evidence(seat).add_tail(tail)

    def _played(self, play: CardPlayed) -> None:
        bot = self._bot(play.seat)
        if play.by is PlayedBy.BOT:
            bot.answers_us.append(play.wall_us)
        bot.excused += play.overloaded

    def _fault(self, fault: Fault, line: int) -> None:
        seat = fault.seat
        other = self.spec.entrants[1 - self.spec.halves[self.half.half].seating[seat].entrant]
        seen = FaultSeen(
            spot=Spot(self.spec.match_id, self.half.half + 1, self.deal, self.plays),
            seat=seat,
            bot=self._bot_name(seat),
            code=fault.code.value,
            hint=shown(fault.hint, _TEXT_CHARS),
            received=received_text(fault),
            stderr=stderr_after(self.half, line, seat) if fault.fatal else None,
            line=line,
            against=other.name,
        )
        self._evidence(seat).add_fault(seen)

    def _evidence(self, seat: Seat) -> Evidence:
        return self.found[self.spec.halves[self.half.half].seating[seat].entrant]

    def _ref(self, seat: Seat) -> BotRef:
        place = self.spec.halves[self.half.half].seating[seat]
        return self.spec.entrants[place.entrant].bots[place.bot]

    def _bot(self, seat: Seat) -> BotEvidence:
        return self._evidence(seat).bots.setdefault(self._ref(seat), BotEvidence())

    def _bot_name(self, seat: Seat) -> str:
        return name_of(self._ref(seat).name)


@dataclass(slots=True)
class _Leg:
    """A board in one half: its deal's number, its cards in order of play, how it ended."""

    deal: int
    cards: list[int] = field(default_factory=list[int])
    forfeited: bool = False


def _swings(match: LoggedMatch) -> list[Swing]:
    halves = [_legs(half) for half in match.halves]
    names = (match.spec.entrants[0].name, match.spec.entrants[1].name)
    swings: list[Swing] = []
    for score in match.outcome.boards:
        legs = [half[score.board] for half in halves if score.board in half]
        if len(legs) == 2:  # noqa: PLR2004 - both halves
            pairs = zip(legs[0].cards, legs[1].cards, strict=False)
            play = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            first, second = (
                Spot(match.spec.match_id, half, leg.deal, min(play, len(leg.cards)))
                for half, leg in enumerate(legs, 1)
            )
            forfeits = (legs[0].forfeited, legs[1].forfeited)
            swings.append(Swing(score, names, (first, second), forfeits))
    return swings


def _legs(half: LoggedHalf) -> dict[int, _Leg]:
    """The boards of a half by their numbers."""
    legs: dict[int, _Leg] = {}
    leg = _Leg(0)
    for logged in half.events:
        match logged.event:
            case DealStarted(deal=deal, board=board):
                leg = legs[board] = _Leg(deal)
            case CardPlayed(card=card):
                leg.cards.append(int(card))
            case DealEnded(ending=ending):
                leg.forfeited = ending in {Ending.FORFEIT, Ending.BOTH_FORFEIT}
            case _:
                pass
    return legs
