"""The directory of a run, and the books in it: its record, its ledger, the plays in force, what the organiser decided.

Who plays, and where bots come from, doesn't belong here; nor does what is only derived from the books (``audit``,
``export``, and ``arena.web``).
"""
