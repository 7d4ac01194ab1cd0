"""What lies between a table and a seat's process: lines on their way to it, and its output."""

import select
from dataclasses import dataclass, field

import trio

from arena.engine import Seat
from arena.runner.process.seat import SeatProcess


@dataclass(slots=True, eq=False)
class Link:
    """A seat's process from its start to its stop, and what is on the way to it.

    broken: it closed its stdin, and nothing more can be sent. stopped: the table is done with it, and
    nothing of it is a fact any more.
    """

    seat: Seat
    process: SeatProcess
    unsent: bytearray = field(default_factory=bytearray)
    blocked: trio.Event = field(default_factory=trio.Event)
    conversation: trio.CancelScope = field(default_factory=trio.CancelScope)
    listening: trio.CancelScope = field(default_factory=trio.CancelScope)
    broken: bool = False
    stopped: bool = False
    gracefully: bool = False

    def push(self) -> None:
        """Write what fits now of what was sent."""
        try:
            written = self.process.write(self.unsent)
        except BrokenPipeError:
            self.broken = True
            self.unsent.clear()
        else:
            del self.unsent[:written]
        if self.unsent:
            self.blocked.set()


class Outputs:
    """The stdouts of a table's processes, to wait for without trio."""

    __slots__ = ("_links", "_poll")

    def __init__(self) -> None:
        self._poll = select.poll()
        self._links: dict[int, Link] = {}

    def add(self, link: Link) -> None:
        """Wait for this one too, if it has a file descriptor."""
        if (descriptor := link.process.fileno()) is not None:
            self._links[descriptor] = link
            self._poll.register(descriptor, select.POLLIN)

    def drop(self, link: Link) -> None:
        """Don't wait for this one any more. May be repeated."""
        descriptor = link.process.fileno()
        if descriptor is not None and self._links.get(descriptor) is link:
            del self._links[descriptor]
            self._poll.unregister(descriptor)

    def wait(self, time_ms: int) -> list[Link]:
        """Block until some have output, or have ended it, for so long at most: which ones."""
        if not self._links:
            return []
        return [self._links[descriptor] for descriptor, _ in self._poll.poll(time_ms)]
