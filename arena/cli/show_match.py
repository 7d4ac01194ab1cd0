"""The result of one match in the form of standings, as a table or as JSON."""

import json

from arena.cli.show_duel import DuelResult, show_result
from arena.cli.terminal import width
from arena.referee.spec import Unit
from arena.tournament.contest import Contest, Standings
from arena.tournament.report import show_json, show_table
from arena.tournament.standings import fold_standings
from arena.transcript.ledger import MatchEntry
from arena.transcript.reader import LoggedMatch


def show_match(match: LoggedMatch, seed: str) -> str:
    """Who did better, what that proves, and the seed to play the very same again."""
    parts = [
        show_table(_standings(match), crossed=False, width=width()),
        *_in_words(match),
        f"seed {seed}\n",
    ]
    return "\n".join(parts)


def show_match_json(match: LoggedMatch, seed: str) -> str:
    """The same as JSON: the standings' keys, then ``in_words`` (of boards), ``match_id`` and ``seed``."""
    fields: dict[str, object] = json.loads(show_json(_standings(match)))
    for words in _in_words(match):
        fields["in_words"] = words.strip()
    return json.dumps(fields | {"match_id": match.spec.match_id, "seed": seed}, indent=2) + "\n"


def _in_words(match: LoggedMatch) -> list[str]:
    """The sentence on who is better: nothing for rubbers, which aren't comparable one by one."""
    if match.spec.terms.unit is Unit.RUBBER:
        return []
    return [f"{show_result(DuelResult.of_match(match))}\n"]


def _standings(match: LoggedMatch) -> Standings:
    spec = match.spec
    names = (spec.entrants[0].name, spec.entrants[1].name)
    entry = MatchEntry(
        match_id=spec.match_id,
        entrants=names,
        attempt=1,
        log_sha256=match.seal.sha256,
        log_bytes=0,
        outcome=match.outcome.to_record(),
    )
    return fold_standings([entry], Contest(spec.tournament, spec.terms.unit, names, 1))
