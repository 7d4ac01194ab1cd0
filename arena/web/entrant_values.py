"""What an entrant's bots did, as the values that the templates show: times, CPU, faults, last words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.web.addresses import Pages
from arena.web.charts import Histogram, histogram
from arena.web.evidence import BotEvidence, Evidence, FaultSeen, TailSeen
from arena.web.figures import count, milliseconds, seconds
from arena.web.shown import name_of


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a bot of an entrant took."""

    bot: str
    sha256: str
    answers: str
    figures: tuple[tuple[str, str], ...]
    chart: Histogram | None


def latencies(evidence: Evidence, move_ms: int) -> Iterator[Latency]:
    """How long each bot of an entrant took, against the limit."""
    for bot, found in evidence.bots.items():
        times = sorted(found.answers_us)
        yield Latency(
            bot=name_of(bot.name),
            sha256=name_of(bot.sha256),
            answers=count(len(times), "answer"),
            figures=tuple(_latency_figures(times, found, move_ms)),
            chart=_chart(times, move_ms) if times else None,
        )


def _chart(times: Sequence[int], move_ms: int) -> Histogram:
    marks = [("p50", quantile(times, 50)), ("p99", quantile(times, 99)), ("limit", move_ms * 1_000)]
    return histogram(times, marks)


def _latency_figures(
    times: Sequence[int], found: BotEvidence, move_ms: int
) -> Iterator[tuple[str, str]]:
    if times:
        yield "p50", milliseconds(quantile(times, 50))
        yield "p99", milliseconds(quantile(times, 99))
        yield "max", milliseconds(times[-1])
    yield "limit", f"{move_ms:,} ms"
    if found.starts_us:
        yield "slowest start", milliseconds(max(found.starts_us))
    if found.excused:
        yield "excused: the host was busy", f"{found.excused:,}"


def quantile(times: Sequence[int], per_cent: int) -> int:
    """The smallest of the sorted ``times`` (one at least) that so many per cent of them don't exceed."""
    return times[max(0, -(-len(times) * per_cent // 100) - 1)]


def work_words(evidence: Evidence) -> tuple[tuple[str, str], ...]:
    """CPU time on turn and off turn."""
    work = evidence.work
    share = f" ({work.off_turn_us / work.turns / 1000:.2f} ms a turn)" if work.turns else ""
    return (
        ("CPU on turn", seconds(work.cpu_us)),
        ("CPU off turn", f"{seconds(work.off_turn_us)}{share}"),
        ("turns", f"{work.turns:,}"),
    )


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A fault of an entrant, and where it is to be seen."""

    seen: FaultSeen
    against: str
    link: str


@dataclass(frozen=True, slots=True)
class TailRow:
    """A stderr tail of an entrant, and the match that it came in."""

    seen: TailSeen
    link: str


def fault_rows(evidence: Evidence, pages: Pages) -> list[FaultRow]:
    """The faults of an entrant, match by match."""
    return [
        FaultRow(fault, name_of(fault.against), pages.match(fault.spot.match_id) + fault.spot.link)
        for fault in evidence.faults
    ]


def tail_rows(evidence: Evidence, pages: Pages) -> list[TailRow]:
    """What an entrant's bots wrote to stderr."""
    return [
        TailRow(tail, pages.match(tail.spot.match_id) + tail.spot.link)
        for tail in evidence.tails.values()
    ]
