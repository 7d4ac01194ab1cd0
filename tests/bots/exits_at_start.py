"""Fails before it says hello, as a script with a mistake in its first lines does."""

raise SystemExit("no model file, no bot")
