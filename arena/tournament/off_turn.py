"""Who worked when it was not their turn: a fold over the ledger, for the organiser to know."""

from collections.abc import Iterable

from arena.transcript.ledger import Entry, MatchEntry, outcome_of
from arena.transcript.work import Work


def off_turn_workers(entries: Iterable[Entry]) -> tuple[tuple[str, Work], ...]:
    """Entrants whose bots used noticeably much CPU time between their turns, who used most first."""
    found: dict[str, Work] = {}
    for entry in entries:
        if isinstance(entry, MatchEntry):
            for name, work in zip(entry.entrants, outcome_of(entry).work, strict=True):
                found[name] = found.get(name, Work()) + work
    noticed = [(name, work) for name, work in found.items() if work.noticeable]
    return tuple(sorted(noticed, key=lambda each: (-each[1].off_turn_us, each[0])))
