"""Whether a run is all of one piece: cut by what must be seen together (ledger, log, standings, seed, folder).

``run`` puts the parts together. Nothing here changes a run.
"""
