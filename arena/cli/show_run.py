"""What ``arena tournament`` says beside the standings: the plan before, and how it ended after."""

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Final

from tabulate import tabulate

from arena.cli.progress import show_duration
from arena.referee.spec import MatchSpec, Unit
from arena.runner.audit import Audit
from arena.runner.plays import plays_of
from arena.runner.rundir import RunDirectory
from arena.runner.tournament import Begun, Plan, RunEnd
from arena.tournament.boards import is_short, new_seed, parse_seed
from arena.tournament.schedule import Workload, describe, schedule

SHORT_SEED: Final = "the seed is short: fit for tests, but a bot could guess it and know all cards"


def show_begun(begun: Begun) -> str:
    """The lines that a run begins with."""
    lines = [f"{begun.directory}: {_matches(begun.matches)}, {begun.jobs} at a time"]
    if begun.done:
        verb = "was" if begun.done == 1 else "were"
        lines.append(f"{begun.done} of them {verb} played before")
    else:
        lines.append(f"seed commitment {begun.seed_commitment}")
    lines.append(f"sandbox {begun.sandbox}")
    if begun.short_seed:
        lines.append(SHORT_SEED)
    lines += [
        f"note: {source} isn't what it was when the run began; the run goes on with the copy that it has"
        for source in begun.changed
    ]
    return "\n".join(lines)


def _matches(count: int) -> str:
    return f"{count} match" if count == 1 else f"{count} matches"


def show_off_turn(end: RunEnd) -> list[str]:
    """Lines about bots that worked when it was not their turn."""
    return [
        f"note: {name} worked off turn: {work}; freeze = true stops bots between their turns"
        for name, work in end.off_turn
    ]


def show_end(end: RunEnd) -> str:
    """The last line of a run: where things are, and what to do if it isn't over."""
    if end.interrupted:
        done, planned = end.standings.scored, end.standings.contest.planned
        return (
            f"interrupted after {done} of {planned} matches; the same command goes on with the rest"
        )
    if end.seed is None:
        void = ", ".join(end.standings.void)
        return (
            f"Error: not all matches could be played: {void} (why, {end.directory}/ledger.jsonl tells); "
            "the same command tries again"
        )
    return f"all in {end.directory}/; to check it: arena verify {end.directory}"


def show_audit(audit: Audit) -> str:
    """What a check of a run came to."""
    boards = "boards dealt again from the seed" if audit.dealt_again else "without the seed"
    state = "finished" if audit.finished else "not finished"
    count = len(audit.problems)
    verdict = f"{count} problem{'s' if count > 1 else ''}" if count else "proved"
    matches = (
        _matches(audit.matches)
        if audit.planned is None
        else f"{audit.matches} of {audit.planned} matches"
    )
    bots = "" if audit.with_bots else "without the frozen bots, "
    return f"{verdict}; {matches}, {bots}{boards}, {state}"


def show_matches(directory: RunDirectory) -> str:
    """The matches of a run in the order of finishing: where their logs are, and how they came out."""
    headers = ["log", "first N-S", "first E-W", "net games", "net points", "faults"]
    rows = [
        [
            str(play.log),
            *play.entry.entrants,
            f"{play.entry.outcome.net_games:+}",
            f"{play.entry.outcome.net_points:+}",
            " ".join(str(sum(faults.values())) for faults in play.entry.outcome.faults),
        ]
        for play in plays_of(directory)
    ]
    return _table(rows, headers) + "\n"


def show_plan(plan: Plan, *, as_json: bool) -> str:
    """What a tournament would play: entrants, schedule, workload; as text or JSON."""
    workload = describe(plan.config, plan.jobs)
    # Without a seed the matches are known but not their ids, which depend on it.
    seed = parse_seed(new_seed()) if plan.seed is None else plan.seed
    specs = schedule(plan.config, plan.entrants, seed)
    return _plan_json(plan, workload, specs) if as_json else _plan_text(plan, workload, specs)


def _plan_text(plan: Plan, workload: Workload, specs: Iterable[MatchSpec]) -> str:
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
        for number, spec in enumerate(specs, 1)
    ]
    unit = "boards" if plan.config.terms.unit is Unit.BOARD else "rubbers"
    parts = [
        _table(bots, ("entrant", "bots", "sha256")),
        _table(rows, ("match", "first N-S", "first E-W", unit)),
        _workload(plan, workload),
    ]
    return "\n\n".join(parts) + "\n"


def _table(rows: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    return tabulate(rows, headers, tablefmt="simple", disable_numparse=True)


def _units(spec: MatchSpec) -> str:
    if spec.terms.unit is Unit.RUBBER:
        return f"{len(spec.units)} from board {spec.units[0]} on"
    first, last = spec.units[0], spec.units[-1]
    return f"{first}" if first == last else f"{first}-{last}"


def _workload(plan: Plan, workload: Workload) -> str:
    about = "" if plan.config.terms.unit is Unit.BOARD else "about "
    usual, limit = show_duration(workload.usual_s), show_duration(workload.limit_s)
    lines = [
        f"{_matches(workload.matches)}, {about}{workload.deals} deals, {plan.jobs} at a time",
        f"about {usual} with bots that answer at once, {limit} if all use up all of their time",
        f"run directory: {plan.directory.path}",
    ]
    if plan.seed is not None and is_short(plan.seed):
        lines.append(SHORT_SEED)
    return "\n".join(lines)


def _plan_json(plan: Plan, workload: Workload, specs: Iterable[MatchSpec]) -> str:
    document = {
        "tournament": plan.config.name,
        "directory": str(plan.directory.path),
        "jobs": plan.jobs,
        "workload": dataclasses.asdict(workload),
        "entrants": [dataclasses.asdict(entrant) for entrant in plan.entrants],
        "matches": [
            {
                "id": None if plan.seed is None else spec.match_id,
                "entrants": [entrant.name for entrant in spec.entrants],
                "units": spec.units,
            }
            for spec in specs
        ],
    }
    return json.dumps(document, indent=2) + "\n"
