"""Answers everything twice."""

from scripted import card, run


def twice(message):
    card(message)
    card(message)


run(twice)
