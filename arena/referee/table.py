"""The table: one half of a match as a state machine over facts.

``open`` starts it; each ``feed`` takes one fact and returns what is to be done about it, in order, until
``Close``. A fact that can't be raises RefereeBug and changes nothing.

What PROTOCOL.md leaves open is decided like this, in favour of whoever did nothing wrong:

- **One thing at a time.** Either processes are being started, or one seat is asked, never both. A process
  that ended is replaced when a process is next needed there: at the seat's turn, or before a deal
  begins. Until then nobody waits for it, and nobody's time runs while it starts.
- **Forfeits.** The first fault in a unit decides it; later ones in it are counted, but change
  nothing. While a seat is asked, a forfeit by another seat waits for that answer (or that seat's own
  fault): so nobody's next request comes while it still thinks about the last. A fault before a unit
  begins decides that unit, and if both partnerships have one by then, both forfeit it.
- **Failed starts.** They are judged when all starts under way have ended. A partnership with a seat that
  can't start forfeits every unit that is left, and if both have one, both forfeit. Nothing is
  played any more, so all processes are dismissed; the boards are still dealt, to show what was forfeited.
- **Lost matches.** ``max_faults`` counts under the substitute policy only. The match is lost by the first
  to reach it, at once, but not before starts under way have ended.
- **Leaving early.** A process that ends before ``bye`` has a fault even if its last card is played: a
  bot can't know that no deal follows.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from arena.engine import (
    SEATS,
    Card,
    Deal,
    DealResult,
    Layout,
    Seat,
    cards_in,
    result_of,
    view_of,
)
from arena.errors import IllegalPlayError, RefereeBug
from arena.referee import faults, requests
from arena.referee.dialogue import Dialogue
from arena.referee.effects import Close, DealBoard, Effect, Log
from arena.referee.events import (
    CardPlayed,
    Cause,
    DealEnded,
    DealStarted,
    Ending,
    Event,
    Faulted,
    HelloAnswered,
    HostOverloaded,
    PlayedBy,
    StaleReply,
    TableClosed,
    UnitStarted,
)
from arena.referee.facts import BoardDealt, Fact, HostFailed, SeatFact
from arena.referee.penalties import Penalties
from arena.referee.score import UnitScore, forfeit_result, unit_ended
from arena.referee.seat import Answer, HostTooSlow, Misdeed, Phase, Report, Request
from arena.referee.spec import OnFault, TableSpec
from protocol.codec import encode
from protocol.messages import Bye, ByeReason, FaultCode


class Stage(Enum):
    """Where a table is."""

    NEW = auto()
    """Not opened."""
    BETWEEN = auto()
    """Before a deal, or at the end; processes may be starting."""
    DEALING = auto()
    """Waiting for a board."""
    PLAYING = auto()
    """Within a deal."""
    CLOSED = auto()
    """Over."""


@dataclass(slots=True)
class _DealInPlay:
    number: int
    board: int
    layout: Layout
    deal: Deal
    requests: requests.PlayRequests

    @property
    def trick(self) -> int:
        """The trick in play, from 1."""
        return len(self.deal.tricks) + 1


class Table:
    """One half of a match: ``spec`` says what is to be played."""

    def __init__(self, spec: TableSpec) -> None:
        self._spec = spec
        self._terms = spec.terms
        self._out: list[Effect] = []
        self._seats = tuple(Dialogue(seat, spec.terms.clock, self._out) for seat in SEATS)
        self._penalties = Penalties(spec.terms, spec.faults_before)
        self._stage = Stage.NEW
        self._now_us = 0
        self._units_over = 0
        self._unit_open = False
        self._score = UnitScore.start(spec.terms)
        self._deals = 0
        self._current: _DealInPlay | None = None
        self._asked: Dialogue | None = None
        self._stale = [0, 0, 0, 0]

    @property
    def closed(self) -> bool:
        """Whether the half is over; no fact may follow."""
        return self._stage is Stage.CLOSED

    @property
    def asked(self) -> Seat | None:
        """Whose card is waited for; None while nobody's is."""
        return None if self._asked is None else self._asked.seat

    def open(self) -> list[Effect]:
        """Begin: four processes are wanted. To be called once."""
        if self._stage is not Stage.NEW:
            raise RefereeBug("a table can be opened only once")
        self._stage = Stage.BETWEEN
        self._advance()
        return self._effects()

    def feed(self, fact: Fact) -> list[Effect]:
        """Take in one fact; what is to be done now, in order.

        Raises RefereeBug, and changes nothing, for a fact that can't be: before ``open``, after
        ``Close``, at a time before the last fact's, or in a phase of its seat that doesn't allow it.
        """
        if self._stage is Stage.CLOSED or self._stage is Stage.NEW:
            raise RefereeBug(f"{fact} came to a table that is {self._stage.name}")
        if fact.at_us < self._now_us:
            raise RefereeBug(f"{fact} came after a fact of {self._now_us} us")
        match fact:
            case BoardDealt():
                self._board_dealt(fact)
            case HostFailed():
                self._now_us = fact.at_us
                self._close(Ending.VOID, ByeReason.VOID, fact.reason)
            case _:
                self._seat_fact(fact)
        return self._effects()

    def _effects(self) -> list[Effect]:
        effects = self._out[:]
        self._out.clear()
        return effects

    def _log(self, event: Event) -> None:
        self._out.append(Log(event))

    # Facts.

    def _seat_fact(self, fact: SeatFact) -> None:
        dialogue = self._seats[fact.seat]
        report = dialogue.feed(fact)
        self._now_us = fact.at_us
        while report is not None:
            self._judge(dialogue, report)
            self._advance()
            report = dialogue.next_report()

    def _board_dealt(self, fact: BoardDealt) -> None:
        if self._stage is not Stage.DEALING or fact.board != self._next_board:
            raise RefereeBug(f"{fact} came, but no such board was asked for")
        self._now_us = fact.at_us
        self._stage = Stage.PLAYING
        self._deals += 1
        move_ms = self._terms.clock.move_ms
        current = _DealInPlay(
            self._deals, fact.board, fact.layout, Deal.start(fact.layout),
            requests.PlayRequests(self._deals, fact.layout, self._score, move_ms),
        )  # fmt: skip
        self._current = current
        if not self._unit_open:
            self._unit_open = True
            self._log(UnitStarted(self._units_over + 1, fact.at_us))
        self._log(
            DealStarted(
                self._units_over + 1, self._deals, fact.at_us, fact.board, fact.layout,
                self._score.games, self._score.carry,
            )
        )  # fmt: skip
        for dialogue in self._seats:
            if dialogue.greeted:
                self._announce(dialogue, current)
        self._advance()

    # Verdicts.

    def _judge(self, dialogue: Dialogue, report: Report) -> None:
        match report:
            case Answer():
                self._answered(dialogue, report, self._deal_in_play)
                dialogue.rest(freeze=self._terms.freeze)
            case Misdeed():
                self._charge(dialogue, report)
                dialogue.rest(freeze=self._terms.freeze)
            case HelloAnswered():
                self._log(report)
                dialogue.rest(freeze=self._terms.freeze)
                if self._current is not None:
                    self._announce(dialogue, self._current)
            case StaleReply():
                self._stale[dialogue.seat] += 1
                self._log(report)
            case HostOverloaded():
                self._log(report)
                for other in self._seats:
                    other.hold()
            case HostTooSlow():
                self._close(Ending.VOID, ByeReason.VOID, faults.too_slow(report))
            case _:
                assert_never(report)

    def _answered(self, dialogue: Dialogue, answer: Answer, current: _DealInPlay) -> None:
        card, trick = Card.parse(answer.reply.card), current.trick
        try:
            current.deal = current.deal.play(dialogue.seat, card)
        except IllegalPlayError as error:
            misdeed = Misdeed(
                FaultCode.ILLEGAL_CARD, answer.at_us, Cause.BYTES, str(error), answer.request,
                answer.raw, usage=answer.usage,
            )  # fmt: skip
            self._charge(dialogue, misdeed)
            return
        self._asked = None
        request = answer.request
        asked_us = answer.at_us if request.asked_us is None else request.asked_us
        self._log(
            CardPlayed(
                current.number, trick, dialogue.seat, card, PlayedBy.BOT, request.id, asked_us,
                answer.at_us - asked_us, answer.usage, dialogue.bank_us, answer.late,
                answer.reply.comment, request.off_turn_us,
            )
        )  # fmt: skip

    def _charge(self, dialogue: Dialogue, misdeed: Misdeed) -> None:
        current = self._current
        fault = self._penalties.charge(
            dialogue.seat,
            misdeed,
            starting=dialogue.starting,
            unit_open=self._unit_open,
            place=None if current is None else (current.number, current.trick),
        )
        self._log(Faulted(fault))
        hears = misdeed.cause not in {Cause.SPAWN, Cause.EXIT}
        if hears:
            dialogue.say(encode(requests.fault_notice(fault)))
        if fault.fatal:
            if hears:
                dialogue.say(encode(Bye(reason=ByeReason.FAULT)))
            dialogue.stop(gracefully=False)
        if self._asked is dialogue:
            self._asked = None
            if self._terms.on_fault is OnFault.SUBSTITUTE and self._penalties.lost_by is None:
                self._substitute(dialogue, misdeed, self._deal_in_play)

    def _substitute(self, dialogue: Dialogue, misdeed: Misdeed, current: _DealInPlay) -> None:
        """Play the first legal card in canonical order for a seat that gave none."""
        request = misdeed.request
        if request is None:
            raise RefereeBug(f"seat {dialogue.seat} was asked, but {misdeed} ended no request")
        card, trick = cards_in(current.deal.legal)[0], current.trick
        current.deal = current.deal.play(dialogue.seat, card)
        asked_us = request.sent_us if request.asked_us is None else request.asked_us
        self._log(
            CardPlayed(
                current.number, trick, dialogue.seat, card, PlayedBy.REFEREE, request.id, asked_us,
                misdeed.at_us - asked_us, misdeed.usage, dialogue.bank_us, overloaded=False, comment=None,
                off_turn_us=request.off_turn_us,
            )
        )  # fmt: skip

    # What comes next.

    def _advance(self) -> None:
        """Do all that needs no further fact."""
        while self._step():
            pass

    def _step(self) -> bool:
        """Do the next thing, if there is one to be done now; whether there may be another."""
        if self._stage in {Stage.DEALING, Stage.CLOSED} or any(
            seat.starting for seat in self._seats
        ):
            return False
        if self._penalties.lost_by is not None:
            self._close(Ending.MATCH_LOST, ByeReason.MATCH_OVER)
            return False
        if self._penalties.dead:
            self._dismiss(ByeReason.MATCH_OVER, gracefully=True)
        return self._step_between() if self._current is None else self._step_in_deal(self._current)

    def _step_between(self) -> bool:
        if self._units_over == len(self._spec.units):
            self._close(Ending.PLAYED, ByeReason.MATCH_OVER)
            return False
        absent = [dialogue for dialogue in self._seats if dialogue.phase is Phase.ABSENT]
        if absent and not self._penalties.losers:
            for dialogue in absent:
                self._start(dialogue)
        else:
            self._stage = Stage.DEALING
            self._out.append(DealBoard(self._next_board))
        return False

    def _step_in_deal(self, current: _DealInPlay) -> bool:
        if self._asked is not None:
            return False
        if losers := self._penalties.losers:
            self._end_deal(current, *forfeit_result(losers, self._terms))
            return True
        if current.deal.finished:
            self._end_deal(current, Ending.PLAYED, result_of(current.deal, self._terms.rules))
            return True
        dialogue = self._seats[current.deal.to_play]
        if dialogue.phase is Phase.ABSENT:
            self._start(dialogue)
            return False
        if (report := dialogue.early_output(self._now_us)) is not None:
            self._judge(dialogue, report)
            return True
        self._ask(dialogue, current)
        return False

    def _start(self, dialogue: Dialogue) -> None:
        seat, message_id = dialogue.seat, dialogue.next_id()
        message = requests.hello_message(
            message_id, seat, self._terms.rules, self._terms.clock, self._spec.seeds[seat]
        )
        dialogue.start(Request(message_id, encode(message), self._now_us))

    def _announce(self, dialogue: Dialogue, current: _DealInPlay) -> None:
        message = requests.deal_message(current.number, dialogue.seat, current.layout, self._score)
        dialogue.say(encode(message))

    def _ask(self, dialogue: Dialogue, current: _DealInPlay) -> None:
        message_id = dialogue.next_id()
        view = view_of(dialogue.seat, current.layout, current.deal)
        line = current.requests.line(message_id, view, dialogue.bank_us)
        self._asked = dialogue
        dialogue.ask(Request(message_id, line, self._now_us))

    def _end_deal(self, current: _DealInPlay, ending: Ending, result: DealResult) -> None:
        unit, worth = self._units_over + 1, self._score.rubber.worth(result)
        if ending is not Ending.BOTH_FORFEIT:
            self._score = self._score.after(result)
        score = self._score
        ended = DealEnded(
            unit, current.number, self._now_us, current.board, ending, result, worth,
            score.games, score.carry,
        )  # fmt: skip
        self._log(ended)
        for dialogue in self._seats:
            if dialogue.greeted:
                message = requests.deal_end_message(
                    ended, dialogue.seat, current.layout, show_hands=self._terms.show_hands
                )
                dialogue.say(encode(message))
        self._current = None
        self._stage = Stage.BETWEEN
        losers = self._penalties.losers
        unit_ending = ending if losers else score.ending
        if unit_ending is not None:
            self._log(unit_ended(unit, self._now_us, unit_ending, score, losers))
            self._units_over += 1
            self._unit_open = False
            self._score = UnitScore.start(self._terms)
            self._penalties.unit_over()

    def _dismiss(self, reason: ByeReason, *, gracefully: bool) -> None:
        """Say good-bye to every process."""
        for dialogue in self._seats:
            if dialogue.has_process:
                dialogue.say(encode(Bye(reason=reason)))
            if dialogue.phase is not Phase.ABSENT:
                dialogue.stop(gracefully=gracefully)

    def _close(self, ending: Ending, bye: ByeReason, reason: str | None = None) -> None:
        lost_by = self._penalties.lost_by if ending is Ending.MATCH_LOST else None
        self._stage = Stage.CLOSED
        self._log(
            TableClosed(
                self._now_us, ending, lost_by, self._penalties.counts,
                (self._stale[0], self._stale[1], self._stale[2], self._stale[3]), reason,
            )
        )  # fmt: skip
        self._dismiss(bye, gracefully=ending is not Ending.VOID)
        self._out.append(Close())

    @property
    def _next_board(self) -> int:
        return self._spec.units[self._units_over] + self._score.deals

    @property
    def _deal_in_play(self) -> _DealInPlay:
        if self._current is None:
            raise RefereeBug("a card came while no deal is in play")
        return self._current
