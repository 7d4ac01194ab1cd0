"""The hostile bots once more, by a user who is not root: what protects must not need root's rights."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.hostile

ROOT = Path(__file__).parents[2]
ORDINARY = 54_321
"""A user id that nobody has: its processes and files are those of this test alone."""

SUITE = ("-m", "not toolchain", "test_attacks.py", "test_bad_bots.py", "test_other_languages.py")
OTHER_LANGUAGES = ("-m", "toolchain", "test_other_languages.py")
LIMIT_S = 900
"""Only a hang takes longer, on a slow and busy host too."""


def link_or_copy(source: str, target: str) -> None:
    """The same file at another place, which costs nothing on the same disk."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def copy_tree(source: Path, target: Path, *, without: tuple[str, ...] = ()) -> None:
    shutil.copytree(
        source,
        target,
        copy_function=link_or_copy,
        ignore=shutil.ignore_patterns(*without),
        symlinks=True,
        dirs_exist_ok=True,
    )


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that anybody may look into: the checkout, or the interpreter, may lie in root's home."""
    place = Path(tempfile.mkdtemp(prefix="sueca-user-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


def install(place: Path) -> Path:
    """Copy the interpreter, its packages and this project to that place: the interpreter's path there."""
    base, version = Path(sys.base_prefix), f"python{sysconfig.get_python_version()}"
    copy_tree(base / "bin", place / "python/bin")
    copy_tree(
        base / "lib" / version,
        place / "python/lib" / version,
        without=("site-packages", "dist-packages", "test", "config-*", "*.a"),
    )
    for library in (base / "lib").glob("libpython*.so*"):
        link_or_copy(str(library), str(place / "python/lib" / library.name))
    (place / "python/lib" / version / "site-packages").mkdir()
    own = place / "python/bin" / version
    look_beside(own, base / "lib")
    subprocess.run([own, "-m", "venv", "--without-pip", place / "venv"], check=True)
    packages = place / "venv/lib" / version / "site-packages"
    copy_tree(
        Path(sysconfig.get_path("purelib")), packages, without=("*.pth", "pyright", "mypy", "ruff")
    )
    (packages / "project.pth").write_text(f"{place / 'project'}\n", encoding="utf-8")
    for name in ("arena", "protocol", "tests"):
        copy_tree(ROOT / name, place / "project" / name, without=("golden",))
    shutil.copy(ROOT / "pyproject.toml", place / "project")
    for name in ("home", "tmp"):
        (place / name).mkdir(mode=0o700)
        os.chown(place / name, ORDINARY, ORDINARY)
    return place / "venv/bin/python3"


def look_beside(program: Path, folder: Path) -> None:
    """Have a program look for its library beside itself, if it looks in that folder of its old place."""
    old = os.fsencode(folder)
    new = b"$ORIGIN/../lib"
    image = program.read_bytes()
    if len(old) >= len(new) and old + b"\0" in image:
        program.unlink()  # it may be a link to the very interpreter that runs this
        program.write_bytes(image.replace(old + b"\0", new.ljust(len(old) + 1, b"\0")))
        program.chmod(0o755)


@pytest.mark.parametrize(
    "suite",
    [SUITE, pytest.param(OTHER_LANGUAGES, marks=pytest.mark.toolchain)],
    ids=["suite", "languages"],
)
def test_the_suite_passes_as_an_ordinary_user(place, suite):
    """Root runs it again as somebody else; whoever isn't root has run it so already."""
    if os.geteuid() != 0:
        return
    python = install(place)
    command = [python, "-m", "pytest", "-q", "--maxfail", "40"]
    command += ["-p", "no:cacheprovider", "-p", "no:randomly"]
    done = subprocess.run(
        [*command, *(f"tests/hostile/{it}" if it.endswith(".py") else it for it in suite)],
        cwd=place / "project",
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(place / "home"),
            "TMPDIR": str(place / "tmp"),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        user=ORDINARY,
        group=ORDINARY,
        extra_groups=(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert (0, True) == (done.returncode, " skipped" not in done.stdout), done.stdout
