"""Every case of tests/vectors/rules.json, which holds situations and the right answers."""

import json
from pathlib import Path

import pytest

from arena.engine import (
    PRESETS,
    SEATS,
    Card,
    Deal,
    DealResult,
    Direction,
    Layout,
    Partnership,
    Rubber,
    Seat,
    Suit,
    cards_in,
    legal_mask,
    mask_of,
    result_of,
    score_deal,
    winning_index,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "rules.json").read_text())
SEED = PRESETS["seed"]


def cases(kind):
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case.get("name")) for case in VECTORS[kind]]
    )


def cards(names):
    return tuple(map(Card.parse, names))


def hands(rows):
    north, east, south, west = (mask_of(cards(row)) for row in rows)
    return (north, east, south, west)


def partnership(number):
    return None if number is None else Partnership(number)


def test_the_vectors_hold_cases_of_every_kind():
    assert {"about", "tricks", "legal", "scores", "rubbers", "deals", "packs"} == VECTORS.keys()


@cases("tricks")
def test_the_right_card_wins_a_trick(case):
    trick = cards(case["cards"])
    assert case["winner"] == winning_index(trick, Suit.parse(case["trump"]))
    assert case["points"] == sum(card.points for card in trick)


@cases("legal")
def test_the_right_cards_are_legal(case):
    led = None if case["led"] is None else Suit.parse(case["led"])
    assert set(cards(case["legal"])) == set(cards_in(legal_mask(mask_of(cards(case["hand"])), led)))


@cases("scores")
def test_a_deal_is_worth_the_right_games(case):
    result = score_deal(tuple(case["points"]), tuple(case["tricks"]), SEED)
    assert (partnership(case["winner"]), case["games"]) == (result.winner, result.games)


@cases("rubbers")
def test_deals_add_up_to_the_right_rubber(case):
    rubber = Rubber(SEED)
    for deal in case["deals"]:
        # Any points will do: a rubber looks at winner and games only.
        result = DealResult((60, 60), (5, 5), partnership(deal["winner"]), deal["games"])
        rubber = rubber.after(result)
    assert tuple(case["score"]) == rubber.score
    assert partnership(case["winner"]) == rubber.winner
    assert case["carry"] == rubber.carry
    assert len(case["deals"]) == rubber.deals


@cases("deals")
def test_a_whole_deal_replays_to_the_right_end(case):
    deal = Deal.of(hands(case["hands"]), Suit.parse(case["trump"]), Seat(case["leader"]))
    for card in cards(case["plays"]):
        deal = deal.play(deal.to_play, card)
    assert deal.finished
    assert tuple(case["points"]) == deal.points
    assert tuple(case["tricks"]) == deal.won
    games = [0, 0]
    result = result_of(deal, SEED)
    if result.winner is not None:
        games[result.winner] = result.games
    assert case["games"] == games


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["name"]) for case in VECTORS["deals"] if "pack" in case]
)
def test_a_pack_deals_and_plays_to_the_right_winners(case):
    layout = Layout.from_pack(cards(case["pack"]), SEATS[case["dealer"]], Direction.CLOCKWISE)
    assert hands(case["hands"]) == layout.hands
    assert Card.parse(case["trump_card"]) == layout.trump_card
    assert SEATS[case["leader"]] == layout.leader
    deal = Deal.start(layout)
    for card in cards(case["plays"]):
        deal = deal.play(deal.to_play, card)
    assert case["winners"] == [trick.winner for trick in deal.tricks]


@cases("packs")
def test_a_pack_deals_to_the_right_hands(case):
    layout = Layout.from_pack(
        cards(case["pack"]), SEATS[case["dealer"]], Direction(case["direction"])
    )
    assert hands(case["hands"]) == layout.hands
    assert Card.parse(case["trump_card"]) == layout.trump_card
    assert SEATS[case["leader"]] == layout.leader
