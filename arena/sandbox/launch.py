"""Launch plans: the exact command, folder and environment of a bot's process, and how it is confined.

A plan is a value that is made once per bot and travels to the worker that plays the match. What must
be private to each single process (HOME and TMPDIR) is added when the process is started.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.referee.levels import Level
from arena.referee.spec import Limits
from arena.sandbox.reach import SYSTEM, outside, runtime_paths, toolchains

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

DEFAULT_LIMITS: Final = Limits()

_BUILD_LIMITS: Final = Limits(
    memory_mib=4_096, processes=512, file_mib=1_024, open_files=4_096, cpu_s=3_600
)
"""Compilers need more than bots, and run before anything is played."""


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """A command ready to be started: argv, the folder it starts in, and its environment, in order.

    level: how it is confined. readable: folders and files that it may read at ``standard`` and above, beside
    the system's and ``cwd``. building: it may write to ``cwd``, and give files modes and times.
    """

    argv: tuple[str, ...]
    cwd: str
    env: tuple[tuple[str, str], ...]
    level: Level = Level.OFF
    limits: Limits = DEFAULT_LIMITS
    readable: tuple[str, ...] = ()
    building: bool = False


def plan_launch(
    run: Sequence[str], folder: Path, level: Level = Level.OFF, limits: Limits = DEFAULT_LIMITS
) -> LaunchPlan:
    """How to start a bot of which the manifest says ``run``, and whose files are in ``folder``.

    ``python3`` is the arena's own interpreter. Another command without a slash is looked up on the
    PATH when it starts, one with a slash is taken relative to ``folder``.
    """
    program, *arguments = run
    if program in PYTHON_NAMES:
        program = sys.executable
    elif "/" in program:
        program = str(folder / program)
    path = search_path(os.environ.get("PATH", os.defpath))
    env = {"PATH": path, **FIXED_ENVIRONMENT}
    readable = () if level is Level.OFF else runtime_paths(program, path)
    return LaunchPlan(
        (program, *arguments), str(folder), tuple(env.items()), level, limits, readable
    )


def plan_build(build: Sequence[str], folder: Path, level: Level) -> LaunchPlan:
    """How to run a bot's build step: as the bot itself, but for the folder, which it may write to."""
    plan = plan_launch(build, folder, level, _BUILD_LIMITS)
    tools = toolchains()
    readable = () if level is Level.OFF else outside((*plan.readable, *tools.values()), SYSTEM)
    return replace(plan, env=(*plan.env, *tools.items()), readable=readable, building=True)


def search_path(path: str) -> str:
    """``path`` without its relative entries, which would mean the bot's own folder."""
    return os.pathsep.join(entry for entry in path.split(os.pathsep) if Path(entry).is_absolute())
