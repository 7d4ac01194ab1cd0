"""All that touches the system: processes, clocks, files of a run. The only package that imports trio.

It is a row of rooms, each named after what is in it; each imports only from the rooms above it in this list:

- ``files``: files and folders as such: removed, read and written with care, watched
- ``process``: one process: started, isolated, measured, swept up
- ``table``: one match: the shell that carries out what the table wants
- ``workers``: many matches at once: processes that play, and the pool that hires them
- ``runs``: the directory of a run and the books kept in it
- ``bots``: the bots of a contest: found, built, frozen, given a plan to start them by
- ``play``: contests: a tournament, a duel, a quick match
- ``submission``, ``audit``, ``export``, ``conformance``: what is done beside the playing; none knows another

``lint-imports`` holds them to that order.
"""
