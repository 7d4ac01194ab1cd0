"""What my-bot does in a position of a real match, without a referee: python3 test_bot.py, or pytest."""

import json
from pathlib import Path

from bot import choose
from protocol.bot import View


def position() -> View:
    """What the bot was shown: the two lines that it was sent, its hello and the request for the card."""
    lines = Path(__file__).with_name("position.jsonl").read_text(encoding="utf-8").splitlines()
    hello, play = map(json.loads, lines)
    return View(play, hello)


def test_it_takes_a_trick_as_cheaply_as_it_can() -> None:
    view = position()
    assert (["4S", "KS", "AS"], [(3, "2S"), (0, "5S")]) == (view.legal, view.table)
    assert choose(view) == "KS"


if __name__ == "__main__":
    test_it_takes_a_trick_as_cheaply_as_it_can()
    print("ok")
