"""How long a match can take by its own clocks: what takes longer hangs, whatever the reason."""

from typing import Final

from arena.engine import CARDS, SEATS
from arena.referee.clocks import MS, SETTLE_US, WRITE_LIMIT_US
from arena.referee.spec import MAX_DEALS_IN_RUBBER, MatchSpec, OnFault, Terms, Unit
from arena.runner.process.child import KILL_LIMIT_S
from arena.runner.process.sweep import SWEEP_LIMIT_S
from arena.runner.table.shell import GRACE_S

EXTENSION: Final = 2
"""A slow host moves a deadline to so many times its limit, over a whole match; a single one may move further."""

MARGIN: Final = 1.5
"""For the referee's own work and lag, which no clock counts."""

SPARE_S: Final = 60.0
"""For what has no clock at all: a worker that starts, a disk that syncs."""


def match_limit_s(spec: MatchSpec) -> float:
    """The most seconds that a match may take: every request at its limit on a slow host, with a margin.

    A rubber is taken at the most deals that it may have.
    """
    deals = len(spec.units)
    if spec.terms.unit is Unit.RUBBER:
        deals *= MAX_DEALS_IN_RUBBER
    return SPARE_S + MARGIN * len(spec.halves) * _half_limit_s(spec.terms, len(spec.units), deals)


def _half_limit_s(terms: Terms, units: int, deals: int) -> float:
    clock = terms.clock
    moves_ms = deals * len(CARDS) * clock.move_ms + len(SEATS) * clock.bank_ms
    # Seats start together; who faults is started anew for the next unit, or at its next turn.
    faults = units if terms.on_fault is OnFault.FORFEIT else 2 * terms.max_faults
    clocks_s = EXTENSION * (moves_ms + (1 + faults) * clock.start_ms) / 1_000
    faults_s = faults * (WRITE_LIMIT_US + SETTLE_US) / (1_000 * MS)
    endings_s = (1 + faults) * (2 * GRACE_S + KILL_LIMIT_S + SWEEP_LIMIT_S)
    return clocks_s + faults_s + endings_s
