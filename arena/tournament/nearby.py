"""Which path may be meant by one that leads nowhere: a slip in its name, or the folder that was left out."""

import difflib
import os
from itertools import islice
from pathlib import Path
from typing import Final

_LOOKED_AT: Final = 1_000
"""So many names of a folder are looked at."""


def path_like(path: str, base: Path) -> str | None:
    """What there is that ``path``, relative to ``base``, may mean: its name in a folder beside, or a close one."""
    wanted = base / path
    *before, name = path.split("/")
    beside = _names(wanted.parent)
    for folder in beside:
        for inner in _names(wanted.parent / folder):
            if name in {inner, Path(inner).stem}:
                return "/".join((*before, folder, inner))
    close = difflib.get_close_matches(name, beside, n=1)
    return "/".join((*before, close[0])) if close else None


def _names(folder: Path) -> list[str]:
    """What is in a folder, but for hidden files; nothing, if it is none."""
    try:
        names = sorted(islice((it.name for it in os.scandir(folder)), _LOOKED_AT))
    except (OSError, ValueError):
        return []
    return [name for name in names if not name.startswith(".")]
