"""Which files a sandboxed bot may read: the system's, the runtimes it needs, its own folder.

A runtime (Python, Node) may lie anywhere, most often in its owner's home. Then what is opened is the folder
that it was installed to, never the home around it.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import protocol

SYSTEM: Final = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
)
"""What every program of a system stands on."""

SETTINGS: Final = (
    "/etc/alternatives",
    "/etc/debian_version",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/lsb-release",
    "/etc/mime.types",
    "/etc/os-release",
    "/etc/timezone",
    "/etc/ssl/openssl.cnf",
)
"""Settings that say nothing of this host's people. Those of Java lie in folders of each version."""

LINKS_AT_MOST: Final = 40
"""As many symbolic links as Linux follows."""


def system_paths() -> tuple[str, ...]:
    """What every bot may read of this host."""
    java = sorted(str(path) for path in Path("/etc").glob("java*"))
    return tuple(path for path in (*SYSTEM, *SETTINGS, *java) if os.path.lexists(path))


def runtime_paths(program: str, path: str) -> tuple[str, ...]:
    """What a bot may read beside that and its own folder: Python, its SDK, and the runtime of ``program``.

    path: where programs are looked up, as in PATH.
    """
    found = program if "/" in program else shutil.which(program, path=path)
    places = [*_but_homes(sys.prefix), *_but_homes(sys.base_prefix), sdk_folder()]
    for one in (sys.executable, found):
        places += _installations(one) if one else []
    return outside(places, SYSTEM)


def toolchains() -> dict[str, str]:
    """Where rustup keeps its compilers: its ``rustc`` would look for them in a HOME that is empty here."""
    folder = Path(os.environ.get("RUSTUP_HOME") or Path("~/.rustup").expanduser())
    return {"RUSTUP_HOME": str(folder)} if folder.is_dir() else {}


def sdk_folder() -> str:
    """The package of Python bots."""
    return str(Path(protocol.__file__).parent)


def outside(places: Iterable[str], covered: Iterable[str]) -> tuple[str, ...]:
    """The places that lie in none of the covered ones, and in no other place; each with its real path."""
    known = [Path(path) for path in covered]
    kept: list[Path] = []
    candidates = {Path(os.path.normpath(place)) for place in places}
    for place in sorted(candidates | {place.resolve() for place in candidates}):
        if not any(place.is_relative_to(other) for other in (*known, *kept)):
            kept.append(place)
    return tuple(map(str, kept))


def _installations(program: str) -> Iterator[str]:
    """The folder that a program was installed to, and those of all that it is a link to."""
    for _ in range(LINKS_AT_MOST):
        yield installation(program)
        if not os.path.islink(program):  # noqa: PTH114 - names as they are written
            return
        program = os.path.join(os.path.dirname(program), os.readlink(program))  # noqa: PTH115, PTH118, PTH120


def installation(program: str) -> str:
    """The folder of an installation: that around ``bin``, if it is for nothing else.

    A home isn't, nor is a hidden folder right in one: ``~/.local`` and ``~/.cargo`` hold secrets too.
    """
    folder = Path(os.path.normpath(program)).parent
    around = folder.parent
    for home in {Path.home(), Path.home().resolve()}:
        if home.is_relative_to(around) or (around.parent == home and around.name.startswith(".")):
            return str(folder)
    return str(around if folder.name == "bin" else folder)


def _but_homes(prefix: str) -> list[str]:
    """A prefix of Python; where it is a home, or holds one, those folders of it that are Python's."""
    if not Path.home().resolve().is_relative_to(Path(prefix).resolve()):
        return [prefix]
    return [str(Path(prefix, name)) for name in ("bin", "lib", "lib64", "pyvenv.cfg")]
