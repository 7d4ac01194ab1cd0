"""A match as the replay viewer's JSON: short keys, cards as letters, nothing that the page can work out itself.

::

    match, tournament, started, unit, mirror, moveMs, units
    entrants   [{name, bots: [name, name]}, the same]
    result     [[heading, text], ...]      what the match came to, and where it was played
    halves     [{seats: [[entrant, bot] by seat], notes, deals, stderr}, ...]
    deal       n number, u unit, b board, d dealer, t trump card, h owner of each card (40 digits),
               c cards in order of play (a letter each), w wall and p CPU microseconds of each,
               m comments and f the referee's own cards and o excused ones by play (from 0),
               g games before, k carry, e notes, r result or null
    note       [cards played before it, kind, seat or null, text, log line, [[label, text], ...]]
    result r   [ending, points NS, EW, tricks NS, EW, winner 0|1|null, games won, games NS, EW, carry, worth]

Letters are A-Z and then a-n: the card's number in the pack. All texts are fit to show.
"""

import json
from collections.abc import Iterator
from typing import Final

from arena.engine import SEATS, Direction, Layout, Seat
from arena.referee.events import CardPlayed, DealEnded, PlayedBy
from arena.referee.spec import Unit
from arena.transcript.deal_log import DealLog, before_deals, deals_of
from arena.transcript.escapes import script_json
from arena.transcript.reader import LoggedHalf, LoggedMatch
from arena.web.match_notes import Note, note_of, stderr_text
from arena.web.shown import name_of, shown

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
"""A letter for each card of the pack."""


def match_json(match: LoggedMatch) -> str:
    """The match as JSON that may stand within a script element: no ``<``, ``>`` or ``&`` is left bare.

    Raises TranscriptError for a card that can't be played.
    """
    text = json.dumps(_match(match), ensure_ascii=True, separators=(",", ":"))
    return script_json(text)


def _match(match: LoggedMatch) -> dict[str, object]:
    spec = match.spec
    return {
        "match": name_of(spec.match_id),
        "tournament": name_of(spec.tournament),
        "started": name_of(match.started_at),
        "unit": spec.terms.unit.value,
        "units": len(spec.units),
        "mirror": spec.terms.rules.table_direction is Direction.ANTICLOCKWISE,
        "moveMs": spec.terms.clock.move_ms,
        "entrants": [
            {
                "name": name_of(entrant.name),
                "bots": [name_of(bot.name) for bot in entrant.bots],
            }
            for entrant in spec.entrants
        ],
        "result": [list(row) for row in match_facts(match)],
        "halves": [_half(match, half) for half in match.halves],
    }


def match_facts(match: LoggedMatch) -> Iterator[tuple[str, str]]:
    """What the match came to, and where it was played, as headings and texts."""
    spec, outcome = match.spec, match.outcome
    first, second = (name_of(entrant.name) for entrant in spec.entrants)
    yield "ending", _ending(match, (first, second))
    if spec.terms.unit is Unit.RUBBER:
        won = [sum(each.winner == entrant for each in outcome.rubbers) for entrant in range(2)]
        yield "rubbers", f"{first} {won[0]}, {second} {won[1]}"
    deals = f"in {outcome.deals} deals, from the side of {first}"
    yield "net games", f"{outcome.net_games:+} {deals}"
    yield "net points", f"{outcome.net_points:+} {deals}"
    clock = spec.terms.clock
    bank = f", {clock.bank_ms} ms in reserve" if clock.bank_ms else ""
    yield "time", f"{clock.move_ms} ms a move{bank}, {clock.start_ms} ms to start"
    yield "on a fault", str(spec.terms.on_fault)
    if spec.terms.freeze:
        yield "between turns", "bots are frozen"
    yield "played", name_of(match.started_at)
    for key, value in match.provenance.items():
        yield name_of(key), shown(str(value), 200)
    yield "match", name_of(spec.match_id)


def _ending(match: LoggedMatch, names: tuple[str, str]) -> str:
    outcome = match.outcome
    if outcome.reason is not None:
        return f"void: {shown(outcome.reason, 300)}"
    if outcome.lost_by is not None:
        return f"lost by {names[outcome.lost_by]}, which had too many faults"
    return "played to its end"


def _half(match: LoggedMatch, half: LoggedHalf) -> dict[str, object]:
    seating = match.spec.halves[half.half].seating
    notes = [note_of(match.spec, half, logged) for logged in before_deals(half)]
    return {
        "seats": [[place.entrant, place.bot] for place in seating],
        "notes": [_note(0, note) for note in notes if note],
        "deals": [_deal(match, half, deal) for deal in deals_of(str(match.path), half)],
        "stderr": [
            [int(Seat.parse(record.seat)), record.total_bytes, stderr_text(record)]
            for _, record in half.stderr
            if record.total_bytes
        ],
    }


def _deal(match: LoggedMatch, half: LoggedHalf, deal: DealLog) -> dict[str, object]:
    start = deal.started
    plays: list[CardPlayed] = []
    notes: list[list[object]] = []
    for step in deal.steps:
        event = step.logged.event
        if isinstance(event, CardPlayed):
            plays.append(event)
        elif note := note_of(match.spec, half, step.logged):
            notes.append(_note(len(plays), note))
    fields: dict[str, object] = {
        "n": start.deal,
        "u": start.unit,
        "b": start.board,
        "d": int(start.layout.dealer),
        "t": int(start.layout.trump_card),
        "h": _owners(start.layout),
        "c": "".join(LETTERS[play.card] for play in plays),
        "w": [play.wall_us for play in plays],
        "p": [play.usage.cpu_us for play in plays],
        "r": None if deal.ended is None else _result(deal.ended),
    }
    fields |= {"g": list(start.games)} if any(start.games) else {}
    fields |= {"k": start.carry} if start.carry else {}
    fields |= {"e": notes} if notes else {}
    return fields | dict(_remarks(plays))


def _owners(layout: Layout) -> str:
    """Who holds each card of the pack as dealt, a seat's digit each."""
    return "".join(
        next(str(int(seat)) for seat in SEATS if layout.hands[seat] >> number & 1)
        for number in range(len(LETTERS))
    )


def _remarks(plays: list[CardPlayed]) -> Iterator[tuple[str, object]]:
    """What only some plays have."""
    comments = {index: shown(play.comment) for index, play in enumerate(plays) if play.comment}
    if comments:
        yield "m", comments
    if referee := [index for index, play in enumerate(plays) if play.by is PlayedBy.REFEREE]:
        yield "f", referee
    if excused := [index for index, play in enumerate(plays) if play.overloaded]:
        yield "o", excused


def _note(played: int, note: Note) -> list[object]:
    seat = None if note.seat is None else int(note.seat)
    return [played, note.kind, seat, note.text, note.line, [list(each) for each in note.more]]


def _result(ended: DealEnded) -> list[object]:
    result = ended.result
    winner = None if result.winner is None else int(result.winner)
    return [
        ended.ending.value, *result.points, *result.tricks, winner,
        ended.games_won, *ended.games, ended.carry, result.games,
    ]  # fmt: skip
