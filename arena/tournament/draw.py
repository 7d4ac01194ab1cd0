"""The draw of a tournament: its format, and what the format is told, from the tournament's settings."""

import hashlib
from collections.abc import Sequence

from arena.referee.spec import Entrant
from arena.tournament.config import TournamentConfig
from arena.tournament.format_keys import Partners
from arena.tournament.formats import FORMATS, MIXED, Format, Setting
from arena.tournament.formats.separation import UntilSeparated

JOINT = "+"
"""Stands between two entrants' names in their partnership's, and in no entrant's own."""


def format_of(config: TournamentConfig) -> Format:
    """The format that a tournament's settings ask for."""
    base = MIXED if config.partners is Partners.ALL else FORMATS[config.format]
    return base if config.max_boards is None else UntilSeparated(base, config.max_boards)


def setting_of(config: TournamentConfig, seed_commitment: str) -> Setting:
    """What the format is told."""
    names = [entrant.name for entrant in config.entrants]
    return Setting(
        entrants=len(names),
        rounds=config.rounds,
        challenger=0 if config.challenger is None else names.index(config.challenger),
        lots=_lots(names, seed_commitment),
        units=config.units,
    )


def sides_of(config: TournamentConfig, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Who plays matches: the entrants, or all the partnerships that can be made of them."""
    return tuple(
        _side([entrants[member] for member in members])
        for members in format_of(config).sides(len(entrants))
    )


def scheduled_of(config: TournamentConfig, sides: Sequence[str]) -> dict[str, int]:
    """How many matches the schedule has for each of the ``sides``, as far as it is known from the start."""
    form, setting = format_of(config), setting_of(config, "")
    matches = config.matches_per_pairing
    return {name: matches * form.meetings_of(setting, side) for side, name in enumerate(sides)}


def authors_of(config: TournamentConfig, sides: Sequence[str]) -> dict[str, str]:
    """Whose each of the ``sides`` is, where that is told and all of its members are of one author."""
    known = {entrant.name: entrant.author for entrant in config.entrants}
    found: dict[str, str] = {}
    for name in sides:
        first, *others = {known[member] for member in members_of(name)}
        if first is not None and not others:
            found[name] = first
    return found


def members_of(side: str) -> tuple[str, ...]:
    """The entrants that a side's name names."""
    return tuple(side.split(JOINT))


def _side(members: Sequence[Entrant]) -> Entrant:
    if len(members) == 1:
        return members[0]
    first, second = members
    return Entrant(f"{first.name}{JOINT}{second.name}", (first.bots[0], second.bots[0]))


def _lots(names: Sequence[str], seed_commitment: str) -> tuple[int, ...]:
    """A place for each entrant that nobody could foresee, and everybody can check."""
    drawn = sorted(
        range(len(names)),
        key=lambda entrant: hashlib.sha256(
            f"sueca/lot/1/{seed_commitment}/{names[entrant]}".encode("ascii")
        ).digest(),
    )
    places = {entrant: place for place, entrant in enumerate(drawn)}
    return tuple(places[entrant] for entrant in range(len(names)))
