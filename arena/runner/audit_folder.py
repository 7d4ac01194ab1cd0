"""Checking what lies in a run's directory beside the ledger: frozen bots, logs that aren't entered, torn ends."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

from arena.errors import TranscriptError
from arena.referee.events import Ending
from arena.runner.frozen import is_intact
from arena.runner.record import RunRecord
from arena.runner.rundir import RunDirectory
from arena.transcript.ledger import Entry, MatchEntry, RunEntry
from arena.transcript.verify import verify_log

_HASH: Final = re.compile("[0-9a-f]{64}")


def check_bots(
    directory: RunDirectory, record: RunRecord | None, entries: list[Entry]
) -> Iterator[str]:
    """Every frozen bot must be as it was frozen, and all that have played must be there."""
    there = {path.name: path for path in directory.bots.iterdir() if _HASH.fullmatch(path.name)}
    for path in sorted(there.values()):
        if not is_intact(path):
            yield f"{path}: isn't the bot that was frozen; the same command copies it anew"
    played = {name for entry in entries if isinstance(entry, MatchEntry) for name in entry.entrants}
    for entrant in () if record is None else record.entrants:
        for bot in dict.fromkeys(entrant.bots):
            if entrant.name in played and bot.sha256 not in there:
                yield f"{directory.bots / bot.sha256}: is missing, though {entrant.name} has played"


def check_logs(directory: RunDirectory, entries: list[Entry]) -> Iterator[str]:
    """Every sealed log in a run that nobody plays must be in the ledger, but for void matches."""
    entered = {
        directory.log_of(entry.match_id) for entry in entries if isinstance(entry, MatchEntry)
    }
    first = entries[0] if entries else None
    for path in sorted(directory.matches.glob("*.jsonl")):
        if path in entered:
            continue
        try:
            match = verify_log(path)
        except TranscriptError as error:
            yield f"{error} (a log that isn't in the ledger)"
            continue
        if isinstance(first, RunEntry) and match.spec.tournament != first.tournament:
            yield f"{path}: is a log of another tournament, {match.spec.tournament}"
        elif match.outcome.ending is not Ending.VOID:
            yield f"{path}: is sealed, but isn't in the ledger; the same command enters it"


def check_ledger_end(ledger: Path) -> Iterator[str]:
    """The last line of a ledger that nobody writes must be whole."""
    data = ledger.read_bytes()
    if data and not data.endswith(b"\n"):
        yield f"{ledger}: its last line is cut off; the same command mends it"


def check_scored(path: Path, entries: list[Entry]) -> Iterator[str]:
    """Standings may lag behind the ledger of a run that was killed, but never be ahead of it."""
    try:
        values = cast("dict[str, dict[str, object]]", json.loads(path.read_bytes()))
        scored = values["matches"]["scored"]
    except FileNotFoundError:
        return
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield f"{path}: can't be read: {error}"
        return
    known = sum(isinstance(entry, MatchEntry) for entry in entries)
    if not isinstance(scored, int) or scored > known:
        yield f"{path}: counts {scored} matches, but the ledger has {known}"
