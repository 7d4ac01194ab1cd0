"""Formats: who meets whom, and in which order. One module for each, and one line in ``FORMATS``.

``base.Format`` says what a format must be able to do; the laws that all of them keep are tested for every
line here.
"""

from collections.abc import Mapping
from typing import Final

from arena.tournament.formats.base import Format
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.mixed import Mixed
from arena.tournament.formats.pairing import Pairing, Past, Result, Round, Setting
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.swiss import Swiss

FORMATS: Final[Mapping[str, Format]] = {
    "round-robin": RoundRobin(),
    "gauntlet": Gauntlet(),
    "swiss": Swiss(),
}
"""By what a tournament's file calls them."""

MIXED: Final[Format] = Mixed()
"""The format of ``pairing = "all"``."""

__all__ = ["FORMATS", "MIXED", "Format", "Pairing", "Past", "Result", "Round", "Setting"]
