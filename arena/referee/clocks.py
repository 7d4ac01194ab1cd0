"""Time as integers: deadlines, the reserve, and what a slow host excuses. All in microseconds."""

from dataclasses import dataclass

from arena.referee.facts import Usage

MS = 1_000
"""Microseconds in a millisecond."""

WRITE_LIMIT_US = 1_000_000
"""How long writing a request may take. A pipe holds 64 KiB, far more than one line, so a write that
waits at all means a bot that hasn't read its last dozens of messages."""

SETTLE_US = 50_000
"""How long a closed stdout waits for the exit that usually comes with it. A process that ends closes its
pipes first, and is seen to exit a moment later: the exit status is the better evidence."""

LAG_NOTICED_US = 50_000
"""A referee that comes round to look this much late was stopped or starved itself. Less is what any
scheduler does."""

_SHORTEST_EXTENSION = 16
"""An extension is at least this fraction of the limit, so that one request has a handful at most."""


def floor_ms(time_us: int) -> int:
    """Microseconds as whole milliseconds, rounded down, never negative: what a bot is told."""
    return max(0, time_us) // MS


@dataclass(slots=True)
class Countdown:
    """The time that runs for one request: ``limit_us`` from ``since_us``.

    A reply at the deadline itself is in time, so the alarm is set one microsecond after it. The
    deadline moves when the host was slow: ``extend``.
    """

    since_us: int
    limit_us: int
    deadline_us: int
    lag_us: int = 0

    @classmethod
    def start(cls, since_us: int, limit_us: int) -> "Countdown":
        """Begin to count."""
        return cls(since_us, limit_us, since_us + limit_us)

    @property
    def alarm_us(self) -> int:
        """The first moment that is too late."""
        return self.deadline_us + 1

    def is_late(self, at_us: int) -> bool:
        """Whether ``at_us`` is past the limit by the wall clock, whatever is to be excused."""
        return at_us > self.since_us + self.limit_us

    def charged_us(self, at_us: int, usage: Usage) -> int:
        """Time that counts against the bot at ``at_us``.

        Taken off: how long the bot stood ready without a core, but never more than its wall time less
        its CPU time (so that burning CPU in many threads excuses nothing), and how late the referee
        itself came to look.
        """
        wall_us = at_us - self.since_us
        delay_us = min(usage.delay_us, max(0, wall_us - usage.cpu_us))
        return max(0, wall_us - delay_us - self.lag_us)

    def extend(self, at_us: int, usage: Usage, lag_us: int) -> bool:
        """Move the deadline, which has passed, if the host was the slow one; False if time is up.

        It moves so far that the bot has its whole limit of unhindered time, at most to twice the limit
        from the start (the referee's own lag aside). A referee that noticeably lagged may have been
        stopped together with its bots, so they get a short while after it.
        """
        self.lag_us += lag_us
        missing_us = self.limit_us - self.charged_us(at_us, usage)
        if missing_us < 0 and lag_us < LAG_NOTICED_US:
            return False
        step_us = max(missing_us, self.limit_us // _SHORTEST_EXTENSION)
        last_us = self.since_us + 2 * self.limit_us + self.lag_us
        self.deadline_us = min(at_us + step_us, last_us)
        return self.deadline_us > at_us
