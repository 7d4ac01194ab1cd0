"""Every console block of every page works, in the order of the page, as a reader would type it.

In a ```` ```console ```` block the lines that begin with ``$`` are given to a shell, and must end with status 0,
or with N in a block marked ``status N``; other lines are what is shown, for readers. A block of another
language with a path behind it is a file that the page has its reader write; ``python run`` is run. What
installs something is left to CI, which does it by the README's own line.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```([a-z]+)(?: ([^\n]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / folder / "README.md" for folder in ("example_bots", "tournaments")),
        ROOT / "protocol" / "SPEC.md",
    ]
    if path.name != "cli.md"
)
"""The README has tests of its own."""

LOGS_PAGE = "docs/how-to/read-the-logs.md"
TUTORIAL = "docs/tutorial.md"
INSTALLS = "pip install"
BOT = "from protocol.bot import run\n\nrun(lambda view: view.legal[{}])\n"
PATIENCE_S = 300


@dataclass(frozen=True)
class Block:
    """A block of a page: its language, what stands behind that, and its text."""

    language: str
    note: str
    text: str

    @property
    def commands(self) -> list[str]:
        lines = self.text.splitlines()
        return [line[2:] for line in lines if line.startswith("$ ") and INSTALLS not in line]


def blocks_of(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(language, note, body) for language, note, body in BLOCK.findall(text)]


def to_run(page: str) -> list[Block]:
    blocks = blocks_of(page)
    return [it for it in blocks if it.language == "console" or it.note == "run" or "." in it.note]


@pytest.fixture(scope="session")
def begun(tmp_path_factory):
    """What pages take for granted: the repository's folders, a run of the quick start, some bots, a log."""
    place = tmp_path_factory.mktemp("begun")
    for folder in ("example_bots", "tournaments", "protocol"):
        ignore = shutil.ignore_patterns("__pycache__", "quickstart", "league")
        shutil.copytree(ROOT / folder, place / folder, ignore=ignore)
    quick = place / "tournaments" / "quickstart.toml"
    quick.write_text(re.sub(r"^boards = \d+", "boards = 2", quick.read_text(), flags=re.MULTILINE))
    shutil.copy(place / "example_bots" / "counter" / "bot.py", place / "new.py")
    (place / "old.py").write_text(BOT.format(-1))
    (place / "my_bot.py").write_text(BOT.format(0))
    shell("arena tournament tournaments/quickstart.toml", place)
    shell("arena play my_bot.py --boards 1 --seed 7 --log match.jsonl", place)
    return place


def shell(command: str, place: Path, status: int = 0) -> None:
    """Run one line in a shell that has this environment's programs first."""
    programs = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-c", command], cwd=place, capture_output=True, text=True, check=False,
        timeout=PATIENCE_S, env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert (command, status) == (command, done.returncode), done.stdout + done.stderr


@pytest.mark.documents
@pytest.mark.parametrize("page", [page for page in PAGES if to_run(page)])
def test_what_a_page_has_its_reader_do_works(page, begun, tmp_path):
    place = tmp_path / "repository"
    shutil.copytree(begun, place, symlinks=True)
    for block in to_run(page):
        match block:
            case Block("console", note):
                for command in block.commands:
                    shell(command, place, int(note.removeprefix("status ") or 0))
            case Block("python", "run", text):
                (place / "snippet.py").write_text(text)
                shell("python3 snippet.py", place)
            case Block(_, path, text):
                (place / path).write_text(text)
    if page == TUTORIAL:
        table = (place / "tournaments" / "first" / "standings.md").read_text(encoding="utf-8")
        assert re.search(r"^\| \d =?\s*\| ana ", table, re.MULTILINE)


@pytest.mark.toolchain
def test_pandas_duckdb_and_jq_read_what_the_page_has_them_read(begun, tmp_path):
    place = tmp_path / "repository"
    shutil.copytree(begun, place, symlinks=True)
    log = min((place / "tournaments" / "quickstart" / "matches").glob("*.jsonl"))
    shutil.copy(log, log.with_name("MATCH.jsonl"))
    for block in blocks_of(LOGS_PAGE):
        match block:
            case Block("console"):
                for command in block.commands:
                    shell(command, place)
            case Block("python", "", text):
                (place / "snippet.py").write_text(text)
                shell("python3 snippet.py", place)
            case Block("sql", _, text):
                (place / "query.py").write_text(f"import duckdb\n\nprint(duckdb.sql({text!r}))\n")
                shell("python3 query.py", place)
            case Block("sh", _, text):
                shell(text, place)
            case _:
                pass


def test_the_tutorial_installs_the_arena_as_the_readme_does():
    line = (
        r"^python3 -m venv \.venv && \.venv/bin/pip install -q -c constraints\.txt '\.\[report\]'"
    )
    pages = [(ROOT / page).read_text("utf-8") for page in ("README.md", TUTORIAL)]
    assert all(re.search(line, text, re.MULTILINE) for text in pages)


@pytest.mark.parametrize("page", [*PAGES, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_link_of_a_page_leads_to_a_file(page):
    path = ROOT / page
    links = re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [] == [link for link in local if not (path.parent / link).exists()]


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert [] == [it for it in map(str, pages) if f"({it})" not in index and it != "README.md"]
