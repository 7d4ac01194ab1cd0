"""The rows of a run's tables, made of its record, its ledger and one match log at a time."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from arena.engine import Seat, cards_in, show_cards
from arena.errors import ReplayMismatchError
from arena.referee.events import CardPlayed, Faulted
from arena.runner.export.tables import DEALS, FAULTS, MATCHES, PLAYS, Row, Table
from arena.runner.runs.plays import Play
from arena.runner.runs.record import RunRecord
from arena.tournament.columns import INDIVIDUAL, JOINED, STANDING, flat
from arena.tournament.contest import Standings
from arena.transcript.convert import record_of, seat_name
from arena.transcript.deal_log import DealLog, Step, deals_of
from arena.transcript.escapes import safe_text
from arena.transcript.reader import LoggedHalf, LoggedMatch, read_log
from arena.transcript.records import DealEndRecord, DealRecord, FaultRecord, PlayRecord
from arena.transcript.rulings import Rulings


def entrant_rows(record: RunRecord, rulings: Rulings) -> Iterator[Row]:
    """Two rows for each entrant: its bots, and whether it is still in."""
    for entrant in record.entrants:
        status, reason = "in", None
        if (why := rulings.withdrawn.get(entrant.name)) is not None:
            status, reason = "withdrawn", why
        if (why := rulings.disqualified.get(entrant.name)) is not None:
            status, reason = "disqualified", why
        for number, bot in enumerate(entrant.bots):
            yield entrant.name, number, bot.name, bot.sha256, status, _words(reason)


def _words(text: str | None) -> str | None:
    return None if text is None else safe_text(text)


@dataclass(frozen=True, slots=True)
class LoggedPlay:
    """A match in force with its log. counts: none of its entrants is disqualified."""

    play: Play
    match: LoggedMatch
    counts: bool


def read_play(play: Play, rulings: Rulings) -> LoggedPlay:
    """Read a match's log. Raises ReplayMismatchError where it isn't the one that the ledger names."""
    match = read_log(play.log)
    with play.log.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    if sha256 != play.entry.log_sha256:
        message = "isn't the log that the ledger has the hash of; arena verify says more"
        raise ReplayMismatchError(message, path=str(play.log))
    counts = not any(rulings.is_disqualified(name) for name in play.entry.entrants)
    return LoggedPlay(play, match, counts)


def rows_of(logged: LoggedPlay) -> Iterator[tuple[Table, Row]]:
    """All rows of one match, each with its table."""
    yield MATCHES, _match_row(logged)
    for half in logged.match.halves:
        seats = _Seats(logged.match, half)
        for deal in deals_of(str(logged.match.path), half):
            yield DEALS, _deal_row(seats, deal)
            for step in deal.steps:
                if isinstance(step.logged.event, CardPlayed):
                    yield PLAYS, _play_row(seats, deal, step)
        for event in half.events:
            if isinstance(event.event, Faulted):
                yield FAULTS, _fault_row(seats, event.line, event.event)


def _match_row(logged: LoggedPlay) -> Row:
    entry, match = logged.play.entry, logged.match
    outcome = entry.outcome
    return (
        entry.match_id,
        logged.play.line,
        entry.attempt,
        int(logged.counts),
        *entry.entrants,
        match.spec.terms.unit.value,
        outcome.ending.value,
        match.started_at,
        outcome.lost_by,
        outcome.net_games,
        outcome.net_points,
        outcome.deals,
        *(sum(faults.values()) for faults in outcome.faults),
        str(match.provenance.get("arena", "")),
        str(match.provenance.get("sandbox", "")),
        entry.log_sha256,
        entry.log_bytes,
    )


class _Seats:
    """Who sits where in one half of a match."""

    def __init__(self, match: LoggedMatch, half: LoggedHalf) -> None:
        self.match_id = match.spec.match_id
        self.half = half.half
        places = match.spec.halves[half.half].seating
        entrants = [match.spec.entrants[place.entrant] for place in places]
        self.entrants = [entrant.name for entrant in entrants]
        self.bots = [
            entrant.bots[place.bot].name for entrant, place in zip(entrants, places, strict=True)
        ]

    def at(self, seat: Seat) -> tuple[str, str, str]:
        """Seat, entrant and bot."""
        return seat_name(seat), self.entrants[seat], self.bots[seat]


def _deal_row(seats: _Seats, deal: DealLog) -> Row:
    record = record_of(deal.started)
    assert isinstance(record, DealRecord)
    begun: Row = (
        seats.match_id,
        seats.half,
        record.deal,
        record.unit,
        record.board,
        seats.entrants[Seat.NORTH],
        seats.entrants[Seat.EAST],
        record.dealer,
        record.trump,
        *record.hands,
        *record.games,
        record.carry,
        record.at_us,
    )
    if deal.ended is None:
        return (*begun, *(None,) * (len(DEALS.columns) - len(begun)))
    end = record_of(deal.ended)
    assert isinstance(end, DealEndRecord)
    return (
        *begun, end.ending.value, end.at_us, *end.points, *end.tricks, end.winner, end.worth,
        end.games_won,
    )  # fmt: skip


def _play_row(seats: _Seats, deal: DealLog, step: Step) -> Row:
    event = step.logged.event
    assert isinstance(event, CardPlayed)
    record = record_of(event)
    assert isinstance(record, PlayRecord)
    legal = step.before.legal
    return (
        seats.match_id,
        seats.half,
        record.deal,
        record.trick,
        len(step.before.table) + 1,
        deal.started.board,
        *seats.at(event.seat),
        record.card,
        show_cards(cards_in(legal)),
        record.by,
        legal.bit_count(),
        record.asked_us,
        record.wall_us,
        record.cpu_us,
        record.delay_us,
        record.bank_us,
        record.off_turn_us,
        int(record.overloaded),
        _words(record.comment),
    )


def _fault_row(seats: _Seats, line: int, event: Faulted) -> Row:
    record = record_of(event)
    assert isinstance(record, FaultRecord)
    return (
        seats.match_id,
        seats.half,
        line,
        *seats.at(event.fault.seat),
        record.code.value,
        record.deal,
        record.trick,
        record.at_us,
        record.cause,
        record.status,
        record.cpu_us,
        record.delay_us,
        record.lag_us,
        record.faults,
        int(record.fatal),
        _words(record.hint),
        _words(record.received),
        _words(record.request),
        _words(record.reason),
    )


def standings_rows(standings: Standings) -> Iterator[Row]:
    """A row for each entrant, in the order of the table."""
    note = JOINED.join(standings.not_rankable)
    for place in standings.places:
        yield (*flat(STANDING, place, standings), _words(note or None))


def individual_rows(standings: Standings) -> Iterator[Row]:
    """A row for each bot where partners change, in the order of the table."""
    for bot in standings.individuals:
        yield tuple(flat(INDIVIDUAL, bot, standings))
