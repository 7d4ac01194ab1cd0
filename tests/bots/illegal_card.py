"""Revokes: holds the suit led and doesn't follow it, as soon as it can."""

from scripted import card, reply, run


def revoke(message):
    illegal = [it for it in message["hand"] if it not in message["legal"]]
    if illegal:
        reply(id=message["id"], card=illegal[0])
    else:
        card(message)


run(revoke, from_trick=1)
