"""docs/report.md tells what is so."""

import re
from pathlib import Path

from arena.web.viewer import KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")


def test_the_page_lists_the_keys_that_the_help_lists():
    table = PAGE.split("## The replay")[1].split("\n\n")[1]
    rows = [line.split(" | ") for line in table.splitlines()[2:]]
    listed = [(re.sub("[`| ]", "", keys), what.rstrip("| ")) for keys, what in rows]
    assert [("".join(keys), what) for keys, what in KEYS] == listed
