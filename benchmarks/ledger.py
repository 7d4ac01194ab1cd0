"""How the books of a long run behave: time and peak memory of what reads a ledger of very many matches.

usage: python benchmarks/ledger.py RUN [--matches N] [--entrants N]

RUN is a run that was played, such as tournaments/quickstart. Its matches' outcomes are taken again and again
for a round-robin of so many entrants (default: 40), until there are N matches (default: 100,000; give
twice as many to see that all is linear). Of their logs only the sizes are there, which is all that is
looked at when a run goes on. Then each step runs in a process of its own: standings from the ledger, going
on with the run up to its next match, and the ledger's own part of a verification.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tabulate import tabulate

from arena.referee.spec import BotRef, Entrant
from arena.runner.audit.ledger import read_facts
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import RunRecord, arena_version, hash_of, read_record, read_standings
from arena.runner.runs.results import RunBook
from arena.tournament.boards import commitment, parse_seed, show_seed
from arena.tournament.config import EntrantConfig
from arena.tournament.report import show_json
from arena.transcript.ledger import Ledger, MatchEntry, RunEntry, iter_ledger
from arena.transcript.records import OutcomeRecord

SEED = parse_seed("5eca")


def main() -> None:
    """Make the ledger, and print a line for each step."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--entrants", type=int, default=40)
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.step:
        directory = RunDirectory(asked.run)
        began, cpu_before = time.perf_counter(), time.process_time()
        STEPS[asked.step](directory)
        took, cpu = time.perf_counter() - began, time.process_time() - cpu_before
        peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"s": took, "cpu_s": cpu, "mib": peak_mib}))
        return
    with TemporaryDirectory() as folder:
        directory = RunDirectory(Path(folder) / "long")
        began = time.perf_counter()
        write_run(RunDirectory.find(asked.run), directory, asked.matches, asked.entrants)
        size = directory.ledger.stat().st_size
        boards = read_record(directory.record).config.units
        made = time.perf_counter() - began
        print(
            f"{asked.matches:,} matches of {boards} boards, a ledger of {size / 2**20:.1f} MiB, "
            f"made in {made:.0f} s"
        )
        figures = [(step, run_alone(step, directory)) for step in STEPS]
    rows = [
        (step, f"{it['s']:.1f}", f"{it['cpu_s']:.1f}", f"{it['mib']:.0f}") for step, it in figures
    ]
    print(tabulate(rows, ("step", "seconds", "CPU seconds", "peak MiB")))


def run_alone(step: str, directory: RunDirectory) -> Mapping[str, float]:
    """A step's figures, from a process that does nothing else."""
    argv = (sys.executable, __file__, str(directory.path), "--step", step)
    output = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    figures: Mapping[str, float] = json.loads(output)
    return figures


def write_run(source: RunDirectory, target: RunDirectory, matches: int, entrants: int) -> None:
    """Write a run of so many matches, with outcomes as ``source`` has them."""
    record = long_record(read_record(source.record), matches, entrants)
    with target.locked():
        target.begin(record.to_document(), show_seed(SEED))
    outcomes = cycle(
        entry.outcome for entry in iter_ledger(source.ledger) if isinstance(entry, MatchEntry)
    )
    # Nobody needs these lines after a power cut.
    with patch("os.fsync"), Ledger(target.ledger) as ledger:
        ledger.append(
            RunEntry(
                tournament=record.config.name,
                config_sha256=hash_of(target.record),
                seed_commitment=record.seed_commitment,
                arena=arena_version(),
            )
        )
        for number, fixture in enumerate(islice(record.course().known(), matches)):
            outline = fixture.outline
            log_bytes = 100_000 + number % 1_000
            with target.log_of(outline.match_id).open("wb") as log:
                log.truncate(log_bytes)
            ledger.append(
                MatchEntry(
                    match_id=outline.match_id,
                    entrants=(outline.entrants[0].name, outline.entrants[1].name),
                    attempt=1,
                    log_sha256=f"{number:064x}",
                    log_bytes=log_bytes,
                    outcome=on_boards(next(outcomes), outline.units[0]),
                )
            )


def long_record(record: RunRecord, matches: int, entrants: int) -> RunRecord:
    """The record of a round-robin with a few more matches than so many, with made-up entrants."""
    names = [f"e{number}" for number in range(entrants)]
    refs = [BotRef(name, f"{number:064x}") for number, name in enumerate(names)]
    pairs = entrants * (entrants - 1) // 2
    config = replace(
        record.config,
        rounds=matches // pairs + 1,
        entrants=tuple(EntrantConfig(name, (Path(name), Path(name))) for name in names),
    )
    return RunRecord(
        config,
        tuple(Entrant(name, (ref, ref)) for name, ref in zip(names, refs, strict=True)),
        commitment(SEED),
        record.level,
    )


def on_boards(outcome: OutcomeRecord, first: int) -> OutcomeRecord:
    """The same outcome on boards from ``first`` on."""
    if not outcome.boards:
        return outcome
    shift = first - outcome.boards[0][0]
    boards = tuple((board + shift, *scores) for board, *scores in outcome.boards)
    return outcome.model_copy(update={"boards": boards})


def standings(directory: RunDirectory) -> None:
    """What ``arena standings`` does."""
    show_json(read_standings(directory))


def going_on(directory: RunDirectory) -> None:
    """What ``arena tournament`` does until the next match can be played."""
    with RunBook(directory, read_record(directory.record), SEED) as book:
        next(it for it in book.course.walk() if it is not None and book.course.is_due(it))


def verification(directory: RunDirectory) -> None:
    """What ``arena verify`` does before it opens the first log."""
    facts = read_facts(directory, read_record(directory.record), busy=True)
    assert not facts.problems, facts.problems


STEPS: Mapping[str, Callable[[RunDirectory], None]] = {
    "standings": standings,
    "going on": going_on,
    "verifying the ledger": verification,
}


if __name__ == "__main__":
    main()
