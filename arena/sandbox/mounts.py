"""Ways through closed folders, for a bot that root starts but that isn't root.

Root's Python and runs may lie in ``/root``, which is closed to everybody else. In a mount namespace of its own
each closed folder is covered by an empty one, and of what was in it only the needed is put back. So a
bot reaches what it needs by the paths it always had, and sees nothing else of that folder.
"""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from arena.sandbox import kernel


def closed_above(place: Path) -> Path | None:
    """The first folder on the way to ``place``, from the root, that not everybody may pass through."""
    for folder in reversed(place.parents):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None


def open_ways(places: Iterable[str]) -> None:
    """Leave the mount namespace for one in which all the places can be reached. Raises OSError."""
    closed: dict[Path, list[Path]] = {}
    for place in sorted({Path(place) for place in places}):
        if place.exists() and (door := closed_above(place)) is not None:
            closed.setdefault(door, []).append(place)
    if not closed:
        return
    try:
        kernel.unshare(kernel.CLONE_NEWNS)
    except OSError as error:
        doors = ", ".join(map(str, closed))
        message = f"other users can't enter {doors}, and this root may not change that: {error}"
        raise OSError(message) from None
    kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)
    for door, needed in closed.items():
        # Held from here on: the mounts of this namespace, before they are covered.
        _cover(door, [(place, os.open(place, os.O_PATH | os.O_CLOEXEC)) for place in needed])


def _cover(door: Path, needed: list[tuple[Path, int]]) -> None:
    flags = kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("none", str(door), "tmpfs", flags, "mode=0755,size=1m")
    for place, held in needed:
        if stat.S_ISDIR(os.fstat(held).st_mode):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
        kernel.mount(f"/proc/self/fd/{held}", str(place), "", kernel.MS_BIND | kernel.MS_REC)
        os.close(held)
    kernel.mount(
        "none", str(door), "", kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | flags
    )
