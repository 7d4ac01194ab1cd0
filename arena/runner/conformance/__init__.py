"""``arena check``: whether a bot does all that the protocol wants, and what to mend if it doesn't.

``steps`` says what is tried, each by a little script that talks to real processes through ``talk``; the
referee's own ``Dialogue`` judges what comes back, so a fault here is a fault at a table.
"""
