"""Runs commands as a user does, in this process."""

import re
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from arena.cli.main import main


@dataclass
class Said:
    """What a command printed, on stdout and on stderr, and its exit status."""

    out: str
    err: str
    status: int


@pytest.fixture
def arena(tmp_path, monkeypatch):
    """``arena(*words)`` in an empty folder; the folder's path is left out of what was said."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run(*words, charset="utf-8"):
        runner = CliRunner(charset=charset)
        result = runner.invoke(main, [str(word) for word in words], prog_name="arena")
        here = re.escape(f"{tmp_path}/")
        return Said(
            re.sub(here, "", result.stdout), re.sub(here, "", result.stderr), result.exit_code
        )

    return run
