"""Leave no process behind: find and kill what a bot's process started and left.

A process that starts bots is made a *child subreaper*: whatever loses its parent below it becomes its own
child, in whatever session or group it hid. So "what a bot left behind" is always among the direct
children here, and a direct child's pid can't pass to another process before it is reaped here.
What was left by whom is told by the session, by a mark in the environment, or by the parent.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from arena.runner.files.removal import removing
from arena.runner.process import kin
from arena.runner.process.kin import Relative, become_subreaper, relative, relatives_now

__all__ = [
    "SWEEP_LIMIT_S",
    "Family",
    "Relative",
    "become_subreaper",
    "discard_in_turns",
    "is_looked_after",
    "let_go",
    "look_after",
    "relative",
    "relatives_now",
    "strangers",
    "sweep_all_at_once",
    "sweep_family",
    "sweep_strangers",
]

SWEEP_LIMIT_S: Final = 2.0
"""How long to go on killing. A process that forks faster than this can only be held by the limits of an
isolation level, and must not keep a tournament from going on."""

_own: Final[set[int]] = set()
"""Children that this process started itself and still looks after: never strangers. Children are a
property of the whole process, hence so is this."""


@dataclass(slots=True)
class Family:
    """What belongs to one bot's process: its session, whoever carries its mark, and their children.

    mark is a part of the environment that no other process has, such as ``HOME=/tmp/abc123``. user: whose
    processes are all the bot's; None where it has no user of its own. Who may not read another user's environment
    (root without CAP_SYS_PTRACE, in many containers) still sees whose a process is.
    """

    leader: int
    mark: bytes
    user: int | None = None
    _adopted: set[int] = field(default_factory=set[int])

    def claims(self, relative: Relative) -> bool:
        """Whether the process is the bot's."""
        return (
            relative.session == self.leader
            or relative.pid in self._adopted
            or (self.user is not None and _owner(relative.pid) == self.user)
            or self.mark in _environment(relative.pid)
        )

    def adopt_children(self, parent: int, relatives: Iterable[Relative]) -> None:
        """Remember a process of this family and the children that it has now, while it lives to be asked.

        A dead one tells its mark no more, but must still be reaped.
        """
        self._adopted.add(parent)
        self._adopted.update(child.pid for child in relatives if child.parent == parent)


def look_after(pid: int) -> None:
    """Note a child that this process started itself: no sweep for strangers touches it."""
    _own.add(pid)


def let_go(pid: int) -> None:
    """Forget such a child, which has been reaped."""
    _own.discard(pid)


def is_looked_after(pid: int) -> bool:
    """Whether this process started that child itself."""
    return pid in _own


def strangers(relatives: Iterable[Relative]) -> list[Relative]:
    """Direct children that this process doesn't look after: most often, inherited ones."""
    me = os.getpid()
    return [it for it in relatives if it.parent == me and it.pid not in _own]


async def sweep_family(family: Family) -> None:
    """Kill all that the bot's process left behind, until nothing more of it turns up."""
    await _sweep(family.claims, family)


async def sweep_strangers(spare: frozenset[int]) -> None:
    """Kill every child that this process doesn't look after, but for those with pids in ``spare``."""
    await _sweep(lambda it: it.pid not in spare)


async def _sweep(doomed: Callable[[Relative], bool], family: Family | None = None) -> None:
    with trio.move_on_after(SWEEP_LIMIT_S):
        while _kill_round(doomed, family):  # noqa: ASYNC110 - nothing tells of inherited children
            await trio.sleep(kin.ROUND_S)


async def discard_in_turns(path: Path) -> None:
    """Remove a folder as far as it can be, while other tasks have their turns: bots may leave millions of files."""
    with suppress(OSError):
        for _ in removing(path):
            await trio.lowlevel.checkpoint()


def sweep_all_at_once() -> None:
    """Kill every child and grandchild, own ones too, without trio: the last act of a process."""
    kin.kill_all_below(SWEEP_LIMIT_S)


def _kill_round(doomed: Callable[[Relative], bool], family: Family | None = None) -> bool:
    """Kill and reap the strangers that are doomed; whether there was one."""
    relatives = relatives_now()
    victims = [it for it in strangers(relatives) if doomed(it)]
    if family is not None:
        for victim in victims:
            family.adopt_children(victim.pid, relatives)
    kin.kill_and_reap(victims)
    return bool(victims)


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it isn't a zombie."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def _owner(pid: int) -> int | None:
    try:
        return Path(f"/proc/{pid}").stat().st_uid
    except OSError:
        return None


def _environment(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
