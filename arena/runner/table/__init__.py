"""One match, played: the shell carries out the table's effects on real processes and reports facts to it.

It decides nothing: that is ``arena.referee``. What is done with the log, and other matches, don't belong here.
"""
