"""A sensible partner: counts cards, wins cheaply, feeds a winning partner, saves its trumps.

Read it from the bottom: `choose` asks one question, "do I lead or follow?", and each answer is one
function. Every rule of thumb is one that players use at the table.
"""

from protocol.bot import run
from protocol.cards import beats, points, strength


def cheapest(cards, trump_suit):
    """What is given away most gladly: few points, no trump, low."""
    return min(cards, key=lambda card: (points(card) + 6 * (card[1] == trump_suit), strength(card)))


def richest(cards, trump_suit):
    """What to give a partner who wins: points first, trumps last."""
    return max(
        cards, key=lambda card: (points(card) - 12 * (card[1] == trump_suit), -strength(card))
    )


def void_seats(view):
    """For each suit the seats known to hold none: they once failed to follow it."""
    void = {suit: set() for suit in "CDHS"}
    tricks = [*view.history, (view.leader, [card for _, card in view.table])]
    for leader, cards in tricks:
        for turn, card in enumerate(cards):
            if card[1] != cards[0][1]:
                void[cards[0][1]].add((leader + turn) % 4)
    return void


def rivals(view):
    """The two opponents' seats."""
    return {(view.seat + 1) % 4, (view.seat + 3) % 4}


def is_master(view, card):
    """Whether no card that others hold in this suit is higher."""
    return not any(
        other[1] == card[1] and strength(other) > strength(card) for other in view.unseen
    )


def may_be_ruffed(view, suit):
    """Whether an opponent may trump a lead of this suit, going by the cards that are out."""
    trump = view.trump_suit
    if suit == trump or not any(card[1] == trump for card in view.unseen):
        return False
    void = void_seats(view)
    armed = rivals(view) - void[trump]
    out = sum(card[1] == suit for card in view.unseen)
    return bool(armed & void[suit]) or (bool(armed) and out < 4)


def lead(view):
    """Cash what can't be beaten; else come out low from where little is lost."""
    trump = view.trump_suit
    safe = [
        card
        for card in view.legal
        if card[1] != trump and is_master(view, card) and not may_be_ruffed(view, card[1])
    ]
    if safe:
        return max(safe, key=points)
    # With most of the trumps, draw those of the others: then the side suits are safe.
    mine = [card for card in view.hand if card[1] == trump]
    theirs = [card for card in view.unseen if card[1] == trump]
    masters = [card for card in mine if is_master(view, card)]
    if masters and theirs and len(mine) > len(theirs) / 2:
        return min(masters, key=points)
    # Don't lead a seven while the ace is out, nor a king under both: lead worthless cards.
    return cheapest(view.legal, trump)


def follow(view):
    """Second to fourth to play: is partner winning, can I win, and what does it cost?"""
    trump = view.trump_suit
    seat, best = view.winning
    stake = sum(points(card) for _, card in view.table)
    last = len(view.table) == 3
    winners = [card for card in view.legal if beats(card, best, trump)]

    if seat == view.partner and (last or partner_holds(view, best)):
        return richest(view.legal, trump)
    if not winners:
        return cheapest(view.legal, trump)

    plain = [card for card in winners if card[1] != trump or view.led_suit == trump]
    if last:
        # Nobody plays after me: the dearest plain card that wins brings its points home.
        if plain and view.led_suit != trump:
            return max(plain, key=points)
        cheap = min(winners, key=strength)
        return cheap if stake + points(cheap) >= 3 or plain else cheapest(view.legal, trump)
    # Others follow: win only with what holds.
    holding = [card for card in plain if is_master(view, card) and not ruffers_behind(view)]
    if holding and view.led_suit != trump:
        return max(holding, key=points)
    if not plain and stake >= 4 and seat != view.partner:
        return min(winners, key=strength)  # a small ruff
    return cheapest(view.legal, trump)


def partner_holds(view, best):
    """Whether partner's card will surely win against those still to play."""
    return is_master(view, best) and (best[1] == view.trump_suit or not ruffers_behind(view))


def ruffers_behind(view):
    """Whether an opponent yet to play is known to be out of the suit led and may hold a trump."""
    trump, void = view.trump_suit, void_seats(view)
    played = {seat for seat, _ in view.table} | {view.seat}
    if not any(card[1] == trump for card in view.unseen):
        return False
    behind = rivals(view) - played
    out = sum(card[1] == view.led_suit for card in view.unseen)
    return bool((behind & void[view.led_suit]) - void[trump]) or (bool(behind) and out == 0)


def choose(view):
    if len(view.legal) == 1:
        return view.legal[0]
    return follow(view) if view.table else lead(view)


if __name__ == "__main__":
    run(choose, name="counter", version="1.0")
