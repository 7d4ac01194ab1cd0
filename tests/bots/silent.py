"""Doesn't answer when it is asked for a card."""

from scripted import run

run(lambda message: None)
