"""The page about the library: each of its programs runs as it stands."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import arena

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_its_programs_run_as_they_stand(number, tmp_path):
    subprocess.run([sys.executable, "-c", PROGRAMS[number]], cwd=tmp_path, check=True)


def test_what_it_shows_is_public():
    shown = set(re.findall(r"arena\.([A-Za-z_]+)", " ".join(PROGRAMS)))
    assert shown <= set(arena.__all__)


@pytest.mark.documents
def test_the_example_learns_to_beat_a_bot_that_plays_at_random():
    run = runpy.run_path(str(PAGE.with_name("learning.py")), run_name="__main__")["run"]
    learnt = run.standings["learnt"]
    assert (1, ()) == (learnt.rank, learnt.not_separated)
    assert run.standings["at_random"].games.mean < -0.4
