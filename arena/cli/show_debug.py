"""Where a bot now plays otherwise than in a log: drawn, or as JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence

from arena.engine import Card, Seat, mask_of
from arena.referee.events import PlayedBy
from arena.runner.conformance.debug import Recorded, Retrial
from arena.transcript.escapes import safe_text
from arena.transcript.reader import LoggedMatch
from arena.transcript.render import view_of_half
from arena.transcript.render_table import table_lines
from arena.transcript.style import Style, wrap

STDERR_LINES = 40
"""How much of what a bot wrote is shown of each process: its end."""


def show_debug(
    match: LoggedMatch, half: int, seat: Seat, retrials: Sequence[Retrial], style: Style
) -> Iterator[str]:
    """Each difference with the position as ``seat`` saw it, and how many there were."""
    view = view_of_half(match, match.halves[half - 1], seat, style)
    for retrial in retrials:
        if not retrial.differs:
            continue
        was = retrial.recorded
        yield style.rule(
            f"Half {half}{style.dot}deal {retrial.deal}{style.dot}trick {retrial.trick}"
        )
        yield ""
        yield from table_lines(was.deal.hands, was.layout, view)
        yield ""
        trump = f"trump {style.card(was.layout.trump_card)} (held by {was.layout.trump_seat})"
        yield f"  {trump}{style.dot}{_table(was, style)}"
        yield f"  could play   {style.cards(mask_of(map(Card.parse, retrial.legal)))}"
        yield f"  recorded     {_recorded(was, style)}"
        yield f"  now          {_now(retrial, style)}"
        for problem in () if retrial.problem is None else (retrial.problem,):
            yield from map(style.alarm, wrap(safe_text(problem), "  ! ", "    "))
        if retrial.comment:
            yield from map(style.faint, wrap(f'"{style.quote(retrial.comment)}"', "  ", "   "))
        yield ""
    yield style.strong(_summary(retrials))


def _table(was: Recorded, style: Style) -> str:
    """The trick so far."""
    deal = was.deal
    if not deal.table:
        return f"{deal.to_play} leads"
    played = [
        f"{Seat((deal.leader + turn) % 4)} {style.card(card)}"
        for turn, card in enumerate(deal.table)
    ]
    return f"on the table: {', '.join(played)}"


def _recorded(was: Recorded, style: Style) -> str:
    if was.fault is None and was.card is not None:
        return style.card(Card.parse(was.card))
    code = "" if was.fault is None else str(was.fault.code)
    instead = f"; the referee played {was.card}" if was.by is PlayedBy.REFEREE else ""
    return f"{style.alarm(code)}{instead}"


def _now(retrial: Retrial, style: Style) -> str:
    return "no card" if retrial.card is None else style.card(Card.parse(retrial.card))


def _summary(retrials: Sequence[Retrial]) -> str:
    differ = sum(it.differs for it in retrials)
    failed = sum(it.problem is not None for it in retrials)
    asked = f"{len(retrials)} request{'' if len(retrials) == 1 else 's'}"
    if not differ:
        return f"{asked}: the bot does what is recorded"
    how = f"{differ} answered otherwise than recorded"
    return f"{asked}: {how}" + (f", {failed} of them by a fault" if failed else "")


def show_debug_json(retrials: Iterable[Retrial]) -> str:
    """All requests, those that don't differ too."""
    listed = [
        {
            "deal": it.deal,
            "trick": it.trick,
            "legal": it.legal,
            "recorded": {
                "card": it.recorded.card,
                "by": it.recorded.by,
                "fault": None if it.recorded.fault is None else it.recorded.fault.code,
            },
            "card": it.card,
            "comment": it.comment,
            "problem": it.problem,
            "differs": it.differs,
        }
        for it in retrials
    ]
    return json.dumps(listed, indent=2) + "\n"


def show_stderr(texts: Iterable[str]) -> Iterator[str]:
    """What processes wrote to stderr, made harmless."""
    for text in texts:
        lines = [line.expandtabs() for line in text.splitlines()][-STDERR_LINES:]
        yield "\n".join(["its stderr:", *(f"  {safe_text(line)}" for line in lines)])
