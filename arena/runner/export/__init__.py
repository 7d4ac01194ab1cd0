"""A run as data for other programs: ``tables`` has the columns, ``rows`` fills them, and each form is a module.

``run`` puts the parts together. Nothing here changes a run.
"""
