"""What a canary's words mean: whether a level keeps here what it promises."""

from dataclasses import dataclass
from typing import Final

from arena.referee.levels import Level

FORBIDDEN: Final = {
    "secret": "read a file of the run",
    "rival": "look into another bot's folder",
    "home": "look into the organiser's home",
    "environ": "read another process's environment",
    "command line": "read another process's command line",
    "load": "read how busy the host is",
    "open files": "count the host's open files",
    "sockets": "count the host's sockets",
    "own folder": "write to its own folder",
    "outside": "write outside of its own HOME",
    "mode": "change the mode of a file",
    "time": "change the times of a file",
    "ptrace": "trace another process",
    "signal": "signal another process",
    "other limits": "touch another process's limits",
    "tcp": "open a TCP socket",
    "udp": "open a UDP socket",
    "unix socket": "open a unix socket",
    "datagrams": "make a pair of datagram sockets",
    "shared memory": "make shared memory",
    "message queue": "make a message queue",
    "flock": "lock a file (flock)",
    "record lock": "lock a file (fcntl)",
    "open file lock": "lock an open file",
    "inotify": "watch files",
    "keyring": "use a keyring",
    "namespaces": "make namespaces",
    "io_uring": "use io_uring",
    "terminal": "type into a terminal",
    "priority": "change its priority",
    "affinity": "change its cores",
    "privileges": "keep privileges",
    "limits": "exceed a limit",
}
"""What no bot may do at ``standard`` and above, by the canary's names, in words."""

FORBIDDEN_IN_STRICT: Final = {**FORBIDDEN, "processes": "see other processes"}
"""The same at ``strict``."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a canary could do of what is forbidden, and couldn't of what bots need; both by its names."""

    did: tuple[str, ...]
    failed: tuple[str, ...]


def breaches(level: Level, findings: Findings) -> tuple[str, ...]:
    """What is wrong with a level by a canary's findings, in words; nothing where it holds."""
    if level is Level.OFF:
        return ()
    forbidden = FORBIDDEN_IN_STRICT if level is Level.STRICT else FORBIDDEN
    did = tuple(f"a bot can {words}" for name, words in forbidden.items() if name in findings.did)
    return did + tuple(f"a bot can't use {name}" for name in findings.failed)
