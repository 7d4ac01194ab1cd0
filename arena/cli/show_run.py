"""What ``arena tournament`` says beside the standings: the plan before, and how it ended after."""

import shlex
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tabulate import tabulate

from arena.runner.audit.ledger import Later
from arena.runner.audit.run import Audit
from arena.runner.play.tournament import Begun, RunEnd
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import plays_of
from arena.runner.runs.record import read_record

SHORT_SEED: Final = "the seed is short: fit for tests, but a bot could guess it and know all cards"


def changed_in_words(sources: Iterable[Path], late: Iterable[str]) -> list[str]:
    """Lines about what the file has otherwise than the run that it began: bots that were changed, entrants that came late."""
    return [
        f"note: {source} isn't what it was when the run began; the run goes on with the copy that it has"
        for source in sources
    ] + [
        f"note: {name} came after the run began, and plays in the next one (another --out)"
        for name in late
    ]


def show_begun(begun: Begun) -> str:
    """The lines that a run begins with."""
    lines = [f"{begun.directory}: {matches_in_words(begun.matches)}, {begun.jobs} at a time"]
    if begun.done:
        verb = "was" if begun.done == 1 else "were"
        lines.append(f"{begun.done} of them {verb} played before")
    else:
        lines.append(f"seed commitment {begun.seed_commitment}")
    lines.append(f"sandbox {begun.sandbox}")
    if begun.short_seed:
        lines.append(SHORT_SEED)
    lines += changed_in_words(begun.changed, begun.late)
    return "\n".join(lines)


def matches_in_words(count: int) -> str:
    """So many matches, in words."""
    return f"{count} match" if count == 1 else f"{count} matches"


def show_off_turn(end: RunEnd) -> list[str]:
    """Lines about bots that worked when it was not their turn."""
    return [
        f"note: {name} worked off turn: {work}; freeze = true stops bots between their turns"
        for name, work in end.off_turn
    ]


def show_end(end: RunEnd) -> str:
    """The last lines of a run: where things are, and what to do next."""
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
    run = shlex.quote(str(end.directory))
    lines = [
        f"all in {end.directory}/; to check it: arena verify {run}",
        f"to publish, so that nothing can be changed any more: {end.ledger_sha256}",
    ]
    if find_spec("jinja2") is not None:  # nothing is proposed that would only ask for more
        lines.append(f"as pages for a browser: arena report {run}")
    return "\n".join(lines)


def show_waiting(end: RunEnd, config: Path) -> str:
    """What is to be done before a run that waits for a public value can be played."""
    record = read_record(RunDirectory(end.directory).record)
    return (
        f"{end.directory}: nothing is played yet. Publish the commitment, before that value is known:\n"
        f"  seed commitment {record.seed_commitment}\n"
        f"  to be mixed with: {end.waits_for}\n"
        f"and once it is known: arena tournament {shlex.quote(str(config))} --beacon VALUE"
    )


def show_audit(audit: Audit) -> str:
    """What a check of a run came to."""
    boards = "boards dealt again from the seed" if audit.dealt_again else "without the seed"
    if audit.beacon is not None:
        boards += f" and the public value {audit.beacon}"
    state = "finished" if audit.finished else "not finished"
    count = len(audit.problems)
    verdict = f"{count} problem{'s' if count > 1 else ''}" if count else "proved"
    if audit.planned is None:
        matches = matches_in_words(audit.matches)
    elif audit.counting == audit.matches:
        matches = f"{audit.matches} of {audit.planned} matches"
    else:  # a disqualified entrant's are in force, but count for nobody
        matches = (
            f"{matches_in_words(audit.matches)}, {audit.counting} of {audit.planned} that count"
        )
    if audit.later:
        state += f", and then {_decisions_in_words(audit.later)}"
    if audit.losses:
        state += ", with lines lost from its ledger"
    bots = "" if audit.with_bots else "without the frozen bots, "
    return f"{verdict}; {matches}, {bots}{boards}, {state}"


def _decisions_in_words(later: Sequence[Later]) -> str:
    """What was decided after the end, and when: "1 decision on 2026-12-01: disqualified ana"."""
    count = len(later)
    decisions = "1 decision" if count == 1 else f"{count} decisions"
    told = "; ".join(
        f"{it.what} ({it.at[:10] if it.at else 'no date'})" for it in later[:_DECISIONS_SHOWN]
    )
    return f"{decisions} after the end: {told}{'; …' if count > _DECISIONS_SHOWN else ''}"


_DECISIONS_SHOWN: Final = 3


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
    return show_rows(rows, headers) + "\n"


def show_rows(rows: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    """A table whose cells are texts already."""
    return tabulate(rows, headers, tablefmt="simple", disable_numparse=True)
