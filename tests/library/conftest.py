"""Bots that are functions, for the tests of the library."""

import random

import pytest

import arena


def first(view):
    return view.legal[0]


def last(view):
    return view.legal[-1]


def cautious(view):
    """The cheapest card, with a comment now and then."""
    card = min(view.legal, key=lambda card: "23456QJK7A".index(card[0]))
    return (card, "é, as ever") if view.trick == 1 else card


@pytest.fixture
def bots():
    """Three functions that play by rules of their own, by name."""
    return {"first": first, "last": last, "cautious": cautious}


@pytest.fixture
def dicey():
    """Makes a bot that plays at random, from a seed."""

    def make(seed):
        dice = random.Random(seed)
        return arena.PythonBot(lambda view: dice.choice(view.legal), f"dicey{seed}")

    return make
