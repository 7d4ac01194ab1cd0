"""A bot's own view of the file system, where it may have a mount namespace of its own.

Two things are done there. *Ways*: what root's bots need may lie in ``/root``, which is closed to everybody else, and
they aren't root. Each closed folder is covered by an empty one, and of what was in it only the needed is
put back. So a bot reaches it by the paths it always had, and sees nothing else of that folder. *Stillness*:
everything but the bot's own folders is read-only, so that reading a file leaves no access time for a partner
to see; and ``/proc`` shows nobody else.
"""

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arena.sandbox import kernel

_HARMLESS: Final = kernel.MS_NOSUID | kernel.MS_NODEV


def closed_above(place: Path) -> Path | None:
    """The first folder on the way to ``place``, from the root, that not everybody may pass through."""
    for folder in reversed(place.parents):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None


def open_ways(places: Iterable[str]) -> bool:  # pragma: no cover - runs between fork and exec
    """Leave the mount namespace for one in which another user can reach all the places.

    Returns whether that could be done: where it can't, and needn't, nothing has changed. Raises OSError where
    it can't but is needed.
    """
    closed: dict[Path, list[Path]] = {}
    for place in sorted({Path(place) for place in places}):
        if place.exists() and (door := closed_above(place)) is not None:
            closed.setdefault(door, []).append(place)
    try:
        kernel.unshare(kernel.CLONE_NEWNS)
    except OSError as error:
        if not closed:
            return False
        doors = ", ".join(map(str, closed))
        message = f"other users can't enter {doors}, and this root may not change that: {error}"
        raise OSError(message) from None
    kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)
    for door, needed in closed.items():
        # Held from here on: the mounts of this namespace, before they are covered.
        _cover(door, [(place, os.open(place, os.O_PATH | os.O_CLOEXEC)) for place in needed])
    return True


def own_proc(scratch: str) -> None:  # pragma: no cover - runs between fork and exec
    """In a mount namespace of one's own: leave of ``/proc`` only what is about this process.

    scratch: an empty folder to work in. Raises OSError.
    """
    mine = str(os.getpid())
    kernel.mount("none", scratch, "tmpfs", _HARMLESS, "mode=0755,size=64k")
    Path(scratch, "self").mkdir()
    Path(scratch, mine).symlink_to("self")
    kernel.mount(f"/proc/{mine}", f"{scratch}/self", "", kernel.MS_BIND)
    kernel.mount(scratch, "/proc", "", kernel.MS_MOVE)


def still(  # pragma: no cover - runs between fork and exec
    writable: Iterable[str], in_memory_mib: int | None = None
) -> None:
    """In a mount namespace of one's own: let nothing be written but below ``writable``. Raises OSError.

    in_memory_mib: these folders become empty ones in memory, each of that size.
    """
    places = tuple(writable)
    for place in places:
        if in_memory_mib is None:
            kernel.mount(place, place, "", kernel.MS_BIND)
        else:
            kernel.mount("none", place, "tmpfs", _HARMLESS, f"mode=0700,size={in_memory_mib}m")
    kernel.set_read_only("/", read_only=True, below=True)
    for place in places:
        kernel.set_read_only(place, read_only=False, below=False)


def _cover(
    door: Path, needed: list[tuple[Path, int]]
) -> None:  # pragma: no cover - runs between fork and exec
    kernel.mount("none", str(door), "tmpfs", _HARMLESS, "mode=0755,size=1m")
    for place, held in needed:
        if stat.S_ISDIR(os.fstat(held).st_mode):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
        kernel.mount(f"/proc/self/fd/{held}", str(place), "", kernel.MS_BIND | kernel.MS_REC)
        os.close(held)
    kernel.mount(
        "none", str(door), "", kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | _HARMLESS
    )
