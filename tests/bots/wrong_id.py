"""Answers a request that was never sent."""

from scripted import reply, run

run(lambda message: reply(id=message["id"] + 1000, card=message["legal"][0]))
