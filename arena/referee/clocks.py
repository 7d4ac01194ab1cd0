"""Time as integers: deadlines, the reserve, and what a slow host excuses. All in microseconds."""

from dataclasses import dataclass
from enum import Enum, auto

from arena.referee.facts import Doing, Usage

MS = 1_000
"""Microseconds in a millisecond."""

WRITE_LIMIT_US = 1_000_000
"""How long writing a request may take. A pipe holds 64 KiB, far more than one line, so a write that
waits at all means a bot that hasn't read its last dozens of messages."""

SETTLE_US = 50_000
"""How long a closed stdout waits for the exit that usually comes with it. A process that ends closes its
pipes first, and is seen to exit a moment later: the exit status is the better evidence. One that is ready
to run is waited for again, for ``SETTLED_US`` in all: on a slow host it may well be on its way out."""

SETTLED_US = 2_000_000
"""The longest that a closed stdout waits for the exit."""

OFF_TURN_US = 20_000
"""CPU time between two turns from which a bot is one that works off turn. Reading what it is told costs it a
hundredth of this, and a runtime that tidies up after itself has no need of so much."""

LAG_NOTICED_US = 50_000
"""A referee that comes round to look this much late was stopped or starved itself. Less is what any
scheduler does."""

HELD_UP_US = 10_000_000
"""How long a match is held up, at each request and beyond twice its limit, for a bot that the host keeps from a
core. Then the match is void: nobody can play on such a host, and nobody is to blame for it."""

_SHORTEST_EXTENSION = 16
"""An extension is at least this fraction of the limit, so that one request has not too many."""

_NEXT_LOOK = 8
"""Who waits for a core is looked at again after this fraction of the time that it has taken: so looks get
rarer, and a request has some forty of them where the limit is a hundredth of ``HELD_UP_US``."""


NOTHING = Usage()
"""Used since a request that was written just now."""


def floor_ms(time_us: int) -> int:
    """Microseconds as whole milliseconds, rounded down, never negative: what a bot is told."""
    return max(0, time_us) // MS


class Late(Enum):
    """What it means that a deadline passed."""

    BOT = auto()
    """The bot had all its time, and its time is up."""
    HOST = auto()
    """The host was slow: the deadline moved."""
    TOO_SLOW = auto()
    """The host was slow, and for longer than anyone waits."""


@dataclass(slots=True)
class Countdown:
    """The time that runs for one request: ``limit_us`` from ``since_us``.

    A reply at the deadline itself is in time, so the alarm is set one microsecond after it. The
    deadline moves when the host was slow: ``look``.
    """

    since_us: int
    limit_us: int
    deadline_us: int
    lag_us: int = 0
    looked_us: int = 0
    ran_us: int = 0
    looked_usage: Usage = NOTHING

    @classmethod
    def start(cls, since_us: int, limit_us: int) -> "Countdown":
        """Begin to count."""
        return cls(since_us, limit_us, since_us + limit_us, looked_us=since_us, ran_us=since_us)

    @property
    def alarm_us(self) -> int:
        """The first moment that is too late."""
        return self.deadline_us + 1

    def is_late(self, at_us: int) -> bool:
        """Whether ``at_us`` is past the limit by the wall clock, whatever is to be excused."""
        return at_us > self.since_us + self.limit_us

    def charged_us(self, at_us: int, usage: Usage, queued_us: int = 0) -> int:
        """Time that counts against the bot at ``at_us``.

        Taken off: how long the bot stood ready without a core, but never more than its wall time less
        its CPU time (so that burning CPU in many threads excuses nothing), and how late the referee
        itself came to look. queued_us: how long it may have been waiting for a core that it hasn't got
        yet, which the kernel counts only when it has.
        """
        wall_us = at_us - self.since_us
        delay_us = min(usage.delay_us + queued_us, max(0, wall_us - usage.cpu_us))
        return max(0, wall_us - delay_us - self.lag_us)

    def look(self, at_us: int, usage: Usage, lag_us: int, doing: Doing = Doing.UNKNOWN) -> Late:
        """Judge a deadline that has passed, and move it if the host was the slow one.

        It moves so far that the bot has its whole limit of unhindered time. A referee that noticeably
        lagged may have been stopped together with its bots, so they get a short while after it, but never
        more than twice their limit: a referee that lags at each look would otherwise judge nobody. Who is
        waiting for a core at this very moment isn't late for as long as it may have been waiting: how long
        that was is known once it has run. All that ends ``HELD_UP_US`` after twice the limit.
        """
        self.lag_us += lag_us
        missing_us = self.limit_us - self.charged_us(
            at_us, usage, self._queued_us(at_us, usage, doing)
        )
        if missing_us < 0 and (lag_us < LAG_NOTICED_US or -missing_us >= self.limit_us):
            return Late.BOT
        shortest_us = self.limit_us // _SHORTEST_EXTENSION
        if doing is Doing.QUEUED:
            step_us = max(shortest_us, (at_us - self.since_us) // _NEXT_LOOK)
        else:
            step_us = max(missing_us, shortest_us)
        last_us = self.since_us + 2 * self.limit_us + HELD_UP_US + self.lag_us
        if at_us >= last_us:
            return Late.TOO_SLOW
        self.deadline_us = min(at_us + max(1, step_us), last_us)
        return Late.HOST

    def _queued_us(self, at_us: int, usage: Usage, doing: Doing) -> int:
        """How long it may have been waiting for a core by now: since it ran last, or was last asked."""
        if usage != self.looked_usage:  # it ran at some moment after the last look
            self.ran_us = self.looked_us
        self.looked_us, self.looked_usage = at_us, usage
        return at_us - self.ran_us if doing is Doing.QUEUED else 0
