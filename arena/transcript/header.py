"""A match's header: ``MatchSpec`` and where it was played, as the log's first record and back."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime

from arena.engine import Ruleset
from arena.referee.spec import (
    BotRef,
    Clock,
    Entrant,
    HalfSpec,
    Limits,
    MatchSpec,
    OnFault,
    Place,
    Terms,
    Unit,
)
from arena.transcript.records import (
    LOG_FORMAT,
    BotRecord,
    EntrantRecord,
    LimitsRecord,
    MatchRecord,
    SeatingRecord,
)

Provenance = Mapping[str, int | str]
"""Where and with what a match was played: versions, platform, cores, isolation level."""


def header_of(spec: MatchSpec, provenance: Provenance, started: datetime) -> MatchRecord:
    """The log's first record; ``started`` is a time with a time zone."""
    terms = spec.terms
    return MatchRecord(
        format=LOG_FORMAT,
        match_id=spec.match_id,
        tournament=spec.tournament,
        entrants=(_entrant_record(spec.entrants[0]), _entrant_record(spec.entrants[1])),
        unit=terms.unit.value,
        units=spec.units,
        rules=terms.rules.to_mapping(),
        start_ms=terms.clock.start_ms,
        move_ms=terms.clock.move_ms,
        bank_ms=terms.clock.bank_ms,
        on_fault=terms.on_fault.value,
        max_faults=terms.max_faults,
        show_hands=terms.show_hands,
        limits=LimitsRecord(**asdict(terms.limits)),
        freeze=terms.freeze,
        halves=(_seating_record(spec.halves[0]), _seating_record(spec.halves[1])),
        started_at=started.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        provenance=dict(provenance),
    )


def spec_of(header: MatchRecord) -> MatchSpec:
    """What was to be played.

    Raises RulesetError for rules that can't be, ValueError for seats that aren't those of a match:
    each entrant's two bots are partners, and the second half exchanges the entrants' seats.
    """
    first, second = ([entrant for entrant, _ in half.seating] for half in header.halves)
    if first not in ([0, 1, 0, 1], [1, 0, 1, 0]) or second != [1 - entrant for entrant in first]:
        raise ValueError("the seats aren't those of two partnerships that exchange them")
    for half in header.halves:
        if len(set(half.seating)) != len(half.seating):
            raise ValueError("a bot has two seats")
    terms = Terms(
        rules=Ruleset.from_mapping(header.rules),
        unit=Unit(header.unit),
        clock=Clock(header.start_ms, header.move_ms, header.bank_ms),
        on_fault=OnFault(header.on_fault),
        max_faults=header.max_faults,
        show_hands=header.show_hands,
        limits=Limits(**header.limits.model_dump()),
        freeze=header.freeze,
    )
    return MatchSpec(
        match_id=header.match_id,
        tournament=header.tournament,
        terms=terms,
        entrants=(_entrant(header.entrants[0]), _entrant(header.entrants[1])),
        units=header.units,
        halves=(_half(header.halves[0]), _half(header.halves[1])),
    )


def _entrant_record(entrant: Entrant) -> EntrantRecord:
    first, second = (BotRecord(name=bot.name, sha256=bot.sha256) for bot in entrant.bots)
    return EntrantRecord(name=entrant.name, bots=(first, second))


def _entrant(record: EntrantRecord) -> Entrant:
    first, second = (BotRef(bot.name, bot.sha256) for bot in record.bots)
    return Entrant(record.name, (first, second))


def _seating_record(half: HalfSpec) -> SeatingRecord:
    north, east, south, west = ((place.entrant, place.bot) for place in half.seating)
    return SeatingRecord(seating=(north, east, south, west), seeds=half.seeds)


def _half(record: SeatingRecord) -> HalfSpec:
    north, east, south, west = (Place(entrant, bot) for entrant, bot in record.seating)
    return HalfSpec((north, east, south, west), record.seeds)
