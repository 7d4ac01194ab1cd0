"""Reads ``hello`` and never says anything."""

from scripted import run

run(on_hello=lambda message: None)
