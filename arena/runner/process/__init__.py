"""One process: started at its level of isolation, watched, measured, frozen, and swept up with all that it left.

``seat`` is what a table's shell needs of a process; the other modules are how that is done. What is said to a process,
and who starts how many of them, doesn't belong here.
"""
