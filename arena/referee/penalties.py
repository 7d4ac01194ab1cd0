"""What faults cost: counts, forfeits, failed starts and lost matches (clause R18)."""

from arena.engine import Partnership, Seat
from arena.referee.events import Fault
from arena.referee.faults import FATAL
from arena.referee.seat import Misdeed
from arena.referee.spec import OnFault, Terms


class Penalties:
    """The faults of one half, and what they have cost so far.

    ``lost_by`` is the partnership that reached ``max_faults`` first, under the substitute policy; None
    also when neither partnership can go on, for then both have forfeited.
    """

    def __init__(self, terms: Terms, faults_before: tuple[int, int]) -> None:
        self._terms = terms
        self._before = faults_before
        self._counts = [0, 0]
        self._unit_losers: frozenset[Partnership] = frozenset()
        self._dead: frozenset[Partnership] = frozenset()
        self._first_at_limit: Partnership | None = None

    @property
    def counts(self) -> tuple[int, int]:
        """Faults charged in this half, by partnership."""
        return self._counts[0], self._counts[1]

    @property
    def dead(self) -> frozenset[Partnership]:
        """Partnerships with a seat whose start failed: they forfeit all that is left."""
        return self._dead

    @property
    def losers(self) -> frozenset[Partnership]:
        """Partnerships that forfeit the unit in play, or else the one about to begin."""
        return self._unit_losers | self._dead

    @property
    def lost_by(self) -> Partnership | None:
        """Who has lost the whole match."""
        return None if len(self._dead) == len(Partnership) else self._first_at_limit

    def unit_over(self) -> None:
        """The next fault is about the next unit."""
        self._unit_losers = frozenset()

    def charge(
        self,
        seat: Seat,
        misdeed: Misdeed,
        *,
        starting: bool,
        unit_open: bool,
        place: tuple[int, int] | None,
    ) -> Fault:
        """Count a misdeed, and say what it is as a fault.

        starting: it came before the process's ``hello`` reply. unit_open: a unit has begun, so only
        its first fault decides it. place: the deal and trick that it fell into.
        """
        side = seat.partnership
        self._counts[side] += 1
        faults = self._before[side] + self._counts[side]
        substitute = self._terms.on_fault is OnFault.SUBSTITUTE
        at_limit = substitute and faults >= self._terms.max_faults
        if at_limit and self._first_at_limit is None:
            self._first_at_limit = side
        if starting:
            self._dead |= {side}
        elif not substitute and not (unit_open and self._unit_losers):
            self._unit_losers |= {side}
        request = misdeed.request
        return Fault(
            seat=seat,
            code=misdeed.code,
            at_us=misdeed.at_us,
            deal=place[0] if place else None,
            trick=place[1] if place else None,
            for_id=request.id if request else None,
            request=request.line.decode("ascii").rstrip("\n") if request else None,
            spawned_us=request.spawned_us if request else None,
            asked_us=request.asked_us if request else None,
            cause=misdeed.cause,
            received=misdeed.received,
            status=misdeed.status,
            reason=misdeed.reason,
            usage=misdeed.usage,
            lag_us=misdeed.lag_us,
            faults=faults,
            fatal=starting or at_limit or not substitute or misdeed.code in FATAL,
            hint=misdeed.hint,
            off_turn_us=request.off_turn_us if request else 0,
            doing=misdeed.doing,
        )
