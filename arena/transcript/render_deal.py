"""One deal as lines of text: the table with its hands, then trick by trick; or one trick card by card."""

from collections.abc import Iterator

from arena.engine import SEATS, Card, Deal, Seat, Trick
from arena.engine.deal import TRICKS_IN_DEAL
from arena.referee.events import CardPlayed, DealEnded, Ending, PlayedBy
from arena.transcript.deal_log import DealLog, Step
from arena.transcript.render_notes import Notes
from arena.transcript.render_table import TableView, table_lines
from arena.transcript.style import Style, pad


def deal_lines(log: DealLog, view: TableView, notes: Notes) -> Iterator[str]:
    """The whole deal."""
    yield from _heading(log, view)
    yield ""
    yield from table_lines(log.started.layout.hands, log.started.layout, view)
    yield ""
    if any(isinstance(step.logged.event, CardPlayed) for step in log.steps):
        yield view.style.faint(_columns(view))
    yield from _tricks(log, view, notes)
    if log.ended is None:
        yield view.style.alarm("The deal has no result: the match ended before.")


def trick_lines(log: DealLog, trick: int, view: TableView, notes: Notes) -> Iterator[str] | None:
    """One trick, from the position in which it was led; None if play never came so far."""
    deal = log.before_trick(trick) if 1 <= trick <= TRICKS_IN_DEAL else None
    return None if deal is None else _trick_lines(log, trick, deal, view, notes)


def _trick_lines(
    log: DealLog, trick: int, deal: Deal, view: TableView, notes: Notes
) -> Iterator[str]:
    yield from _heading(log, view)
    yield ""
    yield f"  Before trick {trick}: {_score(deal)}; {deal.leader} leads."
    yield ""
    yield from table_lines(deal.hands, log.started.layout, view)
    yield ""
    for step in log.steps:
        if step.trick != trick:
            continue
        event = step.logged.event
        if isinstance(event, CardPlayed):
            yield _play_line(event, step, view)
            yield from notes.words(event, 4)
            if len(step.after.tricks) == trick:
                done = step.after.tricks[-1]
                yield ""
                yield f"  {done.winner} takes {done.points} points: {_score(step.after)}."
        elif isinstance(event, DealEnded):
            yield _result(event, view.style)
            return
        else:
            yield from notes.incident(step.logged, 4)


def _heading(log: DealLog, view: TableView) -> Iterator[str]:
    start, style = log.started, view.style
    layout = start.layout
    yield style.rule(f"Deal {start.deal}{style.dot}board {start.board}")
    trump = style.card(layout.trump_card)
    line = f"  trump {trump} (held by {layout.trump_seat}), {layout.leader} leads"
    if any(start.games) or start.carry:
        carried = f", {start.carry} carried" if start.carry else ""
        line += f"; games NS {start.games[0]}, EW {start.games[1]}{carried}"
    yield line


def _columns(view: TableView) -> str:
    """The heading above the tricks; seats in the order of play, times only where they may be seen."""
    cards = "".join(f"{seat!s:>4}  " for seat in SEATS)
    times = "".join(f"{seat!s:>6}" for seat in SEATS if view.sees(seat))
    return f"trick {cards} wins  pts   NS-EW    ms:{times}"


def _tricks(log: DealLog, view: TableView, notes: Notes) -> Iterator[str]:
    """Every trick, what was said and went wrong in it, and where that left the deal."""
    below: list[str] = []
    plays: list[CardPlayed] = []
    last: Deal | None = None
    for step in log.steps:
        event = step.logged.event
        if isinstance(event, CardPlayed):
            plays.append(event)
            below += notes.words(event, 7)
            last = step.after
            if not last.table:
                yield _trick_line(last.tricks[-1], last, plays, view)
                yield from below
                below, plays = [], []
        elif isinstance(event, DealEnded):
            yield from _unfinished(last, plays, view)
            yield from below
            below, last = [], None
            yield _result(event, view.style)
        else:
            below += notes.incident(step.logged, 5)
    yield from _unfinished(last, plays, view)
    yield from below


def _trick_line(trick: Trick, deal: Deal, plays: list[CardPlayed], view: TableView) -> str:
    """``trick`` is the last one of ``deal``."""
    played = {SEATS[(trick.leader + turn) % 4]: card for turn, card in enumerate(trick.cards)}
    cells = _cells(played, trick.leader, trick.winner, view.style)
    score = f"{deal.points[0]:>3}-{deal.points[1]:<3}"
    left = f"{len(deal.tricks):>4}  {cells}   {trick.winner}   {trick.points:>3}   {score}"
    return f"{left}    {_times(plays, view)}".rstrip()


def _unfinished(deal: Deal | None, plays: list[CardPlayed], view: TableView) -> Iterator[str]:
    """A trick that wasn't played to its end."""
    if deal is None or not deal.table:
        return
    played = {SEATS[(deal.leader + turn) % 4]: card for turn, card in enumerate(deal.table)}
    cells = _cells(played, deal.leader, None, view.style)
    yield f"{pad(f'{len(deal.tricks) + 1:>4}  {cells}', 52)}{_times(plays, view)}".rstrip()


def _cells(played: dict[Seat, Card], leader: Seat, winner: Seat | None, style: Style) -> str:
    """A card for each seat: the leader's after ``>``, the winner's before ``*``."""
    cells: list[str] = []
    for seat in SEATS:
        card = style.card(played[seat]) if seat in played else "  "
        lead, won = (">" if seat is leader else " "), ("*" if seat is winner else " ")
        shown = f" {lead}{card}{won} "
        cells.append(style.strong(shown) if seat is winner else shown)
    return "".join(cells)


def _times(plays: list[CardPlayed], view: TableView) -> str:
    """How long each seat took, in milliseconds."""
    took = {play.seat: play.wall_us for play in plays}
    return "".join(
        f"{milliseconds(took[seat]) if seat in took else '':>6}"
        for seat in SEATS
        if view.sees(seat)
    )


def milliseconds(time_us: int) -> str:
    """A time in milliseconds, with decimals where they are worth telling: "0.04", "3.1", "250"."""
    decimals = 2 if time_us < 995 else 1 if time_us < 9_950 else 0  # noqa: PLR2004 - rounded up there
    return f"{time_us / 1000:.{decimals}f}"


def _play_line(play: CardPlayed, step: Step, view: TableView) -> str:
    verb = "leads" if not step.before.table else "plays"
    line = f"  {play.seat} {verb} {view.style.card(play.card)}"
    if not view.sees(play.seat):
        return line
    by = "played by the referee" if play.by is PlayedBy.REFEREE else ""
    took = f"{milliseconds(play.wall_us)} ms, CPU {milliseconds(play.usage.cpu_us)} ms"
    could = f"of {view.style.cards(step.before.legal)}"
    return f"{pad(f'{line}  {view.style.faint(by or took)}', 42)}{could}"


def _score(deal: Deal) -> str:
    return f"NS {deal.points[0]}, EW {deal.points[1]}"


def _result(ended: DealEnded, style: Style) -> str:
    """What the deal came to, and the rubber's score after it."""
    result = ended.result
    match ended.ending:
        case Ending.FORFEIT:
            text = f"Forfeited: {result.winner} win by a sweep, {_games(ended)}"
        case Ending.BOTH_FORFEIT:
            return style.alarm("Forfeited by both sides: nobody scores.")
        case _ if result.winner is None:
            text = f"NS {result.points[0]}, EW {result.points[1]}: a tie, nobody scores"
        case _:
            sweep = "all ten tricks, " if max(result.tricks) == sum(result.tricks) else ""
            points = f"NS {result.points[0]}, EW {result.points[1]}"
            text = f"{points}: {result.winner} win, {sweep}{_games(ended)}"
    if any(ended.games) and ended.games != _alone(ended):
        text += f"; games NS {ended.games[0]}, EW {ended.games[1]}"
    if ended.carry:
        text += f"; {ended.carry} to carry"
    shown = f"{text}."
    return style.alarm(shown) if ended.ending is Ending.FORFEIT else style.strong(shown)


def _games(ended: DealEnded) -> str:
    carried = ended.games_won - ended.result.games
    extra = f" ({carried} of them carried)" if carried else ""
    return f"{ended.games_won} game{'' if ended.games_won == 1 else 's'}{extra}"


def _alone(ended: DealEnded) -> tuple[int, int]:
    """What the score would be if this deal were all."""
    won = ended.games_won
    return (won, 0) if ended.result.winner == 0 else (0, won)
