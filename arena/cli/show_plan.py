"""What ``arena tournament --dry-run`` says: who meets whom, how long it takes, and what there is already."""

import dataclasses
import json
from collections.abc import Iterator
from itertools import islice
from typing import Final

from arena.cli.progress import show_duration
from arena.cli.show_run import SHORT_SEED, changed_in_words, matches_in_words, show_rows
from arena.referee.spec import MatchSpec, Unit
from arena.runner.play.outlook import Outlook
from arena.runner.play.tournament import Plan
from arena.tournament.boards import is_short, new_seed, parse_seed
from arena.tournament.schedule import describe, schedule
from arena.tournament.worth import worth_of

MOST_ROWS: Final = 100
"""So many matches are listed; all of them are in the JSON."""


def show_plan(plan: Plan, outlook: Outlook) -> str:
    """What a tournament would play: entrants, the first matches, workload, and what is done already."""
    bots = [
        (
            entrant.name,
            " ".join(dict.fromkeys(bot.name for bot in entrant.bots)),
            " ".join(dict.fromkeys(bot.sha256[:12] for bot in entrant.bots)),
        )
        for entrant in plan.entrants
    ]
    rows = [
        (str(number), spec.entrants[0].name, spec.entrants[1].name, _units(spec))
        for number, spec in enumerate(islice(_specs(plan, outlook), MOST_ROWS), 1)
    ]
    unit = "boards" if plan.config.terms.unit is Unit.BOARD else "rubbers"
    listed = show_rows(rows, ("match", "first N-S", "first E-W", unit))
    if (rest := outlook.planned - len(rows)) > 0:
        listed += f"\n... and {rest} more"
    parts = [show_rows(bots, ("entrant", "bots", "sha256")), listed, _workload(plan, outlook)]
    return "\n\n".join(parts) + "\n"


def show_plan_json(plan: Plan, outlook: Outlook) -> Iterator[str]:
    """The same as JSON, in pieces: there may be more matches than fit into memory."""
    document = {
        "tournament": plan.config.name,
        "directory": str(plan.directory.path),
        "jobs": plan.jobs,
        "workload": dataclasses.asdict(describe(plan.config, plan.jobs)),
        "run": {
            "begun": outlook.begun,
            "done": outlook.done,
            "planned": outlook.planned,
            "refused": outlook.refused,
        },
        "entrants": [dataclasses.asdict(entrant) for entrant in plan.entrants],
    }
    yield json.dumps(document, indent=2).removesuffix("\n}") + ',\n  "matches": ['
    comma = ""
    for spec in _specs(plan, outlook):
        fields = {
            "id": None if plan.seed is None else spec.match_id,
            "entrants": [entrant.name for entrant in spec.entrants],
            "units": spec.units,
        }
        yield f"{comma}\n    {json.dumps(fields)}"
        comma = ","
    yield "\n  ]\n}\n"


def _specs(plan: Plan, outlook: Outlook) -> Iterator[MatchSpec]:
    """The matches that are known now, one by one."""
    # Without a seed they are known but for their ids, which depend on it (and a Swiss' lots).
    seed = parse_seed(new_seed()) if plan.seed is None else plan.seed
    entries = () if outlook.refused else outlook.entries
    return schedule(plan.config, plan.entrants, seed, entries)


def _units(spec: MatchSpec) -> str:
    if spec.terms.unit is Unit.RUBBER:
        return f"{len(spec.units)} from board {spec.units[0]} on"
    first, last = spec.units[0], spec.units[-1]
    return f"{first}" if first == last else f"{first}-{last}"


def _workload(plan: Plan, outlook: Outlook) -> str:
    workload = describe(plan.config, plan.jobs)
    about = "" if plan.config.terms.unit is Unit.BOARD else "about "
    usual, limit = show_duration(workload.usual_s), show_duration(workload.limit_s)
    lines = [
        f"{matches_in_words(workload.matches)}, {about}{workload.deals} deals, {plan.jobs} at a time",
        f"about {usual} with bots that answer at once, {limit} if all use up all of their time",
    ]
    if plan.config.max_boards is not None:
        most = f"{plan.config.max_boards:,} boards"
        lines.append(f"then further matches until neighbours are separated, up to {most} in all")
    lines += _worth(plan)
    lines.append(f"run directory: {plan.directory.path}{_state(outlook)}")
    if outlook.refused is not None:
        lines.append(f"the command would be refused: {outlook.refused}")
    lines += changed_in_words(plan.changed, plan.late)
    if plan.seed is not None and is_short(plan.seed):
        lines.append(SHORT_SEED)
    return "\n".join(lines)


def _worth(plan: Plan) -> list[str]:
    """How the format compares with a round-robin at equal cost."""
    worth = worth_of(plan.config)
    if worth is None:
        return []
    unit = "boards" if plan.config.terms.unit is Unit.BOARD else "rubbers"
    own = f"expected order of such a field, by Kendall's tau: {worth.tau:.2f} with this format"
    if worth.round_robin is None:
        return [f"{own}; a round-robin at equal cost would have too few {unit} a meeting"]
    return [
        f"{own}, {worth.round_robin:.2f} with a round-robin of {worth.boards} {unit} a meeting, which costs as much"
    ]


def _state(outlook: Outlook) -> str:
    if not outlook.begun:
        return ""
    left = outlook.planned - outlook.done
    return f", where {outlook.done} of {matches_in_words(outlook.planned)} are done and {left} left"
