"""What the measurements of a whole check come to: time, stderr, memory, and how processes ended."""

from dataclasses import dataclass
from typing import Final

from arena.referee.spec import Terms
from arena.runner.conformance.bench import Measures, Notebook
from arena.runner.conformance.findings import Flaw, Severity, Spread
from arena.runner.conformance.turn import EndedBy, Parting
from arena.runner.process.stderr import HEAD_BYTES, TAIL_BYTES
from arena.runner.table.shell import GRACE_S

SLOW_PERCENT: Final = 50
"""Advice for a bot whose slowest hundredth takes more than this share of its time."""

LARGE_PERCENT: Final = 80
"""Advice for a bot that takes more than this share of its memory."""

_KIB_IN_MIB: Final = 1024


@dataclass(frozen=True, slots=True)
class Spreads:
    """The times of starts, moves and exits."""

    start: Spread | None
    move: Spread | None
    exit: Spread | None

    @classmethod
    def of(cls, measures: Measures) -> "Spreads":
        """From all that was measured."""
        exits = [parting.took_us for parting in measures.partings]
        return cls(Spread.of(measures.start_us), Spread.of(measures.move_us), Spread.of(exits))


def judge_partings(partings: list[Parting], left_behind: int, notebook: Notebook) -> None:
    """How the processes of all steps ended.

    One that needed a signal may have been held up by a busy host; most of them tell of the bot.
    """
    forced = [parting for parting in partings if parting.ended_by is not EndedBy.ITSELF]
    if 2 * len(forced) > len(partings):
        stubborn = sum(parting.ended_by is EndedBy.SIGKILL for parting in forced)
        by = "SIGKILL" if 2 * stubborn > len(forced) else "SIGTERM"
        grace_ms = round(1000 * GRACE_S)
        notebook.flaw(
            Flaw.NO_EXIT,
            f"{grace_ms} ms after bye and the end of stdin it still ran; {by} ended it",
        )
    statuses = [it.status for it in partings if it.ended_by is EndedBy.ITSELF and it.status]
    if statuses:
        cause = f"it ended with status {statuses[0]} after bye, {len(statuses)} times"
        notebook.flaw(Flaw.EXIT_STATUS, cause, Severity.ADVICE)
    if left_behind:
        notebook.flaw(Flaw.LEFT_BEHIND, "a process that it had started still ran when it had ended")
    slowest = max((it.took_us for it in partings), default=None)
    notebook.note = "" if slowest is None else f"within {slowest / 1000:.0f} ms"


def judge_times(spreads: Spreads, terms: Terms, overloaded: int, notebook: Notebook) -> None:
    """Start-up and moves against their limits."""
    clock = terms.clock
    rows = (("start", spreads.start, clock.start_ms), ("move", spreads.move, clock.move_ms))
    for what, spread, limit_ms in rows:
        if spread is None or 100 * spread.p99_us <= SLOW_PERCENT * 1000 * limit_ms:
            continue
        cause = (
            f"a {what} in a hundred takes {_ms(spread.p99_us)} ms or more of the {limit_ms} allowed"
        )
        notebook.flaw(Flaw.SLOW, cause, Severity.ADVICE)
    told = [
        f"{what} p50 {_ms(it.p50_us)}, p99 {_ms(it.p99_us)}, max {_ms(it.max_us)} of {limit_ms} ms"
        for what, it, limit_ms in rows
        if it is not None
    ]
    busy = [f"this machine was too busy {overloaded} times"] if overloaded else []
    notebook.note = "; ".join([*told, *busy])


def judge_stderr(measures: Measures, notebook: Notebook) -> None:
    """How much was written to stderr."""
    most = max(measures.stderr_bytes, default=0)
    kept = HEAD_BYTES + TAIL_BYTES
    if most > kept:
        cause = f"a process wrote {most:,} bytes to stderr; {kept:,} of them are kept"
        notebook.flaw(Flaw.LOUD, cause, Severity.ADVICE)
    notebook.note = f"at most {most:,} bytes from one process"


def judge_memory(measures: Measures, terms: Terms, notebook: Notebook) -> None:
    """How much memory was taken: what was resident, and data as the limit counts it."""
    if not measures.footprints:
        notebook.note = "not measured: no process lived long enough"
        return
    resident = max(it.resident_kib for it in measures.footprints) / _KIB_IN_MIB
    data = max(it.data_kib for it in measures.footprints) / _KIB_IN_MIB
    limit = terms.limits.memory_mib
    if 100 * data > LARGE_PERCENT * limit:
        cause = f"a process has {data:.0f} MiB of data, and {limit} MiB are allowed"
        notebook.flaw(Flaw.LARGE, cause, Severity.ADVICE)
    notebook.note = f"{resident:.0f} MiB resident, {data:.0f} MiB of data; {limit} MiB allowed"


def _ms(time_us: int) -> str:
    """Milliseconds, with decimals where they are worth telling."""
    return f"{time_us / 1000:.1f}" if time_us < 100_000 else f"{time_us / 1000:.0f}"  # noqa: PLR2004
