"""The counting bot: each of its rules of thumb, and that together they beat chance clearly."""

import math
import statistics

import pytest

from arena.engine import Card, Deal, Ruleset, result_of
from protocol.bot import View

BOARDS = 200
RULES = Ruleset()


@pytest.fixture(scope="module")
def counter(load):
    return load("counter/bot.py").choose


@pytest.fixture(scope="module")
def chance(load):
    return load("random_bot.py").choose


def view(**fields) -> View:
    """A request to seat 0, with spades as trumps; what a test doesn't say is empty."""
    play = {
        "id": 1, "deal": 1, "trick": 1, "seat": 0, "hand": [], "legal": [], "trump": "2S",
        "trump_seat": 3, "leader": 0, "table": [], "history": [], "points": [0, 0], "games": [0, 0],
        "carry": 0, "clock": {"move_ms": 1000, "bank_ms": 0},
    }  # fmt: skip
    play |= fields
    play["legal"] = play["legal"] or play["hand"]
    return View(play)


def table(*cards: str) -> dict[str, object]:
    """The seats before seat 0 have played these cards."""
    leader = 4 - len(cards)
    return {"leader": leader, "table": [[leader + turn, card] for turn, card in enumerate(cards)]}


CASES = {
    "cashes a master while both opponents should follow": (
        view(hand=["2C", "AH"]),
        "AH",
    ),
    "keeps a card that isn't the highest left": (view(hand=["2C", "7H"]), "2C"),
    "knows that the ace is gone": (
        view(hand=["2C", "7H"], history=[[0, ["2H", "AH", "3H", "4H"]]]),
        "7H",
    ),
    "keeps a master from a seat that is known to ruff": (
        view(hand=["2C", "AH"], history=[[2, ["2H", "3H", "4H", "2D"]]]),
        "2C",
    ),
    "keeps a master of a suit that is nearly played out": (
        view(
            hand=["2C", "AH"],
            history=[[0, ["2H", "3H", "4H", "5H"]], [3, ["QH", "6H", "JH", "KC"]]],
        ),
        "2C",
    ),
    "leads low, where much is still out": (
        view(hand=["3C", "2D"], history=[[0, ["AD", "7D", "KD", "JD"]]]),
        "3C",
    ),
    "leads anything before a trump": (view(hand=["JH", "3S"]), "JH"),
    "gives a partner who wins for good the most points": (
        view(hand=["2H", "7H"], **table("3H", "KH", "4H")),
        "7H",
    ),
    "gives a partner no trump": (view(hand=["QC", "AS"], **table("3H", "KH", "4H")), "QC"),
    "trusts partner's master while others play": (
        view(hand=["2H", "7H"], **table("AH", "4H")),
        "7H",
    ),
    "doesn't trust partner's card while a higher one is out": (
        view(hand=["2H", "7H"], **table("KH", "4H")),
        "2H",
    ),
    "doesn't trust partner's master before a seat that ruffs": (
        view(hand=["2H", "7H"], history=[[0, ["2D", "3H", "4D", "5D"]]], **table("AD", "6D")),
        "2H",
    ),
    "wins last with the dearest card of the suit": (
        view(hand=["2H", "7H", "AH"], **table("KH", "3H", "4H")),
        "AH",
    ),
    "ruffs what is worth it, with the least trump": (
        view(hand=["2C", "3S", "KS"], **table("KH", "3H", "4H")),
        "3S",
    ),
    "saves its trumps for more than nothing": (
        view(hand=["2C", "3S", "KS"], **table("5H", "3H", "4H")),
        "2C",
    ),
    "doesn't ruff partner": (view(hand=["2C", "3S"], **table("3H", "AH", "4H")), "2C"),
    "wins cheaply when trumps are led": (
        view(hand=["4S", "QS", "AS"], **table("5S", "3S", "6S")),
        "QS",
    ),
    "throws away the least when it can't win": (
        view(hand=["QD", "JC", "3C", "KC"], **table("AH", "3H", "4H")),
        "3C",
    ),
    "throws away six points rather than a trump, but not a seven": (
        view(hand=["7D", "2S"], **table("AH", "3H", "AS")),
        "2S",
    ),
    "plays its only card": (view(hand=["AS"]), "AS"),
}


@pytest.mark.parametrize(("seen", "card"), CASES.values(), ids=CASES.keys())
def test_the_counter(seen, card, counter):
    assert card == counter(seen)


def play_deal(layout, number, choosers, ask) -> Deal:
    """A deal between functions, by seat; each has the seat's number as its seed."""
    deal = Deal.start(layout)
    while not deal.finished:
        seat = deal.to_play
        request = ask(1, number, layout, deal).model_dump()
        deal = deal.play(seat, Card.parse(choosers[seat](View(request, {"seed": int(seat)}))))
    return deal


def test_it_beats_chance_clearly_over_duplicate_boards(counter, chance, board, ask):
    """Points over 60 a deal, and net games: each board played from both sides."""
    points, games = [], []
    for number in range(BOARDS):
        first = play_deal(board(number), number, [counter, chance] * 2, ask)
        second = play_deal(board(number), number, [chance, counter] * 2, ask)
        points.append((first.points[0] + second.points[1]) / 2 - 60)
        won = result_of(first, RULES).net_games[0] + result_of(second, RULES).net_games[1]
        games.append(won / 2)
    error = statistics.stdev(points) / math.sqrt(BOARDS)
    assert statistics.mean(points) > 10
    assert statistics.mean(points) > 10 * error
    assert statistics.mean(games) > 0.5
