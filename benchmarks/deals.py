"""Real deals and the requests of which they are made: what every part of the benchmarks plays."""

from collections.abc import Iterator

from arena.engine import Card, Deal, Layout, View, view_of
from arena.referee.requests import PlayRequests
from arena.referee.score import UnitScore
from arena.referee.spec import Terms
from arena.tournament.boards import board_layout, parse_seed

TERMS = Terms()
SEED = parse_seed("5eca")


def layouts(boards: int) -> list[Layout]:
    """The first boards of the benchmarks' seed."""
    return [board_layout(SEED, number, TERMS.rules) for number in range(boards)]


def turns(layout: Layout) -> Iterator[tuple[View, Card]]:
    """A deal in which everybody plays the first legal card: what the seat to play sees, and its card."""
    deal = Deal.start(layout)
    while not deal.finished:
        view = view_of(deal.to_play, layout, deal)
        yield view, view.legal[0]
        deal = deal.play(view.seat, view.legal[0])


def requests(boards: int) -> list[bytes]:
    """The lines that ask for every card of so many boards."""
    lines: list[bytes] = []
    for number, layout in enumerate(layouts(boards)):
        start = UnitScore.start(TERMS)
        of_deal = PlayRequests(number, layout, start, TERMS.clock.move_ms)
        lines += [of_deal.line(1000 + len(lines), view, 0) for view, _ in turns(layout)]
    return lines
