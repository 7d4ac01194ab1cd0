"""Whether a ledger still has all that it had: whoever is about to write one asks this first.

``ledger.sha256`` is of the ledger as it was when the standings were last written. Lines are only ever added, and
a line is on disk before the note is, so whatever befalls the host the note is of all lines, or of the first ones. A ledger
of which it is neither has lost lines, or is another one; to write on would turn the loss into history.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from arena.errors import TranscriptError
from arena.runner.runs.directory import RunDirectory
from arena.transcript.ledger import GENESIS, Entry, MatchEntry, iter_ledger
from arena.transcript.rulings import RulingsFold

ACCEPT: Final = "--accept-loss"
"""The option of ``arena tournament`` with which a run goes on all the same."""

_NOTE: Final = re.compile(rb"([0-9a-f]{64})  ledger\.jsonl\n")
_BEFORE_THE_NOTE: Final = 2
"""So many lines a ledger may have before its hash is noted for the first time."""

_LISTED: Final = 5


@dataclass(frozen=True, slots=True)
class Loss:
    """Lines that a ledger had and has no more. noted: the hash that tells so, ``GENESIS`` where the note itself is gone."""

    noted: str
    message: str


def read_note(path: Path) -> bytes | None:
    """The hash in ``ledger.sha256``; None where there is none as the arena writes it."""
    try:
        found = _NOTE.fullmatch(path.read_bytes())
    except OSError:
        return None
    return found[1] if found else None


def find_loss(directory: RunDirectory) -> Loss | None:
    """What the run's ledger has lost since its hash was noted; None if it has all its lines.

    A loss that the organiser accepted before, by a line of the ledger that names the same hash, is none any more.
    """
    note = read_note(directory.ledger_hash)
    if note is None and not directory.standings_json.exists():
        return None  # nothing was ever noted
    whole, lines = hashlib.sha256(), 0
    accepted = b"" if note is None else b'{"type":"loss","noted":"' + note + b'"'
    for raw in _lines(directory.ledger):
        lines += 1
        whole.update(raw)
        if whole.hexdigest().encode("ascii") == note or (accepted and raw.startswith(accepted)):
            return None
        if note is None and raw.startswith(b'{"type":"loss",'):
            return None
    early = note is None and 0 < lines <= _BEFORE_THE_NOTE  # killed before the first note
    if early and not any(_lost(directory)):
        return None
    return Loss(GENESIS if note is None else note.decode("ascii"), _told(directory, lines))


def _lines(path: Path) -> Iterator[bytes]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for raw in file:
            if raw.endswith(b"\n"):
                yield raw


def _told(directory: RunDirectory, lines: int) -> str:
    path, note = directory.ledger, directory.ledger_hash
    whole = "1 whole line" if lines == 1 else f"{lines} whole lines"
    why = (
        f"{note.name} is of another or a longer ledger"
        if read_note(note) is not None
        else f"{note.name} is gone or damaged"
    )
    lost = list(_lost(directory))
    known = f" Lost, as {directory.standings_json.name} tells: {'; '.join(lost)}." if lost else ""
    return (
        f"{path} has {whole}, but {why}: lines that it had are missing, or were changed.{known} Restore both files from a "
        f"copy; or, if there is none, go on without those lines: give the command that plays the run with {ACCEPT}, "
        "and the ledger will tell so. Matches whose sealed logs are there are entered anew; decisions must be said again"
    )


def _lost(directory: RunDirectory) -> Iterator[str]:
    """What the standings that were written last know, and the ledger doesn't."""
    try:
        document = json.loads(directory.standings_json.read_bytes())
        rulings, matches = _known(directory.ledger)
    except (OSError, ValueError, TranscriptError):
        return
    for key, known in (
        ("disqualified", rulings.disqualified),
        ("withdrawn", rulings.withdrawn),
    ):
        names = [name for name in _values(document, key, "entrant") if name not in known]
        if names:
            yield f"{', '.join(names[:_LISTED])} {key}"
    annulled = [
        it for it in _values(document, "annulled", "match_id") if it not in rulings.annulled
    ]
    if annulled:
        yield f"annulled: {', '.join(annulled[:_LISTED])}"
    scored = cast("dict[str, object]", document.get("matches", {})).get("scored")
    if isinstance(scored, int) and scored > matches:
        yield f"{scored - matches} of {scored} finished matches"


def _values(document: object, key: str, name: str) -> list[str]:
    if not isinstance(document, dict):
        return []
    found = cast("dict[str, object]", document).get(key)
    rows = cast("list[object]", found) if isinstance(found, list) else []
    tables = (cast("dict[str, object]", row) for row in rows if isinstance(row, dict))
    return [str(table.get(name)) for table in tables]


@dataclass(frozen=True, slots=True)
class _Known:
    disqualified: frozenset[str]
    withdrawn: frozenset[str]
    annulled: frozenset[str]


def _known(path: Path) -> tuple[_Known, int]:
    """The rulings of a ledger, and how many of its matches are in force."""
    fold, in_force = RulingsFold(), set[str]()
    entries: Iterator[Entry] = iter_ledger(path) if path.exists() else iter(())
    for entry in entries:
        fold.add(entry)
        if isinstance(entry, MatchEntry):
            in_force.add(entry.match_id)
    rulings = fold.rulings
    in_force -= rulings.annulled.keys()
    known = _Known(
        frozenset(rulings.disqualified), frozenset(rulings.withdrawn), frozenset(rulings.annulled)
    )
    return known, len(in_force)
