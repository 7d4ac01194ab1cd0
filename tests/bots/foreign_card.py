"""Plays a card that it doesn't hold."""

from scripted import reply, run

PACK = [rank + suit for suit in "CDHS" for rank in "23456QJK7A"]


def cheat(message):
    reply(id=message["id"], card=next(it for it in PACK if it not in message["hand"]))


run(cheat)
