"""Everything that a report is made of, read from a run once: standings, matches, evidence, provenance."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from arena.referee.events import Ending
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import RunRecord, read_entries, read_record, read_standings
from arena.tournament.contest import Standings
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    Entry,
    MatchEntry,
    ReinstateEntry,
    RunEntry,
    SessionEntry,
    VoidEntry,
    WithdrawEntry,
    outcome_of,
)
from arena.transcript.outcome import MatchOutcome
from arena.transcript.reader import LoggedMatch
from arena.transcript.rulings import Rulings, plays_in_force
from arena.web.evidence import Evidence, Swing, gather, read_entered
from arena.web.shown import shown

_TEXT_CHARS = 300


@dataclass(frozen=True, slots=True)
class MatchSeen:
    """A match that was played: what it came to, and its boards from the greatest swing to the least."""

    match_id: str
    entrants: tuple[str, str]
    outcome: MatchOutcome
    swings: tuple[Swing, ...]
    counts: bool

    @property
    def size(self) -> tuple[int, int]:
        """Its greatest swing."""
        return self.swings[0].size if self.swings else (0, 0)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run as its report tells it."""

    record: RunRecord
    standings: Standings
    matches: tuple[MatchSeen, ...]
    evidence: Mapping[str, Evidence]
    rulings: Rulings
    notes: tuple[str, ...]
    provenance: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...]
    ended: bool

    @property
    def swings(self) -> list[Swing]:
        """All boards that count, from the greatest swing to the least; of equal ones in the order of play."""
        swings = [swing for match in self.matches if match.counts for swing in match.swings]
        return sorted(swings, key=lambda swing: swing.size, reverse=True)

    @property
    def names(self) -> tuple[str, ...]:
        """All who have a page: by place, then whoever played besides."""
        ranked = [place.name for place in self.standings.places]
        out = [*self.standings.disqualified, *self.standings.withdrawn]
        others = [*self.standings.contest.entrants, *out, *sorted(self.evidence)]
        return tuple(dict.fromkeys([*ranked, *others]))


Visit = Callable[[LoggedMatch], None]
"""Is given each match as it is read, for only one is kept in memory at a time."""

Tell = Callable[[str], None]
"""Is told how far the reading has come."""


def say_nothing(_text: str) -> None:
    """A ``Tell`` for those who don't ask."""


def read_run(directory: RunDirectory, visit: Visit, tell: Tell = say_nothing) -> RunFacts:
    """Read a run, log by log. Raises RunError or TranscriptError for what is missing, damaged or not its own."""
    record = read_record(directory.record)
    document = directory.read_record() or {}
    entries = list(read_entries(directory))
    rulings = Rulings.of(entries)
    evidence: dict[str, Evidence] = defaultdict(Evidence)
    matches: list[MatchSeen] = []
    plays = list(plays_in_force(entries, rulings))
    for number, entry in enumerate(plays, 1):
        tell(f"reading match {number} of {len(plays)}")
        match = read_entered(directory, entry)
        visit(match)
        matches.append(_seen(entry, match, gather(match, evidence), rulings))
    return RunFacts(
        record=record,
        standings=read_standings(directory),
        matches=tuple(sorted(matches, key=lambda match: match.size, reverse=True)),
        evidence=dict(evidence),
        rulings=rulings,
        notes=tuple(_notes(entries)),
        provenance=tuple(_provenance(record, document, entries)),
        settings=tuple(_settings(document)),
        ended=rulings.ended,
    )


def _seen(
    entry: MatchEntry, match: LoggedMatch, swings: list[Swing], rulings: Rulings
) -> MatchSeen:
    outcome = outcome_of(entry)
    out = any(rulings.is_disqualified(name) for name in entry.entrants)
    played = outcome.ending is Ending.PLAYED
    return MatchSeen(
        match_id=match.spec.match_id,
        entrants=entry.entrants,
        outcome=outcome,
        swings=tuple(sorted(swings, key=lambda each: each.size, reverse=True)) if played else (),
        counts=outcome.ending is not Ending.VOID and not out,
    )


def _notes(entries: list[Entry]) -> Iterator[str]:
    """What the organiser ruled and the host broke, in the ledger's order, in words."""
    for entry in entries:
        match entry:
            case VoidEntry(match_id=match_id, reason=reason):
                yield f"Match {_id(match_id)} was void by a fault of the host: {_text(reason)}"
            case AnnulEntry(match_id=match_id, reason=reason):
                yield f"Match {_id(match_id)} was annulled by the organiser: {_text(reason)}"
            case DisqualifyEntry(entrant=name, reason=reason):
                yield f"{_text(name)} was disqualified: {_text(reason)}"
            case WithdrawEntry(entrant=name, reason=reason):
                yield f"{_text(name)} withdrew: {_text(reason)}"
            case ReinstateEntry(entrant=name, reason=reason):
                yield f"{_text(name)} was reinstated: {_text(reason)}"
            case SessionEntry(jobs=jobs, cores=cores, oversubscribed=True):
                yield f"{jobs} matches at a time were played on {cores} cores"
            case _:
                pass


def _provenance(
    record: RunRecord, document: Mapping[str, object], entries: list[Entry]
) -> Iterator[tuple[str, str]]:
    """What is needed to check the run and to play it again, as headings and texts."""
    yield "seed commitment", record.seed_commitment
    seeds = [entry.seed for entry in entries if isinstance(entry, EndEntry)]
    yield "seed", seeds[0] if seeds else "published when the last match is over"
    for entry in entries:
        match entry:
            case RunEntry(config_sha256=sha256):
                yield "run.toml, SHA-256", sha256
            case SessionEntry(jobs=jobs, cores=cores, sandbox=sandbox):
                yield "session", f"{jobs} at a time on {cores} cores, sandbox {_text(sandbox)}"
            case _:
                pass
    for key, value in document.items():
        if isinstance(value, str) and key != "seed_commitment":
            yield key.replace("_", " "), _text(value)


def _settings(document: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The tables of ``run.toml``, entrants aside."""
    tables = {
        key: cast("object", value) for key, value in document.items() if isinstance(value, Mapping)
    }
    for key, value in _plain(tables):
        yield key, _text(value)


def _plain(document: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The values of a document and of its tables, but not of arrays: headings and texts."""
    for key, value in document.items():
        if isinstance(value, Mapping):
            for inner, item in _plain(cast("Mapping[str, object]", value)):
                yield f"{key}: {inner}", item
        elif not isinstance(value, list):
            yield key, str(value).lower() if isinstance(value, bool) else str(value)


def _text(text: str) -> str:
    return shown(text, _TEXT_CHARS)


def _id(match_id: str) -> str:
    return shown(match_id[:12])
