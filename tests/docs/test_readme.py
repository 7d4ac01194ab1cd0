"""The README's commands work, and what it shows is what they print."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README_FILE = ROOT / "README.md"
README = README_FILE.read_text("utf-8")
TEXT_BLOCK = r"```text\n(.*?)```"
ARENA = Path(sys.executable).with_name("arena")


def run_arena(arguments: list[str], cwd: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(ARENA), *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def outputs(tmp_path_factory) -> dict[str, str]:
    """The stdout of every ``$ arena`` line of the README, in order, in a copy of what it names."""
    place = tmp_path_factory.mktemp("readme")
    for folder in ("example_bots", "tournaments"):
        ignore = shutil.ignore_patterns("__pycache__", "quickstart", "league")
        shutil.copytree(ROOT / folder, place / folder, ignore=ignore)
    found: dict[str, str] = {}
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for line in block.splitlines():
            assert line.startswith("$ arena ")
            command = line.removeprefix("$ arena ")
            done = run_arena(command.split(), place)
            assert (line, 0, "") == (line, done.returncode, done.stderr * bool(done.returncode))
            found[command] = done.stdout
    return found


@pytest.mark.documents
def test_every_console_line_of_the_readme_works(outputs):
    assert 15 == len(outputs)


def settled(text: str) -> list[str]:
    """Lines of output without what differs from run to run: dates, and milliseconds."""
    dated = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "DATE", text)
    times = re.compile(
        r"(-\d+)( +[\d.]+){4}$"
    )  # behind the points of each trick, one for each seat
    return [times.sub(r"\1 MS", line.rstrip()) for line in dated.rstrip().splitlines()]


@pytest.mark.documents
@pytest.mark.parametrize(
    ("number", "command"),
    [
        (0, "tournament tournaments/quickstart.toml"),
        (1, "replay match.jsonl --half 1 --deal 1"),
    ],
)
def test_what_the_readme_shows_is_what_the_command_prints(outputs, number, command, request):
    """``--update-golden`` puts what is printed now into the README."""
    printed = "\n".join(line.rstrip() for line in outputs[command].rstrip().splitlines()) + "\n"
    if request.config.getoption("--update-golden"):
        text = README_FILE.read_text("utf-8")
        block = list(re.finditer(TEXT_BLOCK, text, re.DOTALL))[number]
        README_FILE.write_text(text[: block.start(1)] + printed + text[block.end(1) :], "utf-8")
    shown = re.findall(TEXT_BLOCK, README_FILE.read_text("utf-8"), re.DOTALL)[number]
    assert settled(shown) == settled(printed), "see it with: pytest --update-golden"


def test_every_link_of_the_readme_leads_to_a_file():
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert [] == [link for link in links if not (ROOT / link).exists()]
