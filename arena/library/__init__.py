"""The arena as a Python library: what ``import arena`` offers beside the rules.

Here lives what turns a program's own words into the arena's and back: bots that are functions, matches and
runs as everyday objects, and how a notebook shows them. Nothing here decides anything: verdicts are the
referee's, results the transcript's, standings the tournament's.
"""
