"""Plays any legal card. The lesson: all chance comes from the seed in `hello`."""

import random

from protocol.bot import run


def choose(view):
    # The dice are made anew for each request, from this bot's own seed and the place in the match. So the
    # same request always gets the same card, even if the bot was restarted in between.
    dice = random.Random(view.seed * 4000 + view.deal * 10 + view.trick)
    return dice.choice(view.legal)


if __name__ == "__main__":
    run(choose, name="random", version="1.0")
