"""Each example bot plays whole deals as a real process, legally, the same each time, as its page says."""

import re
from pathlib import Path

import pytest

from arena.engine import PRESETS

NAMES = ("bare.py", "random_bot.py", "counter", "javascript", "c", "shell")
SEEDS = (11, 22, 33, 44)
README = Path(__file__).parents[2] / "example_bots" / "README.md"

HELLO = {
    "type": "hello", "id": 1, "protocol": 1, "minor": 0, "rules": PRESETS["seed"].to_mapping(),
    "seat": 0, "partner": 2, "clock": {"start_ms": 5000, "move_ms": 1000, "bank_ms": 0},
    "limits": {"line_bytes": 4096, "comment_bytes": 1024}, "seed": 7,
}  # fmt: skip
PLAY = {
    "type": "play", "id": 5, "deal": 1, "trick": 2, "seat": 0,
    "hand": ["4C", "JC", "7C", "2D", "3H", "AH", "5S", "QS", "KS"], "legal": ["3H", "AH"],
    "trump": "7S", "trump_seat": 3, "leader": 2, "table": [[2, "QH"], [3, "2H"]],
    "history": [[0, ["6D", "KD", "AD", "3D"]]], "points": [15, 0], "games": [0, 0], "carry": 0,
    "clock": {"move_ms": 1000, "bank_ms": 0},
}  # fmt: skip
LEAD = {**PLAY, "leader": 0, "legal": PLAY["hand"], "table": []}
BYE = {"type": "bye", "reason": "match_over"}


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_whole_deals_by_the_rules_and_leaves_at_bye(name, example, play, board):
    """The little referee checks ids, cards, silence and exit status."""
    deals = play([example(name)] * 4, [board(0), board(1)], SEEDS)
    assert [10, 10] == [len(deal.tricks) for deal in deals]


@pytest.mark.parametrize("names", [NAMES[:4], NAMES[2:]])
def test_different_bots_play_at_one_table(names, example, play, board):
    (deal,) = play([example(name) for name in names], [board(3)], SEEDS)
    assert 120 == sum(deal.points)


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_the_same_again_with_the_same_seed(name, example, play, board):
    """Whatever order Python's hashing would give to a set."""
    bots = [example(name)] * 4
    first, again = (play(bots, [board(2)], SEEDS, hash_seed) for hash_seed in ("1", "2"))
    assert first == again


@pytest.mark.parametrize("name", NAMES)
def test_it_answers_hello_and_play_and_is_silent_to_all_else(name, example):
    """To messages of a later version too, and to fields that it doesn't know."""
    fault = {
        "type": "fault", "code": "bad_json", "for_id": 9, "text": 'not JSON: "id":3,"legal":["2C"]',
        "faults": 1, "fatal": False,
    }  # fmt: skip
    deal_end = {
        "type": "deal_end", "deal": 1, "points": [72, 48], "tricks": [6, 4], "games_won": [1, 0],
        "games": [1, 0], "carry": 0,
    }  # fmt: skip
    later = {"type": "weather", "rain": True}
    replies = example(name).answer({**HELLO, "x": 1}, fault, {**PLAY, "x": {}}, deal_end, later)
    assert [1, 5] == [reply["id"] for reply in replies]
    assert 1 == replies[0]["protocol"]
    assert replies[1]["card"] in PLAY["legal"]


def test_random_plays_otherwise_with_other_seeds(example):
    bot = example("random_bot.py")
    replies = [bot.answer({**HELLO, "seed": seed}, LEAD)[1] for seed in range(5)]
    assert len({reply["card"] for reply in replies}) > 1


def test_random_plays_the_same_when_it_was_restarted_in_between(example):
    bot = example("random_bot.py")
    assert bot.answer(HELLO, PLAY, LEAD)[2] == bot.answer(HELLO, LEAD)[1]


@pytest.mark.parametrize(
    ("name", "request_", "card"),
    [
        ("bare.py", PLAY, "3H"),
        ("bare.py", LEAD, "4C"),
        ("shell", PLAY, "AH"),
        ("shell", {**PLAY, "legal": ["3H"]}, "3H"),
        ("c", LEAD, "2D"),  # nothing is lower and no trump
        ("c", {**PLAY, "legal": ["7C", "5S"]}, "5S"),  # a low trump before ten points
        ("c", {**PLAY, "legal": ["7C", "KS"]}, "KS"),
        ("c", {**PLAY, "legal": ["AH"]}, "AH"),
        ("javascript", LEAD, "2D"),
        ("javascript", PLAY, "3H"),  # partner wins so far, but one is still to play
        (
            "javascript",
            {**PLAY, "leader": 1, "table": [[1, "2H"], [2, "QH"], [3, "4H"]]},
            "AH",
        ),  # partner wins for good
        ("javascript", {**PLAY, "table": [[2, "2H"], [3, "QH"]]}, "AH"),  # an opponent wins
        (
            "javascript",
            {**PLAY, "table": [[2, "2D"], [3, "4D"]], "legal": ["5S", "KS", "AH"]},
            "5S",
        ),  # the lowest that wins
        (
            "javascript",
            {**PLAY, "table": [[2, "2C"], [3, "AC"]], "legal": ["4C", "JC", "7C"]},
            "4C",
        ),  # nothing wins
    ],
)
def test_it_plays_as_its_lesson_says(name, request_, card, example):
    assert card == example(name).answer(HELLO, request_)[1]["card"]


def test_the_bare_bot_is_ten_lines_or_fewer_and_needs_json_alone(example):
    bot = example("bare.py")
    lines = (bot.cwd / "bare.py").read_text("utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(code) <= 10
    imported = [line.split("#")[0].strip() for line in code if "import" in line]
    assert ["import json, sys"] == imported


def test_the_page_lists_every_example(example):
    """And tells a folder's manifest as it is."""
    page = README.read_text("utf-8")
    listed = re.findall(r"^\| `([\w.]+)/?` \|", page, re.MULTILINE)
    assert sorted(NAMES) == sorted(listed)
    folder = README.parent
    found = [
        path.name for path in folder.iterdir() if path.name not in {"README.md", "__pycache__"}
    ]
    assert sorted(NAMES) == sorted(found)
    bot = example("c")
    assert f"run = {list(bot.manifest.run)}".replace("'", '"') in page
    assert f"build = {list(bot.manifest.build)}".replace("'", '"') in page
