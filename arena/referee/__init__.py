"""The referee: a table as a pure state machine, facts in and effects out.

``Table.feed(fact)`` takes one thing that happened and returns what is to be done about it. There is
no clock, process, file or randomness in here; times come in with the facts. So every verdict can
be tested without waiting, and a log's facts can be fed again to prove its verdicts (``refeed``).

``table`` orchestrates; ``dialogue`` is one seat's protocol, phase by phase, on top of ``framing``, ``replies`` and
``clocks``; ``penalties`` says what a fault costs, ``score`` what a unit comes to, ``requests`` what bots are told.
"""
