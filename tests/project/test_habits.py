"""What stands in several of the project's own files agrees."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
PYTEST = PROJECT["tool"]["pytest"]["ini_options"]
EXTRAS = PROJECT["project"]["optional-dependencies"]


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_the_test_command_leaves_out_is_what_ci_runs_besides():
    markers = [marker.split(":")[0] for marker in PYTEST["markers"]]
    assert f"not ({' or '.join(markers)})" == PYTEST["addopts"][-1]
    assert f'long="{" or ".join(markers)}"' in CI


def test_everything_that_is_asked_for_is_pinned():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {plain(line.split("==")[0]) for line in lines if "==" in line}
    asked = [
        *PROJECT["project"]["dependencies"],
        *(it for extra in EXTRAS.values() for it in extra),
    ]
    assert set() == {plain(re.split(r"[><=~]", it)[0]) for it in asked} - pinned


def test_a_hooks_program_is_one_that_the_environment_has():
    """Nothing is fetched from elsewhere, and each is an extra's or the project's own."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    entries = [hook["entry"].split() for repo in config["repos"] for hook in repo["hooks"]]
    assert {"local"} == {repo["repo"] for repo in config["repos"]}
    known = {plain(it.split(">")[0]) for it in EXTRAS["lint"]} | {"python", "lint-imports"}
    assert [] == [it for it in entries if it[0].removeprefix(".venv/bin/") not in known]


def pages_of(entry: dict | str) -> list[str]:
    """The pages below an entry of the site's navigation."""
    if isinstance(entry, str):
        return [entry]
    return [page for below in entry.values() for page in flat(below)]


def flat(entries: list | str) -> list[str]:
    if isinstance(entries, str):
        return [entries]
    return [page for entry in entries for page in pages_of(entry)]


def test_every_page_of_the_documentation_is_in_the_sites_navigation():
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    pages = flat(site["nav"])
    assert [] == [page for page in pages if not (ROOT / page).is_file()]
    known = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert set() == known - set(pages)
