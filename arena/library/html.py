"""How a notebook shows standings and deals: plain tables, with no style but the notebook's own."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from tabulate import tabulate

from arena.engine import SEATS, Card, Layout, Suit, Trick, cards_in
from arena.referee.spec import Unit
from arena.tournament.contest import Standings
from arena.tournament.figures import GAMES_DECIMALS, POINTS_DECIMALS, with_interval

_RED: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})


def standings(value: Standings) -> str:
    """The places, with games and points per deal and half of each 95 % interval."""
    contest = value.contest
    unit = "rubbers" if contest.unit is Unit.RUBBER else "boards"
    headings = (
        "#", "entrant", "deals", f"{unit} W-D-L", "games per deal", "points per deal", "faults",
    )  # fmt: skip
    rows = [
        (
            f"{place.rank}=" if place.shared else str(place.rank),
            place.name,
            str(place.tally.deals),
            f"{place.tally.won}-{place.tally.drawn}-{place.tally.lost}",
            with_interval(place.games, GAMES_DECIMALS),
            with_interval(place.points, POINTS_DECIMALS),
            str(sum(place.faults.values())),
        )
        for place in value.places
    ]
    title = f"{contest.name}: {value.scored} of {contest.planned} matches"
    notes = "".join(f"<p>NOT RANKABLE: {escape(why)}</p>" for why in value.not_rankable)
    return f"<p>{escape(title)}</p>{notes}{_table(headings, rows)}"


def deal(title: str, layout: Layout, tricks: Sequence[Trick], ending: str) -> str:
    """The four hands as dealt, and the tricks with the card of each seat; its winner's card is bold."""
    hands = [(str(seat), _cards(cards_in(layout.hands[seat]))) for seat in SEATS]
    rows: list[tuple[str, ...]] = []
    for number, trick in enumerate(tricks, 1):
        cells = dict.fromkeys(SEATS, "")
        for turn, card in enumerate(trick.cards):
            seat = SEATS[(trick.leader + turn) & 3]
            shown = _cards([card])
            cells[seat] = f"<b>{shown}</b>" if seat is trick.winner else shown
        rows.append((str(number), str(trick.leader), *cells.values(), str(trick.points)))
    headings = ("trick", "led by", *map(str, SEATS), "points")
    return (
        f"<p>{escape(title)}, trump {_cards([layout.trump_card])} (held by {layout.trump_seat})</p>"
        f"{_table(('', 'hand'), hands, escaped=True)}{_table(headings, rows, escaped=True)}"
        f"<p>{escape(ending)}</p>"
    )


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(
        f'<span style="color:#c00">{card.rank}{card.suit.symbol}</span>'
        if card.suit in _RED
        else f"{card.rank}{card.suit.symbol}"
        for card in cards
    )


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, escaped: bool = False) -> str:
    """Cells are texts, or HTML already (``escaped``)."""
    return str(
        tabulate(
            rows, headings, tablefmt="unsafehtml" if escaped else "html", disable_numparse=True
        )
    )
