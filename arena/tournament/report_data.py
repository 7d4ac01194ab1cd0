"""Standings for programs: as JSON and as CSV (``docs/standings.md`` explains every key)."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Final, cast

from arena.referee.spec import Unit
from arena.tournament.standings import Individual, Standing, Standings
from arena.tournament.statistics import Estimate
from arena.tournament.tally import Meeting, Tally

STANDINGS_FORMAT: Final = 2
"""The version of the JSON; a further key doesn't change it."""

JSON_DECIMALS: Final = 4
"""Digits after the point in JSON and CSV. Half a unit goes to the even neighbour."""

RANKED_BY: Final = {
    Unit.BOARD: ("net_games_per_deal", "net_games_per_deal_among_equals", "net_points_per_deal"),
    Unit.RUBBER: ("won", "net_games", "net_points"),
}
"""What places an entrant, by unit: the first figure that differs decides."""

_JOINED: Final = ";"
"""Between several values in one field of CSV."""


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
        "standings": [_place_fields(place, contest.unit) for place in standings.places],
        "individuals": [_individual_fields(each) for each in standings.individuals],
        "disqualified": _rulings(standings.disqualified),
        "withdrawn": _rulings(standings.withdrawn),
        "annulled": [
            {"match_id": match_id, "reason": reason} for match_id, reason in standings.annulled
        ],
        "head_to_head": [
            {"entrant": one.name, "against": other.name}
            | _meeting_fields(standings.between[one.name, other.name], contest.unit)
            for one in standings.places
            for other in standings.places
            if (one.name, other.name) in standings.between
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _rulings(reasons: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"entrant": name, "reason": reason} for name, reason in reasons.items()]


def _place_fields(place: Standing, unit: Unit) -> dict[str, object]:
    return {
        "rank": place.rank,
        "shared": place.shared,
        "entrant": place.name,
        **_tally_fields(place.tally),
        **_strength_fields(place.games, place.points, place.rubbers, unit),
        "not_separated_from": list(place.not_separated),
        "ahead_of_next": rounded(place.ahead),
        "ahead_of_next_interval": bounds(place.ahead),
        "faults": {code.value: count for code, count in place.faults.items()},
    }


def _individual_fields(individual: Individual) -> dict[str, object]:
    return {
        "rank": individual.rank,
        "shared": individual.shared,
        "bot": individual.name,
        "boards": individual.boards,
        **_strength_fields(individual.games, individual.points, None, Unit.BOARD),
        "not_separated_from": list(individual.not_separated),
    }


def _meeting_fields(meeting: Meeting, unit: Unit) -> dict[str, object]:
    return {
        **_tally_fields(meeting.tally),
        "boards": meeting.games.count,
        **_strength_fields(
            meeting.games.estimate, meeting.points.estimate, meeting.rubbers.estimate, unit
        ),
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


def _strength_fields(
    games: Estimate | None, points: Estimate | None, rubbers: Estimate | None, unit: Unit
) -> dict[str, object]:
    figures = {"net_games_per_deal": games, "net_points_per_deal": points}
    if unit is Unit.RUBBER:
        figures = {"net_rubbers_per_rubber": rubbers} | figures
    fields: dict[str, object] = {}
    for key, estimate in figures.items():
        fields[key] = rounded(estimate)
        fields[f"{key}_interval"] = bounds(estimate)
    return fields


def rounded(estimate: Estimate | None) -> float | None:
    """A figure's mean as it stands in the JSON."""
    return None if estimate is None else float(round(estimate.mean, JSON_DECIMALS))


def bounds(estimate: Estimate | None) -> tuple[float, float] | None:
    """The bounds of its 95 % interval; None where it has none."""
    interval = None if estimate is None else estimate.interval()
    return None if interval is None else (_round(interval[0]), _round(interval[1]))


def _round(value: float) -> float:
    return round(value, JSON_DECIMALS) + 0.0  # which makes 0.0 of -0.0


def show_csv(standings: Standings) -> str:
    """The places as CSV with a header: who is disqualified comes last, without a rank."""
    unit = standings.contest.unit
    text = io.StringIO()
    rows = [_csv_place(place, standings) for place in standings.places]
    rows += [
        {"entrant": name, "ruling": "disqualified", "reason": reason}
        for name, reason in standings.disqualified.items()
    ]
    blank = Standing(0, shared=False, name="", tally=Tally(), faults={})
    writer = csv.DictWriter(text, list(_csv_place(blank, standings)), lineterminator="\n")
    writer.writeheader()
    note = _JOINED.join(standings.not_rankable)
    head = {"tournament": standings.contest.name, "unit": unit.value, "not_rankable": note}
    writer.writerows(row | head for row in rows)
    return text.getvalue()


def _csv_place(place: Standing, standings: Standings) -> dict[str, object]:
    """A row by column; lists are joined, an interval is two columns, faults are summed up."""
    row: dict[str, object] = {"tournament": "", "unit": "", "not_rankable": ""}
    for key, value in _place_fields(place, standings.contest.unit).items():
        if key.endswith("_interval"):
            low, high = cast("tuple[float, float] | None", value) or (None, None)
            stem = key.removesuffix("_interval")
            row |= {f"{stem}_low": low, f"{stem}_high": high}
        elif key == "shared":
            row[key] = "true" if value else "false"
        elif key == "not_separated_from":
            row[key] = _JOINED.join(place.not_separated)
        else:
            row[key] = value
    row["faults"] = sum(place.faults.values())
    withdrawn = standings.withdrawn.get(place.name)
    row["ruling"] = "" if withdrawn is None else "withdrawn"
    row["reason"] = withdrawn
    return row
