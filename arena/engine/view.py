"""What one seat may see of a deal: its own cards, the table, what was played, and the trump card."""

from arena.engine.cards import Card, Seat, cards_in, expect
from arena.engine.deal import Deal, Trick, legal_mask
from arena.engine.layout import Layout
from arena.engine.values import value


@value
class View:
    """Everything that ``seat`` may know, and nothing else.

    hand and legal are in canonical order; ``legal`` is empty unless it is this seat's turn. table holds
    the current trick's cards in order of play from ``leader``; points are (ours, theirs).
    """

    seat: Seat
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    trump_card: Card
    trump_seat: Seat
    leader: Seat
    table: tuple[Card, ...]
    history: tuple[Trick, ...]
    points: tuple[int, int]


def view_of(seat: Seat, layout: Layout, deal: Deal) -> View:
    """What ``seat`` sees of ``deal``, which was dealt as ``layout``."""
    expect(seat, Seat)
    held = deal.hands[seat]
    playable = legal_mask(held, deal.led) if seat is deal.to_play else 0
    hand = cards_in(held)
    ours = seat.partnership
    return View(
        seat=seat,
        hand=hand,
        legal=hand if playable == held else cards_in(playable),
        trump_card=layout.trump_card,
        trump_seat=layout.trump_seat,
        leader=deal.leader,
        table=deal.table,
        history=deal.tricks,
        points=(deal.points[ours], deal.points[ours.opponents]),
    )
