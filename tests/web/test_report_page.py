"""docs/report.md tells what is so."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from arena.web.viewer import KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")


def test_the_page_lists_the_keys_that_the_help_lists():
    table = PAGE.split("## The replay")[1].split("\n\n")[1]
    rows = [line.split(" | ") for line in table.splitlines()[2:]]
    listed = [(re.sub("[`| ]", "", keys), what.rstrip("| ")) for keys, what in rows]
    assert [("".join(keys), what) for keys, what in KEYS] == listed


@pytest.mark.parametrize("block", re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
def test_its_commands_work(block, office, contest, arena, tmp_path):
    contest(name="quickstart")
    folder = tmp_path / "tournaments" / "quickstart"
    assert 0 == arena("tournament", "quickstart.toml", "--out", folder, "--jobs", 1).status
    shutil.copy(min((folder / "matches").iterdir()), tmp_path / "match.jsonl")
    commands = [shlex.split(line[2:]) for line in block.splitlines() if line.startswith("$ ")]
    assert ["arena"] * 2 == [command[0] for command in commands]
    for command in commands:
        assert 0 == arena(*command[1:]).status, command
    assert (tmp_path / "match.html").is_file()
