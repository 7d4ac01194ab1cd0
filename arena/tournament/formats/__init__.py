"""Formats: who meets whom, and in which order. One module for each.

A format's module has two functions::

    pairings(entrants: int, rounds: int) -> Iterator[Pairing]
    count(entrants: int, rounds: int) -> int

entrants says how many there are, they are named by their indices; rounds is the tournament's key of that
name. Pairings must come in an order that more rounds don't change, but only make longer: boards are
numbered in that order, and a finished match must keep its boards.
"""

from arena.tournament.formats.pairing import Pairing

__all__ = ["Pairing"]
