"""Answers, and then answers the next request before it has come."""

from scripted import card, reply, run


def hurry(message):
    card(message)
    reply(id=message["id"] + 1, card=message["hand"][-1])


run(hurry)
