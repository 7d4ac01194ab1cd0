"""A logged match as lines of text for a terminal of 80 columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.engine import PRESETS, SEATS, Ruleset, Seat
from arena.errors import NotationError
from arena.referee.events import CardPlayed, Ending, PlayedBy, TableClosed
from arena.referee.spec import MatchSpec, Unit
from arena.transcript.deal_log import DealLog, before_deals, deals_of
from arena.transcript.outcome import BoardScore, MatchOutcome, RubberScore
from arena.transcript.reader import LoggedHalf, LoggedMatch
from arena.transcript.render_deal import deal_lines, milliseconds, trick_lines
from arena.transcript.render_notes import Notes
from arena.transcript.render_table import TableView
from arena.transcript.style import COLUMNS, Style, pad, width, wrap
from arena.transcript.work import work_by_seat

_HASH_SHOWN: Final = 12
"""Digits of a hash that are enough to tell bots apart."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What of a match to show: all of it, or a half (1 or 2), a deal of it, a trick of that.

    seat: show only what that seat could see. A deal without a half means the first half's; a trick
    without a deal the first deal's.
    """

    half: int | None = None
    deal: int | None = None
    trick: int | None = None
    seat: Seat | None = None

    @property
    def narrowed(self) -> bool:
        """Whether it is about one deal or trick."""
        return self.deal is not None or self.trick is not None


def render_match(match: LoggedMatch, focus: Focus, style: Style) -> list[str]:
    """The lines to print.

    Raises NotationError for a half, deal or trick that the match hasn't, TranscriptError for a log whose
    cards can't be played.
    """
    lines = list(_title(match, style) if focus.narrowed else _match_heading(match, style))
    for half in _chosen_halves(match, focus):
        notes = Notes(half, view_of_half(match, half, focus.seat, style), match.spec.terms.unit)
        lines += ["", *_half_heading(half, notes.view)]
        if focus.narrowed:
            lines += _one_deal(str(match.path), half, focus, notes)
        else:
            lines += _all_deals(str(match.path), half, notes)
    if not focus.narrowed and focus.seat is None:
        lines += ["", *outcome_lines(match, style)]
    return lines


def _chosen_halves(match: LoggedMatch, focus: Focus) -> Sequence[LoggedHalf]:
    wanted = 1 if focus.half is None and focus.narrowed else focus.half
    if wanted is None:
        return match.halves
    if not 1 <= wanted <= len(match.halves):
        raise NotationError(str(wanted), f"a half of this match (1 to {len(match.halves)})")
    return (match.halves[wanted - 1],)


def view_of_half(
    match: LoggedMatch, half: LoggedHalf, eyes: Seat | None, style: Style
) -> TableView:
    """How a half is looked at, through the eyes of one seat or with all cards open."""
    entrants, seating = match.spec.entrants, match.spec.halves[half.half].seating
    north, east, south, west = (entrants[place.entrant].bots[place.bot].name for place in seating)
    sides = entrants[seating[0].entrant].name, entrants[seating[1].entrant].name
    return TableView((north, east, south, west), sides, match.spec.terms.rules, eyes, style)


# Headings.


def _match_heading(match: LoggedMatch, style: Style) -> Iterator[str]:
    spec, facts = match.spec, match.provenance
    yield from _title(match, style)
    yield from _facts(*_conditions(spec), style=style)
    yield from _facts(*(f"{key} {style.quote(str(facts[key]))}" for key in facts), style=style)
    for entrant in spec.entrants:
        bots = dict.fromkeys(f"{bot.name} {bot.sha256[:_HASH_SHOWN]}" for bot in entrant.bots)
        yield from wrap(f"{entrant.name}: {', '.join(bots)}", "  ", "    ")


def _title(match: LoggedMatch, style: Style) -> Iterator[str]:
    spec = match.spec
    yield style.strong(f"{spec.entrants[0].name} against {spec.entrants[1].name}")
    name = f"match {spec.match_id[:_HASH_SHOWN]} of {spec.tournament}"
    yield from _facts(name, match.started_at, style=style)


def _facts(*facts: str, style: Style) -> Iterator[str]:
    """Facts side by side, as many on a line as fit; one that is longer than a line is wrapped."""
    line = ""
    for fact in facts:
        longer = f"{line}{style.dot}{fact}" if line else f"  {fact}"
        if line and width(longer) > COLUMNS:
            yield from map(style.faint, wrap(line, "  ", "    "))
            longer = f"  {fact}"
        line = longer
    yield from map(style.faint, wrap(line, "  ", "    "))


def _conditions(spec: MatchSpec) -> Iterator[str]:
    terms, count = spec.terms, len(spec.units)
    noun = "board" if terms.unit is Unit.BOARD else "rubber"
    yield f"{count} {noun}{'' if count == 1 else 's'}, each played twice"
    yield _rules(terms.rules)
    bank = f" and {terms.clock.bank_ms} ms in reserve" if terms.clock.bank_ms else ""
    yield f"{terms.clock.move_ms} ms a move{bank}"
    yield f"on a fault: {terms.on_fault}"
    if terms.freeze:
        yield "frozen between turns"


def _rules(rules: Ruleset) -> str:
    """The preset that the rules are, or differ least from, and how."""
    wanted = rules.to_mapping()
    different = {
        name: [f"{key} {wanted[key]}" for key, value in preset.to_mapping().items() if value != wanted[key]]
        for name, preset in PRESETS.items()
    }  # fmt: skip
    name = min(different, key=lambda name: len(different[name]))
    return f"rules: {', '.join([name, *different[name]])}"


def _half_heading(half: LoggedHalf, view: TableView) -> Iterator[str]:
    yield view.style.rule(f"Half {half.half + 1}", heavy=True)
    seated = [
        f"{view.sides[side]} at {SEATS[side]} ({view.names[side]}) and "
        f"{SEATS[side + 2]} ({view.names[side + 2]})"
        for side in range(2)
    ]
    if view.eyes is not None:
        seated.append(f"as seat {view.eyes} saw it")
    yield from wrap("; ".join(seated), "  ", "  ")


# Deals.


def _one_deal(path: str, half: LoggedHalf, focus: Focus, notes: Notes) -> Iterator[str]:
    deals = deals_of(path, half)
    number = focus.deal or 1
    deal = next((each for each in deals if each.started.deal == number), None)
    if deal is None:
        raise NotationError(str(number), f"a deal of half {half.half + 1} (1 to {len(deals)})")
    yield ""
    if focus.trick is None:
        yield from deal_lines(deal, notes.view, notes)
        return
    lines = trick_lines(deal, focus.trick, notes.view, notes)
    if lines is None:
        raise NotationError(str(focus.trick), f"a trick that was begun in deal {number}")
    yield from lines


def _all_deals(path: str, half: LoggedHalf, notes: Notes) -> Iterator[str]:
    for logged in before_deals(half):
        yield from notes.incident(logged, 2)
    deals = deals_of(path, half)
    for deal in deals:
        yield ""
        yield from deal_lines(deal, notes.view, notes)
    yield from _pace(deals, half, notes.view)


def _pace(deals: list[DealLog], half: LoggedHalf, view: TableView) -> Iterator[str]:
    """How long the bots of a half took, and what else was counted."""
    plays = [
        step.logged.event
        for deal in deals
        for step in deal.steps
        if isinstance(step.logged.event, CardPlayed) and step.logged.event.by is PlayedBy.BOT
    ]
    events = [logged.event for logged in half.events]
    stale = next((e.event.stale for e in half.events if isinstance(e.event, TableClosed)), (0,) * 4)
    yield ""
    yield view.style.faint(
        f"  {'':<36}{'cards':>7}{'mean ms':>9}{'most ms':>9}{'CPU ms':>9}{'late':>6}"
    )
    for seat in SEATS:
        if not view.sees(seat):
            continue
        took = [play.wall_us for play in plays if play.seat is seat]
        used = sum(play.usage.cpu_us for play in plays if play.seat is seat)
        mean = milliseconds(sum(took) // len(took)) if took else ""
        most = milliseconds(max(took)) if took else ""
        yield (
            f"  {view.who(seat):<36}{len(took):>7}{mean:>9}{most:>9}{milliseconds(used):>9}"
            f"{stale[seat]:>6}"
        )
    for seat, work in work_by_seat(events).items():
        if work.noticeable and view.sees(seat):
            yield from wrap(f"{view.who(seat)}: {work}", "  ", "    ")


# The end.


def outcome_lines(match: LoggedMatch, style: Style) -> Iterator[str]:
    """What the match comes to."""
    outcome = match.outcome
    names = match.spec.entrants[0].name, match.spec.entrants[1].name
    yield style.rule("Result", heavy=True)
    match outcome.ending:
        case Ending.VOID:
            for line in wrap(
                f"Void, and not scored: {style.quote(outcome.reason or '')}", "", "  "
            ):
                yield style.alarm(line)
        case Ending.MATCH_LOST:
            loser = names[outcome.lost_by or 0]
            limit = match.spec.terms.max_faults
            yield style.alarm(f"{loser} had {limit} faults: all is lost by a sweep.")
            yield from _score_lines(outcome, names, style)
        case _:
            yield from _score_lines(outcome, names, style)
    for name, faults in zip(names, outcome.faults, strict=True):
        listed = ", ".join(f"{count} {code}" for code, count in faults)
        for line in wrap(f"Faults of {name}: {listed}", "", "  ") if faults else ():
            yield style.alarm(line)


def _score_lines(outcome: MatchOutcome, names: tuple[str, str], style: Style) -> Iterator[str]:
    if outcome.rubbers:
        yield from _rubber_lines(outcome.rubbers, names, style)
    else:
        yield from _board_lines(outcome.boards, style)
    deals = f"over {outcome.deals} deal{'' if outcome.deals == 1 else 's'}"
    for sign, name in zip((1, -1), names, strict=True):
        games, points = sign * outcome.net_games, sign * outcome.net_points
        yield style.strong(f"{name}: {games:+d} games, {points:+d} points {deals}")


def _board_lines(boards: Sequence[BoardScore], style: Style) -> Iterator[str]:
    """Games and points of the first entrant, leg by leg."""
    yield style.faint(f"{'board':>9}   half 1: games points   half 2: games points")
    for score in boards:
        first, second = (
            f"{games:+d}{points:+7d}"
            for games, points in zip(score.games, score.points, strict=True)
        )
        yield f"{score.board:>9}   {first:>20}   {second:>20}"


def _rubber_lines(
    rubbers: Sequence[RubberScore], names: tuple[str, str], style: Style
) -> Iterator[str]:
    longest = max(map(len, (*names, "nobody")))
    yield style.faint(f"  half rubber  won by  {'':<{longest - 6}} games")
    for score in rubbers:
        winner = "nobody" if score.winner is None else names[score.winner]
        games = f"{score.games[0]}-{score.games[1]}"
        yield f"{score.half + 1:>6} {score.unit:>6}  {pad(winner, longest)}  {games}"
    won = [sum(each.winner == entrant for each in rubbers) for entrant in range(2)]
    text = f"Rubbers won: {names[0]} {won[0]}, {names[1]} {won[1]}"
    yield from map(style.strong, wrap(text, "", "  "))
