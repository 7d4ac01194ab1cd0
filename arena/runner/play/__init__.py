"""Contests, from what the user asked for to the result: a tournament, a duel, a quick match; and how far they are.

How one match is played (``table``), and how many are at once (``workers``), doesn't belong here.
"""
