"""Who is better, in a sentence, and as JSON."""

import json
from dataclasses import dataclass

from arena.runner.play.duel import DuelEnd
from arena.tournament.sequential import ConfidenceSequence, Rule, UnlessAlike, Verdict
from arena.tournament.statistics import Interval, Sample
from arena.transcript.reader import LoggedMatch

_FINE = 0.05
"""A narrower interval than this on either side is shown with a decimal more."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """What the boards of two sides came to: figures are the first side's net games a deal.

    interval: 95 %, or None where it can't be told. margin: so far apart counts as equal.
    """

    entrants: tuple[str, str]
    sample: Sample
    verdict: Verdict
    interval: Interval | None
    margin: float = 0.0

    @classmethod
    def of_duel(cls, end: DuelEnd, rule: Rule) -> "DuelResult":
        """What a duel came to. After a confidence sequence its own interval holds, whenever it stopped."""
        inner = rule.rule if isinstance(rule, UnlessAlike) else rule
        sample = end.trial.sample
        if isinstance(inner, ConfidenceSequence):
            interval, margin = inner.interval(sample), inner.margin
        else:
            interval, margin = _interval(sample), 0.0
        return cls(end.entrants, sample, end.trial.verdict, interval, margin)

    @classmethod
    def of_match(cls, match: LoggedMatch) -> "DuelResult":
        """What one match of boards came to, whose number was settled before."""
        first, second = (entrant.name for entrant in match.spec.entrants)
        sample = Sample.of(sum(board.games) for board in match.outcome.boards)
        interval = _interval(sample)
        verdict = UnlessAlike(_Fixed()).judge(sample)
        return cls((first, second), sample, verdict, interval)


class _Fixed:
    """The rule for boards whose number was settled before."""

    def judge(self, sample: Sample) -> Verdict:
        low, high = _interval(sample) or (0.0, 0.0)
        if low > 0:
            return Verdict.BETTER
        return Verdict.WORSE if high < 0 else Verdict.UNDECIDED


def _interval(sample: Sample) -> Interval | None:
    return sample.estimate.interval() if sample.count else None


def show_result(result: DuelResult) -> str:
    """The result in words: "b is better: +0.31 games a deal, 95 % 0.12..0.50, after 240 boards"."""
    first, second = result.entrants
    boards = result.sample.count
    figures = _figures(result)
    match result.verdict:
        case Verdict.BETTER:
            return f"{first} is better: {figures}"
        case Verdict.WORSE:
            return f"{second} is better: {figures}"
        case Verdict.EQUAL if not result.sample.squares:
            return f"{first} and {second} play alike: every one of {boards} boards is level"
        case Verdict.EQUAL:
            margin = f"{result.margin:g} games a deal"
            return f"{first} and {second} are equal, no further apart than {margin}: {figures}"
        case Verdict.NOT_BETTER | Verdict.NOT_WORSE as verdict:
            side = verdict.value.removeprefix("not ")
            return f"{first} isn't {side} than {second} by what was asked for: {figures}"
        case Verdict.UNDECIDED:
            return f"{first} and {second} can't be told apart: {figures}"


def show_duel(end: DuelEnd, result: DuelResult, seed: str) -> str:
    """How a duel ended, and the seed to play it again."""
    broken = "interrupted; so far " if end.interrupted else ""
    return f"{broken}{show_result(result)}\n\nseed {seed}\n"


def show_duel_json(end: DuelEnd, result: DuelResult, seed: str) -> str:
    """The same as JSON; figures are the first entrant's."""
    mean = result.sample.mean
    document = {
        "entrants": list(result.entrants),
        "verdict": result.verdict.value,
        "boards": result.sample.count,
        "net_games_per_deal": None if mean is None else round(float(mean), 4),
        "interval_95": None
        if result.interval is None
        else [round(bound, 4) for bound in result.interval],
        "interrupted": end.interrupted,
        "in_words": show_result(result),
        "seed": seed,
    }
    return json.dumps(document, indent=2) + "\n"


def show_state(end: DuelEnd, rule: Rule) -> str:
    """The line that is shown while it goes on."""
    if not end.trial.sample.count:
        return "no board yet"
    first, second = end.entrants
    return f"{first} against {second}: {_figures(DuelResult.of_duel(end, rule))}"


def _figures(result: DuelResult) -> str:
    """Estimate, interval and boards, from the side of who is better."""
    turned = result.verdict is Verdict.WORSE
    mean, interval = float(result.sample.mean or 0), result.interval
    if turned:
        mean = -mean
        interval = None if interval is None else (-interval[1], -interval[0])
    count = result.sample.count
    boards = f"after {count} board" + ("s" if count != 1 else "")
    if interval is None:
        return f"{mean:+.2f} games a deal {boards}"
    low, high = interval
    digits = 3 if high - low < 2 * _FINE else 2
    shown = f"{low:.{digits}f}..{high:.{digits}f}"
    return f"{mean:+.{digits}f} games a deal, 95 % {shown}, {boards}"
