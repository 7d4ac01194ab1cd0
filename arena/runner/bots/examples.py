"""The example bots and the first tournament, which come with the arena as files."""

import shutil
from pathlib import Path
from typing import Final

from arena.errors import RunError
from arena.runner.files.located import located
from arena.runner.files.removal import discard

BOTS: Final = "example_bots"
TOURNAMENT: Final = "tournaments/quickstart.toml"

_INSTALLED: Final = "examples"
"""Their folder in the package that is installed; in a clone they stand beside the package."""


def copy_examples(place: Path) -> tuple[Path, Path]:
    """Copy both into a folder: where the bots and where the tournament are then.

    Raises RunError if either is there already, or the arena was installed without them; OSError where there
    is no room. Then nothing is left.
    """
    source = _source()
    targets = (place / BOTS, place / TOURNAMENT)
    for target in targets:
        if target.exists():
            raise RunError(f"{target} is there already; name another folder")
    try:
        with located(place):
            shutil.copytree(source / BOTS, targets[0], ignore=shutil.ignore_patterns("__pycache__"))
            targets[1].parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / TOURNAMENT, targets[1])
    except BaseException:
        for target in targets:
            discard(target)
        raise
    return targets


def _source() -> Path:
    package = Path(__file__).parents[2]
    for folder in (package / _INSTALLED, package.parent):
        if (folder / TOURNAMENT).is_file():
            return folder
    raise RunError(
        "this arena was installed without its examples: take them from where it came from"
    )
