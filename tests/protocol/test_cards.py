"""The vocabulary of cards (clause R1 and R9)."""

import pytest

from protocol.cards import PACK, RANKS, SUITS, beats, points, strength, winning_card


def test_the_pack_has_forty_cards_in_canonical_order():
    """By suit in the order C D H S, in each from the weakest to the strongest."""
    assert 40 == len(set(PACK)) == len(PACK)
    assert ("2C", "3C", "4C", "5C", "6C", "QC", "JC", "KC", "7C", "AC", "2D") == PACK[:11]
    assert list(PACK) == sorted(PACK, key=lambda card: (SUITS.index(card[1]), strength(card)))


def test_a_suit_holds_thirty_points_and_the_pack_120():
    assert [0, 0, 0, 0, 0, 2, 3, 4, 10, 11] == [points(card) for card in PACK[:10]]
    assert 120 == sum(map(points, PACK))


def test_the_seven_stands_between_the_king_and_the_ace_and_the_queen_below_the_jack():
    assert list("A7KJQ65432") == sorted(RANKS, key=RANKS.index, reverse=True)
    assert strength("KH") < strength("7H") < strength("AH")
    assert strength("QH") < strength("JH")


@pytest.mark.parametrize(
    ("challenger", "best", "wins"),
    [
        ("AH", "7H", True),
        ("KH", "7H", False),
        ("2S", "AH", True),  # a ruff
        ("2S", "3S", False),
        ("AD", "2H", False),  # neither trump nor the suit led
        ("AH", "2S", False),  # the suit led under a trump
    ],
)
def test_a_card_beats_by_strength_in_suit_or_by_being_trump(challenger, best, wins):
    assert wins is beats(challenger, best, "S")


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["2H"], "2H"),
        (["2H", "AD", "AC", "3H"], "3H"),
        (["AH", "2S", "7H", "3S"], "3S"),
        (["AS", "7S", "2S", "AH"], "AS"),
    ],
)
def test_the_highest_trump_wins_a_trick_else_the_highest_of_the_suit_led(cards, winner):
    assert winner == winning_card(cards, "S")
