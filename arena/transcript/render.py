"""A logged match as lines of text for a terminal of 80 columns."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.engine import Seat
from arena.errors import NotationError
from arena.referee.events import Ending, Faulted, HelloAnswered, UnitEnded
from arena.referee.spec import Unit
from arena.transcript.deal_log import DealLog, deals_of
from arena.transcript.outcome import MatchOutcome
from arena.transcript.reader import LoggedHalf, LoggedMatch
from arena.transcript.render_deal import TableView, deal_lines, trick_lines
from arena.transcript.style import Style


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


def render_match(match: LoggedMatch, focus: Focus, style: Style) -> Iterator[str]:
    """The lines to print. Raises NotationError for a half, deal or trick that the match hasn't."""
    halves = _chosen_halves(match, focus)
    yield from _match_heading(match, style)
    for half in halves:
        view = TableView(_names(match, half), match.spec.terms.rules, focus.seat, style)
        yield ""
        yield from _half_heading(match, half, style)
        yield from _half_lines(half, view, focus)
    if focus.deal is None and focus.trick is None:
        yield ""
        yield from outcome_lines(match, style)


def _chosen_halves(match: LoggedMatch, focus: Focus) -> tuple[LoggedHalf, ...]:
    narrowed = focus.deal is not None or focus.trick is not None
    wanted = 1 if focus.half is None and narrowed else focus.half
    if wanted is None:
        return match.halves
    if not 1 <= wanted <= len(match.halves):
        raise NotationError(str(wanted), f"a half of this match (1 to {len(match.halves)})")
    return (match.halves[wanted - 1],)


def _half_lines(half: LoggedHalf, view: TableView, focus: Focus) -> Iterator[str]:
    deals = deals_of(half)
    if focus.deal is None and focus.trick is None:
        yield from _outside_deals(half, view)
        for deal in deals:
            yield ""
            yield from deal_lines(deal, view)
            yield from _unit_line(half, deal, view.style)
        return
    number = 1 if focus.deal is None else focus.deal
    if not 1 <= number <= len(deals):
        raise NotationError(str(number), f"a deal of half {half.half + 1} (1 to {len(deals)})")
    chosen = deals[number - 1]
    yield ""
    if focus.trick is None:
        yield from deal_lines(chosen, view)
        return
    last = min(10, len(chosen.plays) // 4 + 1)
    if not 1 <= focus.trick <= last:
        raise NotationError(str(focus.trick), f"a trick of deal {number} (1 to {last})")
    yield from trick_lines(chosen, focus.trick, view)


def _match_heading(match: LoggedMatch, style: Style) -> Iterator[str]:
    first, second = match.spec.entrants
    terms = match.spec.terms
    yield style.strong(f"{first.name} against {second.name}")
    count = len(match.spec.units)
    noun = "board" if terms.unit is Unit.BOARD else "rubber"
    plural = "" if count == 1 else "s"
    clock = f"{terms.clock.move_ms} ms a move"
    bank = f" and {terms.clock.bank_ms} ms in reserve" if terms.clock.bank_ms else ""
    yield (
        f"match {match.spec.match_id[:12]} of {match.spec.tournament}: {count} {noun}{plural}, "
        f"each played twice; {clock}{bank}; fault: {terms.on_fault}"
    )


def _names(match: LoggedMatch, half: LoggedHalf) -> tuple[str, str, str, str]:
    north, east, south, west = (
        match.spec.entrants[place.entrant].bots[place.bot].name
        for place in match.spec.halves[half.half].seating
    )
    return north, east, south, west


def _half_heading(match: LoggedMatch, half: LoggedHalf, style: Style) -> Iterator[str]:
    seating = match.spec.halves[half.half].seating
    north_south = match.spec.entrants[seating[Seat.NORTH].entrant].name
    east_west = match.spec.entrants[seating[Seat.EAST].entrant].name
    title = f" Half {half.half + 1}: NS {north_south}, EW {east_west} "
    yield style.strong(title.center(80, "=" if style.ascii else "═"))


def _outside_deals(half: LoggedHalf, view: TableView) -> Iterator[str]:
    """What bots said of themselves, and faults that fell outside of any deal."""
    for each in half.events:
        match each.event:
            case HelloAnswered() as hello if hello.name and view.sees(hello.seat):
                said = " ".join(filter(None, (hello.name, hello.version)))
                by = f" by {hello.author}" if hello.author else ""
                ready = f"ready after {hello.wall_us / 1000:.0f} ms"
                yield view.style.faint(f"  {hello.seat}: {view.style.quote(said + by)}, {ready}")
            case Faulted(fault) if fault.deal is None:
                yield view.style.alarm(f"  ! {fault.seat} {view.names[fault.seat]}: {fault.code}")
                if view.sees(fault.seat):
                    yield view.style.faint(f"    {view.style.quote(fault.hint)}")
            case _:
                pass


def _unit_line(half: LoggedHalf, deal: DealLog, style: Style) -> Iterator[str]:
    """The rubber's result, after the deal that decided it."""
    if deal.ended is None:
        return
    for each in half.events:
        event = each.event
        if isinstance(event, UnitEnded) and event.unit == deal.started.unit and event.deals > 1:
            last = deal.ended.games == event.games and deal.ended.at_us == event.at_us
            if last:
                yield style.strong(_rubber_text(event))


def _rubber_text(event: UnitEnded) -> str:
    score = f"{event.games[0]}-{event.games[1]}"
    match event.ending:
        case Ending.DEAL_LIMIT:
            return f"Rubber {event.unit} ends {score} without a winner: too many deals."
        case _ if event.winner is None:
            return f"Rubber {event.unit} ends without a winner."
        case _:
            return f"Rubber {event.unit}: {event.winner} win it {score} in {event.deals} deals."


def outcome_lines(match: LoggedMatch, style: Style) -> Iterator[str]:
    """What the match comes to."""
    outcome = match.outcome
    first, second = (entrant.name for entrant in match.spec.entrants)
    match outcome.ending:
        case Ending.VOID:
            reason = style.quote(outcome.reason or "")
            yield style.alarm(f"Void, and not scored: {reason}")
        case Ending.MATCH_LOST:
            loser = match.spec.entrants[outcome.lost_by or 0].name
            yield style.alarm(
                f"{loser} had {match.spec.terms.max_faults} faults and loses the match."
            )
        case _:
            yield style.strong(_result_text(first, second, outcome))
    for name, faults in zip((first, second), outcome.faults, strict=True):
        if faults:
            listed = ", ".join(f"{count} {code}" for code, count in faults)
            yield style.alarm(f"Faults of {name}: {listed}")


def _result_text(first: str, second: str, outcome: MatchOutcome) -> str:
    text = f"{first} against {second}: {outcome.net_games:+d} games, {outcome.net_points:+d} points"
    text += f" over {outcome.deals} deals"
    if outcome.rubbers:
        won = [sum(each.winner == entrant for each in outcome.rubbers) for entrant in range(2)]
        text += f"; rubbers {won[0]}-{won[1]}"
    return text + "."
