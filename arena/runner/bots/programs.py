"""Whether the program of a bot's command is there and can be started: said before anything is played."""

import re
import shutil
from pathlib import Path
from typing import Final

from arena.errors import BotStartError
from arena.sandbox.launch import LaunchPlan
from arena.tournament.bot_files import is_executable

_FIRST_BYTES: Final = 256
"""As much of a program as Linux looks at to tell what it is."""

_LOOKED_UP: Final = re.compile(r"\w[\w.+-]*")
"""What ``env`` looks up on the PATH; neither an option of its own nor a variable."""

_PACKAGES: Final = {
    "node": "Node.js (Debian: apt install nodejs)",
    "cc": "a C compiler (Debian: apt install gcc)",
    "gcc": "a C compiler (Debian: apt install gcc)",
    "clang": "a C compiler (Debian: apt install clang)",
    "g++": "a C++ compiler (Debian: apt install g++)",
    "make": "make (Debian: apt install make)",
    "cargo": "Rust (Debian: apt install cargo)",
    "rustc": "Rust (Debian: apt install rustc)",
    "go": "Go (Debian: apt install golang)",
    "java": "a Java runtime (Debian: apt install default-jre)",
    "javac": "a Java compiler (Debian: apt install default-jdk)",
    "ruby": "Ruby (Debian: apt install ruby)",
    "perl": "Perl (Debian: apt install perl)",
}
"""What to install for a program that isn't there."""


def check_program(name: str, program: str, launch: LaunchPlan) -> None:
    """Check the program that bot ``name`` calls ``program`` in its command, and ``launch`` starts.

    Raises BotStartError, saying what to install or do, unless it is there and is a program.
    """
    if "/" not in launch.argv[0]:
        _check_installed(name, program, launch)
        return
    file = Path(launch.argv[0])
    if not file.is_file():
        raise BotStartError(f"bot {name!r} runs {program!r}, which isn't there after its build")
    if not is_executable(file):
        raise BotStartError(f"bot {name!r} runs {program!r}, which isn't executable (chmod +x)")
    if "/" in program:  # the bot's own, and not the arena's Python
        _check_start(name, program, launch)


def _check_installed(name: str, program: str, launch: LaunchPlan) -> None:
    """Raise BotStartError unless the program is on the PATH."""
    if shutil.which(program, path=dict(launch.env)["PATH"]) is None:
        needed = _PACKAGES.get(program)
        what = f": {needed}" if needed else "; install it, or put it on the PATH"
        raise BotStartError(f"bot {name!r} needs {program!r}, which isn't installed{what}")


def _check_start(name: str, program: str, launch: LaunchPlan) -> None:
    """Raise BotStartError unless a file begins as a program of Linux does, or with a #! line that works."""
    with Path(launch.argv[0]).open("rb") as file:
        start = file.read(_FIRST_BYTES)
    if start.startswith(b"\x7fELF"):
        return
    bot = f"bot {name!r} runs {program!r}, which"
    if not start.startswith(b"#!"):
        message = f"{bot} is not a program: it has no #! line, such as #!/usr/bin/env python3"
        raise BotStartError(message)
    line = start[2:].partition(b"\n")[0]
    if line.endswith(b"\r"):
        message = (
            f"{bot} has Windows line ends (CRLF), so its #! line doesn't work; save it with LF"
        )
        raise BotStartError(message)
    interpreter, *arguments = line.decode("utf-8", "replace").split() or [""]
    if not (Path(launch.cwd) / interpreter).is_file():
        message = f"{bot} needs {interpreter!r} by its #! line, and that isn't there"
        raise BotStartError(message)
    if Path(interpreter).name == "env" and arguments and _LOOKED_UP.fullmatch(arguments[0]):
        _check_installed(name, arguments[0], launch)
