"""Plays any legal card. A lesson in being reproducible: all chance comes from the seed in `hello`."""

import random

from protocol.bot import run


def choose(view):
    # A generator made anew from the seed and the place in the match: the same request always gets
    # the same card, even if the bot was restarted in between.
    seed = view.info.seed if view.info else 0
    dice = random.Random(f"{seed}/{view.deal}/{view.trick}")
    return dice.choice(view.legal)


if __name__ == "__main__":
    run(choose, name="random", version="1.0")
