"""Standings for programs: as JSON and as CSV (``docs/standings.md`` explains every key)."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Final

from arena.referee.spec import Unit
from arena.tournament.columns import (
    INDIVIDUAL,
    JOINED,
    STANDING,
    bounds,
    fields,
    flat,
    flat_columns,
    rounded,
)
from arena.tournament.contest import Figure, Standings
from arena.tournament.tally import Tally

STANDINGS_FORMAT: Final = 3
"""The version of the JSON; a further key doesn't change it."""

RANKED_BY: Final = {
    Unit.BOARD: ("net_games_per_deal", "net_games_per_deal_among_equals", "net_points_per_deal"),
    Unit.RUBBER: (
        "net_rubbers_per_rubber",
        "net_rubbers_per_rubber_among_equals",
        "net_games_per_deal",
        "net_points_per_deal",
    ),
}
"""What places an entrant, by unit: the first figure that differs decides."""


def show_json(standings: Standings) -> str:
    """The standings as JSON, keys in a settled order; the same standings give the same bytes."""
    contest = standings.contest
    document = {
        "format": STANDINGS_FORMAT,
        "tournament": contest.name,
        "tournament_format": contest.format,
        "unit": contest.unit.value,
        "ranked_by": list(RANKED_BY[contest.unit]),
        "not_rankable": list(standings.not_rankable),
        "after": standings.after,
        "matches": {
            "planned": contest.planned,
            "scored": standings.scored,
            "void": list(standings.void),
        },
        "separations_from_one_match": standings.of_one_match,
        "standings": [fields(STANDING, place, standings) for place in standings.places],
        "individuals": [fields(INDIVIDUAL, each, standings) for each in standings.individuals],
        "disqualified": _rulings(standings.disqualified),
        "withdrawn": _rulings(standings.withdrawn),
        "annulled": [
            {"match_id": match_id, "reason": reason} for match_id, reason in standings.annulled
        ],
        "signs": [
            {"sign": it.kind.value, "entrant": it.entrant, "against": it.against, "words": it.words}
            for it in standings.signs
        ],
        "head_to_head": [
            {"entrant": one.name, "against": other.name}
            | _meeting_fields(standings, one.name, other.name)
            for one in standings.places
            for other in standings.places
            if (one.name, other.name) in standings.between
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _rulings(reasons: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"entrant": name, "reason": reason} for name, reason in reasons.items()]


def _meeting_fields(standings: Standings, one: str, other: str) -> dict[str, object]:
    meeting = standings.between[one, other]
    found: dict[str, object] = {
        **_tally_fields(meeting.tally),
        "boards": meeting.games.boards.count,
        "counts": not standings.contest.is_friendly(one, other),
    }
    for figure, key in _MEETING_KEYS.items():
        if figure in standings.figures:
            estimate = standings.against(one, other, figure)
            found[key] = rounded(estimate)
            found[f"{key}_interval"] = bounds(estimate)
    return found


_MEETING_KEYS: Final = {
    Figure.RUBBERS: "net_rubbers_per_rubber",
    Figure.GAMES: "net_games_per_deal",
    Figure.POINTS: "net_points_per_deal",
}


def _tally_fields(tally: Tally) -> dict[str, object]:
    return {
        "matches": tally.matches,
        "deals": tally.deals,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "net_games": tally.net_games,
        "net_points": tally.net_points,
    }


def show_csv(standings: Standings) -> str:
    """The places as CSV with a header: who is disqualified comes last, without a rank."""
    text = io.StringIO()
    head = {
        "tournament": standings.contest.name,
        "unit": standings.contest.unit.value,
        "not_rankable": JOINED.join(standings.not_rankable),
    }
    columns = [name for name, _ in flat_columns(STANDING)]
    writer = csv.DictWriter(text, [*head, *columns], lineterminator="\n")
    writer.writeheader()
    for place in standings.places:
        writer.writerow(head | dict(zip(columns, flat(STANDING, place, standings), strict=True)))
    for name, reason in standings.disqualified.items():
        writer.writerow(head | {"entrant": name, "ruling": "disqualified", "reason": reason})
    return text.getvalue()
