"""The values in which a format speaks: what it is told, what has been played, what is to be played."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """What a format is told of its tournament.

    entrants: how many there are; they are named by their indices. challenger: the entrant of a gauntlet
    that meets all others. lots: a place for each entrant, drawn from the seed's commitment, which settles
    what nothing else does. units: boards or rubbers in each meeting.
    """

    entrants: int
    rounds: int = 1
    challenger: int = 0
    lots: tuple[int, ...] = ()
    units: int = 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """A meeting of two sides, by index; ``first`` sits N-S in half 0 of its matches.

    meeting counts the meetings of these two from 0. Meetings of the same day have nobody in common.
    """

    day: int
    meeting: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match, or all matches of a meeting together, from the first side's view.

    boards: for each board the net games of both legs together, so twice what it is worth (unit
    ``board``; else those boards that both halves reached).
    """

    first: int
    second: int
    net_games: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A stage that followed from the results before it: who could be paired, and who met with what result.

    A result is None where all matches of the meeting were void or count for nothing, or where it was
    broken off since a side left.
    """

    playing: tuple[int, ...]
    pairings: tuple[Pairing, ...]
    results: tuple[Result | None, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """What the next stage may depend on, when all matches before it are settled.

    playing: the sides that still play. rounds: the stages after the opening. results: those of all single
    matches that count, the opening's too, in the order of the schedule as far as a format may care.
    """

    playing: tuple[int, ...]
    rounds: tuple[Round, ...]
    results: Sequence[Result]
