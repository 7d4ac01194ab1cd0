"""One deal as lines of text: the table with its hands, then trick by trick."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.engine import SEATS, CardMask, Deal, Direction, Hands, Ruleset, Seat, Trick
from arena.referee.events import CardPlayed, Ending, Faulted, HostOverloaded, PlayedBy, StaleReply
from arena.transcript.deal_log import DealLog, Incident
from arena.transcript.style import Style, pad, width

_COLUMN = 26
_NOTE_WIDTH = 76


@dataclass(frozen=True, slots=True)
class TableView:
    """How a deal is looked at: the names at the seats, the rules, and whose eyes (None: all cards open)."""

    names: tuple[str, str, str, str]
    rules: Ruleset
    eyes: Seat | None
    style: Style

    def sees(self, seat: Seat) -> bool:
        """Whether ``seat``'s cards, times and comments are to be shown."""
        return self.eyes is None or self.eyes is seat


def deal_lines(log: DealLog, view: TableView) -> Iterator[str]:
    """The whole deal."""
    yield from _heading(log, view)
    yield ""
    yield from table_lines(log.started.layout.hands, view)
    yield ""
    yield from _tricks(log, view)
    yield from _ending(log, view)


def trick_lines(log: DealLog, trick: int, view: TableView) -> Iterator[str]:
    """One trick, from the position in which it was led, card by card."""
    deal = log.before_trick(trick)
    yield from _heading(log, view)
    yield ""
    north_south, east_west = deal.points
    yield f"Before trick {trick}: NS {north_south}, EW {east_west}; {deal.leader} leads."
    yield ""
    yield from table_lines(deal.hands, view)
    yield ""
    for event in log.events:
        if _trick_of(event, log) != trick:
            continue
        if not isinstance(event, CardPlayed):
            yield from _incident(event, view)
            continue
        yield f"  {event.seat} plays {view.style.card(event.card)}{_details(event, view)}"
        yield from _comment(event, view)
    after = log.before_trick(trick + 1)
    if len(after.tricks) >= trick:
        done = after.tricks[trick - 1]
        north_south, east_west = after.points
        yield f"  {done.winner} takes {done.points} points: NS {north_south}, EW {east_west}"


def _trick_of(event: CardPlayed | Incident, log: DealLog) -> int:
    """The trick that an event stands in: of incidents without one, where play had come to."""
    if isinstance(event, CardPlayed):
        return event.trick
    if isinstance(event, Faulted) and event.fault.trick is not None:
        return event.fault.trick
    before = log.events[: log.events.index(event)]
    return sum(isinstance(each, CardPlayed) for each in before) // 4 + 1


def _heading(log: DealLog, view: TableView) -> Iterator[str]:
    start, style = log.started, view.style
    layout = start.layout
    dot = f" {style.dot()} "
    parts = [
        style.strong(f"Deal {start.deal}"),
        f"board {start.board}",
        f"dealer {layout.dealer}",
        f"trump {style.card(layout.trump_card)} (held by {layout.trump_seat})",
        f"{layout.leader} leads",
    ]
    if any(start.games) or start.carry:
        carried = f", {start.carry} carried" if start.carry else ""
        parts.append(f"games {start.games[0]}-{start.games[1]}{carried}")
    yield dot.join(parts)


def table_lines(hands: Hands, view: TableView) -> Iterator[str]:
    """The table: north on top, the next seat to the right, or to the left on an anti-clockwise table."""
    mirrored = view.rules.table_direction is Direction.ANTICLOCKWISE
    left, right = (Seat.EAST, Seat.WEST) if mirrored else (Seat.WEST, Seat.EAST)
    yield from _centred(_box(Seat.NORTH, hands[Seat.NORTH], view))
    for at_left, at_right in zip(
        _box(left, hands[left], view), _box(right, hands[right], view), strict=True
    ):
        yield f"  {pad(at_left, 2 * _COLUMN - 8)}{at_right}".rstrip()
    yield from _centred(_box(Seat.SOUTH, hands[Seat.SOUTH], view))


def _box(seat: Seat, hand: CardMask, view: TableView) -> list[str]:
    name = f"{view.style.strong(str(seat))} {view.names[seat]}"
    if not view.sees(seat):
        count = hand.bit_count()
        hidden = f"({count} card{'' if count == 1 else 's'})"
        return [name, view.style.faint(hidden), "", "", ""]
    return [name, *view.style.hand(hand)]


def _centred(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield (" " * _COLUMN + line).rstrip()


def _tricks(log: DealLog, view: TableView) -> Iterator[str]:
    if log.events:
        yield view.style.faint("trick  led by                                wins  points  NS-EW")
    deal = Deal.start(log.started.layout)
    notes: list[str] = []
    for event in log.events:
        if not isinstance(event, CardPlayed):
            notes += _incident(event, view)
            continue
        deal = deal.play(event.seat, event.card)
        notes += _comment(event, view)
        if not deal.table:
            yield _trick_line(len(deal.tricks), deal.tricks[-1], deal, view.style)
            yield from notes
            notes = []
    if deal.table:
        cards = "   ".join(
            f"{SEATS[(deal.leader + turn) % 4]} {view.style.card(card)} "
            for turn, card in enumerate(deal.table)
        )
        yield f"{len(deal.tricks) + 1:4}   {cards}".rstrip()
    yield from notes


def _trick_line(number: int, trick: Trick, deal: Deal, style: Style) -> str:
    cards: list[str] = []
    for turn, card in enumerate(trick.cards):
        seat = SEATS[(trick.leader + turn) % 4]
        text = f"{seat} {style.card(card)}"
        cards.append(f"{style.strong(text)}*" if seat is trick.winner else f"{text} ")
    north_south, east_west = deal.points
    score = f"{north_south}-{east_west}"
    return (
        f"{number:4}   {'   '.join(cards)}     {trick.winner}     {trick.points:+4d}   {score:>7}"
    )


def _details(play: CardPlayed, view: TableView) -> str:
    if play.by is PlayedBy.REFEREE:
        return " (played for it by the referee)"
    if not view.sees(play.seat):
        return ""
    late = ", late by the wall clock but the host was busy" if play.overloaded else ""
    return view.style.faint(
        f"  {play.wall_us / 1000:.1f} ms, {play.usage.cpu_us / 1000:.1f} ms of CPU{late}"
    )


def _comment(play: CardPlayed, view: TableView) -> Iterator[str]:
    if play.by is PlayedBy.REFEREE:
        yield _note(f"{play.card} was played for {play.seat} by the referee", view.style)
    if play.comment and view.sees(play.seat):
        yield _note(f'{play.seat}: "{view.style.quote(play.comment)}"', view.style)


def _incident(event: Incident, view: TableView) -> Iterator[str]:
    style = view.style
    match event:
        case Faulted(fault):
            yield style.alarm(f"       ! {fault.seat} {view.names[fault.seat]}: {fault.code}")
            if view.sees(fault.seat):
                yield _note(style.quote(fault.hint), style)
        case StaleReply() if view.sees(event.seat):
            yield _note(f"{event.seat} answered request {event.id} too late; dropped", style)
        case HostOverloaded() if view.sees(event.seat):
            yield _note(f"{event.seat} got more time: the host was busy", style)
        case _:
            pass


def _note(text: str, style: Style) -> str:
    shown = text if width(text) <= _NOTE_WIDTH - 9 else text[: _NOTE_WIDTH - 12] + "..."
    return style.faint(f"         {shown}")


def _ending(log: DealLog, view: TableView) -> Iterator[str]:
    ended, style = log.ended, view.style
    if ended is None:
        yield style.alarm("The deal was broken off: the match is void.")
        return
    points = f"NS {ended.result.points[0]}, EW {ended.result.points[1]}"
    match ended.ending:
        case Ending.FORFEIT:
            yield style.alarm(f"Forfeited: {ended.result.winner} win by a sweep.")
        case Ending.BOTH_FORFEIT:
            yield style.alarm("Forfeited by both sides: nobody scores.")
        case _ if ended.result.winner is None:
            yield style.strong(f"{points}: a tie, nobody scores.")
        case _:
            carried = ended.games_won - ended.result.games
            extra = f", {carried} of them carried" if carried else ""
            plural = "game" if ended.games_won == 1 else "games"
            yield style.strong(
                f"{points}: {ended.result.winner} win {ended.games_won} {plural}{extra}."
            )
    if ended.carry:
        yield f"{ended.carry} to carry to the next deal."
