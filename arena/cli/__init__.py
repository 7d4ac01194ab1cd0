"""The ``arena`` command: parse what was asked, make one call into the library, print the answer.

Command modules import click alone at their top, and what they call inside their bodies: ``--help``
and ``--version`` must not wait for pydantic and trio.
"""
