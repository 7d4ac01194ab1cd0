"""Answers without the card."""

from scripted import reply, run

run(lambda message: reply(id=message["id"], carta=message["legal"][0]))
