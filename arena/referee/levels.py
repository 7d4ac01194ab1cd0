"""How far a bot is kept from everything else: the levels, and what an organiser may ask for."""

from enum import StrEnum


class Level(StrEnum):
    """An isolation level. They are ordered: each keeps a bot from all that the one before does.

    off: the bot runs as the user who runs the arena, with limits; for bots that one trusts. standard: the
    kernel holds the bot to its own files, without any privilege. strict: a system of its own (bubblewrap).
    """

    OFF = "off"
    STANDARD = "standard"
    STRICT = "strict"

    @property
    def rank(self) -> int:
        """Its place in the order, from 0."""
        return tuple(Level).index(self)

    def reaches(self, required: "Level") -> bool:
        """Whether this level is ``required`` or above it."""
        return self.rank >= required.rank


class LevelChoice(StrEnum):
    """What an organiser asks for: a level, or the best one that works on this host."""

    AUTO = "auto"
    OFF = "off"
    STANDARD = "standard"
    STRICT = "strict"

    @property
    def level(self) -> Level | None:
        """The level asked for; None for the best one."""
        return None if self is LevelChoice.AUTO else Level(self.value)
