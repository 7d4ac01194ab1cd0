"""What ``arena standings --plan`` says: what more boards would settle, and who would win a match."""

import json
from dataclasses import asdict

from arena.cli.show_run import show_rows
from arena.tournament.contest import Figure, Standings
from arena.tournament.figures import NOTHING, percent, signed
from arena.tournament.outlook import Outlook, PairOutlook, outlook_of


def show_outlook(standings: Standings) -> str:
    """Each entrant's chance to be the best, and what it takes to separate neighbours."""
    outlook = outlook_of(standings)
    unit = "rubbers" if standings.contest.ranked_by is Figure.RUBBERS else "boards"
    if len(outlook.best) < 2:  # noqa: PLR2004 - nobody to be compared with
        return "fewer than two entrants of the ranking have played: there is nothing to plan from\n"
    chances = show_rows(
        [(name, percent(best), signed(elo, 0)) for name, best, elo in outlook.best],
        ("entrant", "is the best", "normalised Elo"),
    )
    neighbours = show_rows(
        [_row(outlook, pair) for pair in outlook.neighbours],
        ("entrant", "before", "beats it", f"more {unit}", "minutes"),
    )
    return (
        f"{chances}\n\n{neighbours}\n\n"
        f"Is the best: the chance to be the strongest of the ranking, taken cautiously.\n"
        f"Beats it: in a match of {outlook.boards} {unit}; a star marks two who haven't met.\n"
        f"More {unit}: so many each entrant must still play against the field until the two are separated, with\n"
        "a chance of 80 % if their difference is what it seems. Minutes: for the whole field, one match at a time.\n"
    )


def _row(outlook: Outlook, pair: PairOutlook) -> tuple[str, ...]:
    star = "" if pair.met else " *"
    if pair.separated:
        return pair.first, pair.second, percent(pair.chance) + star, "separated", NOTHING
    if pair.boards is None:
        return pair.first, pair.second, percent(pair.chance) + star, "they seem level", NOTHING
    minutes = f"{outlook.minutes(pair.boards):,.1f}"
    return pair.first, pair.second, percent(pair.chance) + star, f"{pair.boards:,}", minutes


def show_outlook_json(standings: Standings) -> str:
    """The same of all pairs, as JSON."""
    outlook = outlook_of(standings)
    document = {
        "boards_of_a_match": outlook.boards,
        "boards_played_by_each": outlook.played,
        "board_ms": round(outlook.board_ms, 1),
        "entrants": [
            {"entrant": name, "chance_to_be_best": round(best, 4), "normalized_elo": round(elo, 1)}
            for name, best, elo in outlook.best
        ],
        "pairs": [
            asdict(pair)
            | {
                "chance": round(pair.chance, 4),
                "minutes": None if pair.boards is None else round(outlook.minutes(pair.boards), 1),
            }
            for pair in outlook.pairs
        ],
    }
    return json.dumps(document, indent=2) + "\n"
