"""Launch plans: the exact command, folder and environment of a bot's process.

A plan is a value that is made once per bot and travels to the worker that plays the match. What must
be private to each single process (HOME and TMPDIR) is added when the process is started.

The plans made here isolate nothing ("off"): a bot runs as the user who runs the arena.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PYTHON_NAMES: Final = frozenset({"python", "python3"})
"""Commands that mean the arena's own interpreter: it has the SDK, and a version manager's shim on the
PATH would add 100 ms to each start."""

FIXED_ENVIRONMENT: Final = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    # The order of a set of strings, and so a Python bot's choice, is the same in every run.
    "PYTHONHASHSEED": "0",
    # Bots that share a folder must leave nothing in it.
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""What every bot is given beside PATH; nothing else of the organiser's environment reaches a bot."""


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """A command ready to be started: argv, the folder it starts in, and its environment, in order."""

    argv: tuple[str, ...]
    cwd: str
    env: tuple[tuple[str, str], ...]


def plan_launch(run: Sequence[str], folder: Path) -> LaunchPlan:
    """How to start a bot of which the manifest says ``run``, and whose files are in ``folder``.

    ``python3`` is the arena's own interpreter. Another command without a slash is looked up on the
    PATH when it starts, one with a slash is taken relative to ``folder``.
    """
    program, *arguments = run
    if program in PYTHON_NAMES:
        program = sys.executable
    elif "/" in program:
        program = str(folder / program)
    env = {"PATH": search_path(os.environ.get("PATH", os.defpath)), **FIXED_ENVIRONMENT}
    return LaunchPlan((program, *arguments), str(folder), tuple(env.items()))


def search_path(path: str) -> str:
    """``path`` without its relative entries, which would mean the bot's own folder."""
    return os.pathsep.join(entry for entry in path.split(os.pathsep) if Path(entry).is_absolute())
