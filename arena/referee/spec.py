"""What a table is to play: settled before the first fact, and written into the log's header."""

from dataclasses import dataclass
from enum import StrEnum

from arena.engine import PRESETS, Ruleset

MAX_DEALS_IN_RUBBER = 100
"""A rubber takes about four deals. This bound only stops four bots that tie for ever; a rubber that
reaches it ends without a winner."""


class Unit(StrEnum):
    """What a match is made of."""

    BOARD = "board"
    RUBBER = "rubber"


class OnFault(StrEnum):
    """What a fault costs (clause R18).

    ``forfeit``: the offender's partnership loses the board or rubber on the spot, by a sweep.
    ``substitute``: a card is played for it (the first legal one in canonical order), and the match
    is lost at ``max_faults``.
    """

    FORFEIT = "forfeit"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class Clock:
    """Time limits in milliseconds: ``bank_ms`` is the reserve of each seat for its whole half."""

    start_ms: int = 5_000
    move_ms: int = 1_000
    bank_ms: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bot's process, with all that it starts, may use; the same for every bot of a tournament.

    memory_mib: its data, in MiB. processes: processes and threads at a time. file_mib: the size of any
    one file that it writes, in MiB. open_files: files, pipes and the like open at a time in one process.
    cpu_s: seconds of CPU time of one process in its whole life, which is a half of a match at most.
    """

    memory_mib: int = 1_024
    processes: int = 128
    file_mib: int = 64
    open_files: int = 256
    cpu_s: int = 3_600


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions of play that are the same for every match of a tournament.

    freeze: whether a bot is stopped (SIGSTOP) while it isn't asked.
    """

    rules: Ruleset = PRESETS["seed"]
    unit: Unit = Unit.BOARD
    clock: Clock = Clock()
    on_fault: OnFault = OnFault.FORFEIT
    max_faults: int = 3
    show_hands: bool = False
    limits: Limits = Limits()
    freeze: bool = False


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One half of a match: four seats, fresh processes, a sequence of units.

    units: the number of the first board of each unit, in order of play; a rubber's later deals have
    the numbers that follow its first. seeds: each bot's own random seed, by seat (53 bits).
    faults_before: faults by partnership in the half played before.
    """

    terms: Terms
    units: tuple[int, ...]
    seeds: tuple[int, int, int, int]
    faults_before: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class BotRef:
    """A bot as a log names it: its name and the SHA-256 (hex) of what was submitted."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A partnership that competes as one: a name and two bots, which may be the same."""

    name: str
    bots: tuple[BotRef, BotRef]


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits at a seat: entrant 0 or 1 of the match, and that entrant's bot 0 or 1."""

    entrant: int
    bot: int


Seating = tuple[Place, Place, Place, Place]
"""Places by seat; an entrant's two places are always partners."""


@dataclass(frozen=True, slots=True)
class HalfSpec:
    """Who sits where in one half, and each bot's own random seed (53 bits), by seat."""

    seating: Seating
    seeds: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match: the same units played twice, with the entrants' seats exchanged, by fresh processes.

    match_id is a hash of the content (hex), so the same match has the same name in every run.
    units are the first board numbers, as in ``TableSpec``.
    """

    match_id: str
    tournament: str
    terms: Terms
    entrants: tuple[Entrant, Entrant]
    units: tuple[int, ...]
    halves: tuple[HalfSpec, HalfSpec]

    def table(self, half: int, faults_by_entrant: tuple[int, int] = (0, 0)) -> TableSpec:
        """What is to be played in half 0 or 1; faults so far are turned to that half's seats."""
        faults = self.turned(half, faults_by_entrant)
        return TableSpec(self.terms, self.units, self.halves[half].seeds, faults)

    def turned(self, half: int, pair: tuple[int, int]) -> tuple[int, int]:
        """Figures by entrant as figures by partnership in ``half``, or the other way round."""
        first, second = pair
        return pair if self.halves[half].seating[0].entrant == 0 else (second, first)
