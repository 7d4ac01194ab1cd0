"""Answers the request before this one once more, instead of this one."""

from scripted import reply, run

run(lambda message: reply(id=message["id"] - 1, card=message["legal"][0]))
