"""Who is better, in a sentence, and as JSON."""

import json
from dataclasses import dataclass

from arena.referee.spec import Unit
from arena.runner.play.duel import DuelEnd
from arena.tournament.sequential import ConfidenceSequence, Known, Rule, Verdict
from arena.tournament.statistics import Estimate, Interval, Sample
from arena.tournament.tally import meeting_of
from arena.transcript.reader import LoggedMatch

_FINE = 0.05
"""A narrower interval than this on either side is shown with a decimal more."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """What the boards of two sides came to: figures are the first side's net games a deal.

    interval: 95 %, or None where it can't be told. margin: so far apart counts as equal. of_one_match: all that is
    said holds for that match alone; what another would bring only others can tell.
    """

    entrants: tuple[str, str]
    sample: Sample
    verdict: Verdict
    interval: Interval | None
    margin: float = 0.0
    of_one_match: bool = False

    @classmethod
    def of_duel(cls, end: DuelEnd, rule: Rule) -> "DuelResult":
        """What a duel came to. After a confidence sequence its own interval holds, whenever it stopped."""
        observed, margin = end.trial.observed, 0.0
        if isinstance(rule, ConfidenceSequence):
            interval, margin = rule.interval(observed), rule.margin
        else:
            known = Known.of(observed)
            interval = (
                None if known is None else Estimate(known.mean, known.variance, known.df).interval()
            )
        return cls(end.entrants, end.trial.sample, end.trial.verdict, interval, margin)

    @classmethod
    def of_match(cls, match: LoggedMatch) -> "DuelResult":
        """What one match of boards came to, whose number was settled before."""
        first, second = (entrant.name for entrant in match.spec.entrants)
        sample = meeting_of(Unit.BOARD, match.outcome.to_record()).games.boards
        interval = sample.estimate.interval() if sample.count else None
        low, high = interval or (0.0, 0.0)
        verdict = Verdict.BETTER if low > 0 else Verdict.WORSE if high < 0 else Verdict.UNDECIDED
        if sample.count and not sample.squares:
            verdict = Verdict.EQUAL
        return cls((first, second), sample, verdict, interval, of_one_match=True)


def show_result(result: DuelResult) -> str:
    """The result in words: "b is better: +0.31 games a deal, 95 % 0.12..0.50, after 240 boards"."""
    first, second = result.entrants
    boards = result.sample.count
    figures = _figures(result)
    here = " in this match" if result.of_one_match else ""
    match result.verdict:
        case Verdict.BETTER:
            return f"{first} is better{here}: {figures}"
        case Verdict.WORSE:
            return f"{second} is better{here}: {figures}"
        case Verdict.EQUAL | Verdict.NOT_BETTER if not result.sample.squares:
            return f"{first} and {second} play alike{here}: every one of {boards} boards is level"
        case Verdict.EQUAL:
            margin = f"{result.margin:g} games a deal"
            return f"{first} and {second} are equal, no further apart than {margin}: {figures}"
        case Verdict.NOT_BETTER | Verdict.NOT_WORSE as verdict:
            side = verdict.value.removeprefix("not ")
            return f"{first} isn't {side} than {second} by what was asked for: {figures}"
        case Verdict.UNDECIDED:
            return f"{first} and {second} can't be told apart{here}: {figures}"


def show_duel(end: DuelEnd, result: DuelResult, seed: str) -> str:
    """How a duel ended, and the seed to play it again."""
    broken = "interrupted; so far " if end.interrupted else ""
    if end.broken is not None:
        broken = f"a match could not be played ({end.broken}); so far "
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
        "broken": end.broken,
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
