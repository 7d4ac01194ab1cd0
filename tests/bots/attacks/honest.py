"""Plays the first legal card."""

from scripted import run

run()
