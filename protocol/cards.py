"""The vocabulary of Sueca's cards: names, strength and points (RULES clause R1).

A card is two characters, rank then suit: ``"AH"`` is the ace of hearts. Standard library only: the SDK
and the engine both build on these tables, so the facts of the pack stand in one place. Not even ``typing``
is imported, which would take a bot a third of the time that it needs to start.
"""

SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades."""

RANKS = "23456QJK7A"
"""Weakest first: in Sueca the seven ranks above the king, and the queen below the jack."""

RANK_POINTS = {
    "2": 0, "3": 0, "4": 0, "5": 0, "6": 0, "Q": 2, "J": 3, "K": 4, "7": 10, "A": 11,
}  # fmt: skip
"""Card points by rank; a suit holds 30, the pack 120."""

PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""All forty cards in the canonical order: by suit, then weakest to strongest.

The index of a card here is its number everywhere in the arena, and every list of cards that the
referee sends (``hand``, ``legal``) is in this order.
"""


def points(card: str) -> int:
    """Card points of ``card``, 0 to 11."""
    return RANK_POINTS[card[0]]


def strength(card: str) -> int:
    """How high ``card`` ranks within its suit: 0 (two) to 9 (ace)."""
    return RANKS.index(card[0])


def beats(challenger: str, best: str, trump_suit: str) -> bool:
    """Whether ``challenger``, played after ``best``, takes the trick from it (clause R9).

    ``best`` is the card that wins the trick so far, so its suit is the suit led or trump.
    """
    if challenger[1] == best[1]:
        return strength(challenger) > strength(best)
    return challenger[1] == trump_suit


def winning_card(cards: list[str], trump_suit: str) -> str:
    """The card that wins the trick ``cards`` (1 to 4 of them, in order of play)."""
    best = cards[0]
    for card in cards[1:]:
        if beats(card, best, trump_suit):
            best = card
    return best
